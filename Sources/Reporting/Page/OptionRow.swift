import Conversion
import Foundation
import Mapping
import Packages

/// An option of a run as its page shows it, by the name that the command line and `report.json` have for it.
struct OptionRow {
  let name, value: String

  /// What a conversion was asked for.
  static func rows(_ summary: ConversionSummary) -> [OptionRow] {
    let options = summary.options
    var rows: [OptionRow] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { rows.append(OptionRow(name: name, value: value)) }
    }
    add("command", options.command.rawValue)
    add("to", summary.destination.rawValue)
    add("company", summary.companies.joined(separator: ", "))
    add("template", options.templates.joined(separator: ", "))
    add("project", options.project?.file)
    for override in options.overrides { add("set", "\(override.template).\(override.field)=\(override.value)") }
    if summary.destination == .finops {
      add("file-format", options.fileFormat.name)
    } else {
      add("sales-format", options.salesFormat.name)
    }
    if options.isDelta { add("delta", "true") }
    if options.assignsNumbers { add("first-number", String(options.firstNumber)) }
    add("as-of", summary.time.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) })
    if options.isDryRun { add("dry-run", "true") }
    return rows
  }
}
