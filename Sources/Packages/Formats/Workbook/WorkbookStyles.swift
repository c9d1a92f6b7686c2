import Archives
import Records

/// Which styles of a workbook show numbers as dates or times: files know no other difference between the two.
struct WorkbookStyles: Sendable {
  private var dates: [Bool] = []

  /// No styles: every number is one.
  init() {}

  /// Reads the styles of a workbook. Throws `PackageError`.
  init(_ layout: WorkbookLayout, of workbook: Container) throws {
    guard let entry = WorkbookLayout.entry(layout.styles, in: workbook),
      let document = XMLTree(try XMLFeed.all(entry, of: workbook, limit: 64 << 20, keepsText: false))
    else { return }
    var own: [Int: Bool] = [:]
    for format in document.child("numFmts")?.children ?? [] {
      guard let id = format.attribute("numFmtId").flatMap({ Int($0) }) else { continue }
      own[id] = WorkbookStyles.isDate(format.attribute("formatCode") ?? "")
    }
    dates = (document.child("cellXfs")?.children ?? []).map { style in
      guard let id = style.attribute("numFmtId").flatMap({ Int($0) }) else { return false }
      return own[id] ?? WorkbookStyles.isDate(builtIn: id)
    }
  }

  /// Whether cells of a style show dates.
  func isDate(_ style: Int) -> Bool { dates.indices.contains(style) && dates[style] }

  /// The formats that need no definition (ECMA-376 part 1, 18.8.30); 27 to 36 and 50 to 58 are those of East Asia.
  static func isDate(builtIn id: Int) -> Bool {
    (14...22).contains(id) || (27...36).contains(id) || (45...47).contains(id) || (50...58).contains(id)
  }

  /// Whether a format code has day, month, year, hour or second in its first section. What stands in quotes or
  /// brackets or behind a backslash is no part of it, but `[h]` counts hours.
  static func isDate(_ code: String) -> Bool {
    var characters = Substring(code.lowercased())
    while let character = characters.popFirst() {
      switch character {
      case "d", "m", "y", "h", "s": return true
      case "\\", "_", "*": _ = characters.popFirst()
      case "\"":
        guard let end = characters.firstIndex(of: "\"") else { return false }
        characters = characters[characters.index(after: end)...]
      case "[":
        guard let end = characters.firstIndex(of: "]") else { return false }
        let inside = Set(characters[..<end])
        if inside.count == 1, inside.isSubset(of: ["h", "m", "s"]) { return true }
        characters = characters[characters.index(after: end)...]
      case ";": return false
      default: continue
      }
    }
    return false
  }
}
