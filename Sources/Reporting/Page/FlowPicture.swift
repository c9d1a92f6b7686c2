import Conversion
import Findings
import Mapping
import Packages

/// The way of the records as a picture: inputs, templates and packages as boxes in three columns, with lines between
/// those that belong together.
struct FlowPicture {
  struct Box {
    /// The whole name, and as much of it as the box takes.
    let name, shown, count: String
    let x, y: Int
    let textX, nameY, countY: Int
  }

  struct Line {
    let path: String
  }

  private static let (width, height, gap) = (240, 44, 12)
  private static let columns = [0, 330, 660]
  private static let most = 30
  private static let longestName = 30

  let boxes: [Box]
  let lines: [Line]
  let height: Int
  let boxWidth = FlowPicture.width
  let boxHeight = FlowPicture.height

  init(_ summary: ConversionSummary, _ texts: Texts) {
    func words(_ count: Int) -> String { texts("report.records", ["count": count]) }
    let inputs = Array(summary.inputs.prefix(FlowPicture.most))
    let templates = Array(summary.templates.prefix(FlowPicture.most))
    let packages = Array(summary.importOrder.prefix(FlowPicture.most))
    let rows = max(inputs.count, templates.count, packages.count, 1)
    height = rows * (FlowPicture.height + FlowPicture.gap)
    var boxes: [Box] = []
    var lines: [Line] = []
    func top(_ row: Int, of count: Int) -> Int {
      (rows - count) * (FlowPicture.height + FlowPicture.gap) / 2 + row * (FlowPicture.height + FlowPicture.gap)
    }
    func add(_ column: Int, _ row: Int, of count: Int, _ name: String, _ records: String) {
      let (x, y) = (FlowPicture.columns[column], top(row, of: count) + FlowPicture.gap / 2)
      boxes.append(
        Box(
          name: name, shown: FlowPicture.shown(name), count: records, x: x, y: y, textX: x + 12, nameY: y + 19,
          countY: y + 35))
    }
    func connect(_ column: Int, _ from: Int, of count: Int, to row: Int, of other: Int) {
      let middle = (FlowPicture.height + FlowPicture.gap) / 2
      let (x1, x2) = (FlowPicture.columns[column] + FlowPicture.width, FlowPicture.columns[column + 1])
      let (y1, y2, bend) = (top(from, of: count) + middle, top(row, of: other) + middle, (x1 + x2) / 2)
      lines.append(Line(path: "M\(x1) \(y1)C\(bend) \(y1) \(bend) \(y2) \(x2) \(y2)"))
    }
    for (row, input) in inputs.enumerated() {
      add(0, row, of: inputs.count, input.path, words(summary.entities[row].reduce(0, +)))
      let names = Set(input.entities.map { $0.name.lowercased() })
      for (other, template) in templates.enumerated()
      where template.tasks.contains(where: { names.contains($0.source.lowercased()) }) {
        connect(0, row, of: inputs.count, to: other, of: templates.count)
      }
    }
    for (row, template) in templates.enumerated() {
      add(1, row, of: templates.count, template.name, words(template.tasks.reduce(0) { $0 + $1.counts.written }))
    }
    for (row, item) in packages.enumerated() {
      add(2, row, of: packages.count, item.package.path, words(item.package.records))
      if let from = templates.firstIndex(where: { $0.name == item.template.name }) {
        connect(1, from, of: templates.count, to: row, of: packages.count)
      }
    }
    (self.boxes, self.lines) = (boxes, lines)
  }

  /// The end of a name, which says more than its beginning.
  private static func shown(_ name: String) -> String {
    name.count > longestName ? "…" + name.suffix(longestName - 1) : name
  }
}
