import Archives
import Findings
import Records

/// Where the parts of a workbook stand in its zip (ECMA-376 part 1, SpreadsheetML): relationships name them, not paths.
struct WorkbookLayout: Sendable {
  /// A sheet with cells.
  struct Sheet: Sendable, Equatable {
    /// The name on its tab.
    var name: String
    /// The entry that holds its cells.
    var part: String
    /// Whether the program does not show its tab.
    var isHidden = false
  }

  /// The sheets in the order of their tabs, without charts and the like.
  var sheets: [Sheet] = []
  /// The entry of the shared strings, which workbooks that F&O wrote do not have. Some programs add the part without a
  /// relationship, so it counts by its usual name too.
  var strings = "xl/sharedStrings.xml"
  /// The entry of the cells' styles.
  var styles = "xl/styles.xml"
  /// Whether days count from 1904, as early spreadsheets on Macintosh counted them.
  var countsFrom1904 = false

  private static let limit = 16 << 20

  /// Whether the container is a workbook itself.
  static func isWorkbook(_ container: Container) -> Bool {
    container.kind == .zip && entry("xl/workbook.xml", in: container) != nil
  }

  /// The workbook that an entry is, or the container itself where it is a workbook. Throws `PackageError`.
  static func workbook(_ entry: EntryInfo, of container: Container) throws -> Container {
    if isWorkbook(container) { return container }
    do throws(ArchiveError) {
      return try container.inner(entry)
    } catch {
      switch error {
      case .notAnArchive, .truncated:
        throw PackageError.workbook(what: "the zip is damaged", file: entry.name, package: container.path)
      default: throw error
      }
    }
  }

  /// Reads the list of sheets. Throws `PackageError`.
  init(_ workbook: Container) throws {
    guard let main = WorkbookLayout.entry("xl/workbook.xml", in: workbook),
      let document = XMLTree(try WorkbookLayout.events(main, of: workbook)), document.name == "workbook"
    else { throw PackageError.workbook(what: "no list of sheets", file: "xl/workbook.xml", package: workbook.path) }
    let epoch = document.child("workbookPr")?.attribute("date1904")
    countsFrom1904 = epoch == "1" || epoch == "true"
    var parts: [String: String] = [:]
    if let relations = WorkbookLayout.entry("xl/_rels/workbook.xml.rels", in: workbook),
      let list = XMLTree(try WorkbookLayout.events(relations, of: workbook))
    {
      for relation in list.children where relation.attribute("TargetMode") != "External" {
        guard let target = relation.attribute("Target"), let type = relation.attribute("Type") else { continue }
        let part = WorkbookLayout.path(target)
        if type.hasSuffix("/sharedStrings") { strings = part }
        if type.hasSuffix("/styles") { styles = part }
        if type.hasSuffix("/worksheet"), let id = relation.attribute("Id") { parts[id] = part }
      }
    }
    for sheet in document.child("sheets")?.children ?? [] {
      guard let id = sheet.attribute("id"), let part = parts[id] else { continue }
      let isHidden = ["hidden", "veryHidden"].contains(sheet.attribute("state"))
      sheets.append(Sheet(name: sheet.attribute("name") ?? "", part: part, isHidden: isHidden))
    }
  }

  /// The sheet of the name that a manifest has, `Customers_V3$`, compared without case; nil if there is none.
  func sheet(named name: String) -> Sheet? {
    let wanted = WorkbookLayout.plain(name)
    return sheets.first { WorkbookLayout.plain($0.name) == wanted }
  }

  private static func plain(_ name: String) -> String {
    var text = Substring(name.trimmingBlanks.lowercased())
    if text.count > 1, text.hasPrefix("'"), text.hasSuffix("'") { text = text.dropFirst().dropLast() }
    if text.hasSuffix("$") { text.removeLast() }
    return String(text)
  }

  /// The entry of a part. Names of parts are compared without case.
  static func entry(_ part: String, in workbook: Container) -> EntryInfo? {
    workbook.entry(named: part) ?? workbook.entries.first { $0.name.lowercased() == part.lowercased() }
  }

  /// The entry that a target means, which is absolute or starts at the folder of the workbook's main part.
  private static func path(_ target: String) -> String {
    var folders = target.hasPrefix("/") ? [] : ["xl"]
    for component in target.split(separator: "/") where component != "." {
      if component == ".." { _ = folders.popLast() } else { folders.append(String(component)) }
    }
    return folders.joined(separator: "/")
  }

  private static func events(_ entry: EntryInfo, of workbook: Container) throws -> XMLEventBatch {
    try XMLFeed.all(entry, of: workbook, limit: limit, keepsText: false)
  }
}
