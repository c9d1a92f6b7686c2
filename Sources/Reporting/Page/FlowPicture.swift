/// The way of the records as a picture: boxes in three columns, such as inputs, templates and packages, with lines between
/// those that belong together.
struct FlowPicture {
  /// What a box says.
  struct Node {
    let name, count: String

    init(_ name: String, _ count: String) { (self.name, self.count) = (name, count) }
  }

  /// A line from a box to one of the next column, by their places.
  struct Link: Hashable {
    let from, to: Int

    init(_ from: Int, _ to: Int) { (self.from, self.to) = (from, to) }
  }

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
  private static let (longestName, longestCount) = (30, 36)

  /// What the picture shows, in words.
  let text: String
  let boxes: [Box]
  let lines: [Line]
  let height: Int
  let boxWidth = FlowPicture.width
  let boxHeight = FlowPicture.height

  /// A picture of three columns; `links` has the lines behind each but the last one. What is too much for a picture is left out.
  init(_ text: String, _ nodes: [[Node]], links: [[Link]]) {
    self.text = text
    let nodes = nodes.map { Array($0.prefix(FlowPicture.most)) }
    let (rows, pitch) = (max(nodes.map(\.count).max() ?? 1, 1), FlowPicture.height + FlowPicture.gap)
    height = rows * pitch
    func top(_ row: Int, _ column: Int) -> Int { (rows - nodes[column].count) * pitch / 2 + row * pitch }
    boxes = nodes.enumerated().flatMap { column, nodes in
      nodes.enumerated().map { row, node in
        let (x, y) = (FlowPicture.columns[column], top(row, column) + FlowPicture.gap / 2)
        return Box(
          name: node.name, shown: FlowPicture.end(of: node.name),
          count: FlowPicture.beginning(of: node.count), x: x, y: y, textX: x + 12, nameY: y + 19, countY: y + 35)
      }
    }
    var lines: [Line] = []
    for (column, links) in links.enumerated() {
      let (x1, x2) = (FlowPicture.columns[column] + FlowPicture.width, FlowPicture.columns[column + 1])
      for link in links where link.from < nodes[column].count && link.to < nodes[column + 1].count {
        let (y1, y2) = (top(link.from, column) + pitch / 2, top(link.to, column + 1) + pitch / 2)
        lines.append(Line(path: "M\(x1) \(y1)C\((x1 + x2) / 2) \(y1) \((x1 + x2) / 2) \(y2) \(x2) \(y2)"))
      }
    }
    self.lines = lines
  }

  /// The end of a name, which says more than its beginning.
  private static func end(of name: String) -> String {
    name.count > longestName ? "…" + name.suffix(longestName - 1) : name
  }

  private static func beginning(of text: String) -> String {
    text.count > longestCount ? text.prefix(longestCount - 1) + "…" : text
  }
}
