import Conversion
import Findings

/// The values of a page that no value map has an entry for: how many there are, and, if values are shown, which ones, with
/// the entries to fill in.
struct UnmappedSection {
  /// The counts of a field.
  struct Row {
    let template, task, field, source, map, distinct, records: String
  }

  /// The values of a field.
  struct Values {
    let title: String
    let values: [Value]
    let more: String?
  }

  struct Value {
    let text, records: String
  }

  let rows: [Row]
  let fields: [Values]
  /// Whether values are on the page.
  let showsValues: Bool
  /// A project with an entry for each value, all of which are comments.
  let stub: String

  init(_ templates: [TemplateReport], showsValues: Bool, _ texts: Texts) {
    let all = templates.flatMap { template in template.unmapped.map { (template: template.name, field: $0) } }
    self.showsValues = showsValues
    rows = all.map { template, field in
      Row(
        template: template, task: field.task, field: field.field, source: field.source, map: field.map,
        distinct: texts.number(field.distinct), records: texts.number(field.records))
    }
    fields =
      !showsValues
      ? []
      : all.map { template, field in
        Values(
          title: "\(template) \(field.task): \(field.field)",
          values: field.values.map {
            Value(text: $0.text + ($0.isCut ? "…" : ""), records: texts.number($0.records))
          },
          more: field.distinct > field.values.count
            ? texts("report.more", ["count": field.distinct - field.values.count]) : nil)
      }
    stub = showsValues ? UnmappedSection.stub(templates, texts) : ""
  }

  /// The entries as lines of a project file. A value is one entry of its map, in whichever fields and cases it came.
  private static func stub(_ templates: [TemplateReport], _ texts: Texts) -> String {
    var lines = ["templates:"]
    for template in templates where !template.unmapped.isEmpty {
      let name = YAMLText.name(template.name)
      lines += ["  \(name):", "    valueMaps:"]
      var maps: [String] = []
      for field in template.unmapped where !maps.contains(field.map) { maps.append(field.map) }
      for map in maps {
        let name = YAMLText.name(map)
        lines += ["      \(name):", "        entries:"]
        var entries: [(name: String, text: String, records: Int)] = []
        for value in template.unmapped.filter({ $0.map == map }).flatMap(\.values) where !value.isCut {
          let name = value.text.lowercased()
          if let known = entries.firstIndex(where: { $0.name == name }) {
            entries[known].records += value.records
          } else {
            entries.append((name, value.text, value.records))
          }
        }
        lines += entries.map { entry in
          let value = YAMLText.quoted(entry.text)
          return "          # \(value): \"\"  # \(texts("report.records", ["count": entry.records]))"
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
