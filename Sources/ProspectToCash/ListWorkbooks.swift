import Archives
import Conversion
import Packages
import Records

/// Writes lists of an output once more as workbooks, beside the CSV files: `findings.xlsx`, `differences.xlsx`, and
/// `rejects.xlsx` with a sheet for each task.
///
/// The lists are read back from their files, which are complete: once for the widths of the columns and the number of rows,
/// and once for the rows. So memory does not grow with them, and whoever writes a list knows nothing of workbooks.
struct ListWorkbooks {
  /// The level at which workbooks are deflated.
  private static let level = 6
  /// The records whose cells say how wide a column is.
  private static let measured = 1000

  private let output: OutputDirectory
  private let jobs: Int

  /// Workbooks of an output folder, for which so many threads deflate.
  init(_ output: OutputDirectory, jobs: Int) {
    (self.output, self.jobs) = (output, jobs)
  }

  /// Writes a workbook for each of the lists that is there. Throws `ArchiveError`.
  func write() throws {
    let files = try output.files()
    for name in ["findings", "differences"] where files.contains("\(name).csv") {
      try write("\(name).xlsx", [(name, "\(name).csv")], isHarmless: name == "findings")
    }
    let folder = "rejects/"
    let rejects = files.filter { $0.hasPrefix(folder) && $0.hasSuffix(".csv") }
    if rejects.isEmpty { return }
    try write("rejects.xlsx", rejects.map { (String($0.dropFirst(folder.count).dropLast(4)), $0) }, isHarmless: false)
  }

  /// `isHarmless` says that cells have an apostrophe before what a spreadsheet would take for a formula; cells of text need
  /// none.
  private func write(_ workbook: String, _ lists: [(name: String, file: String)], isHarmless: Bool) throws {
    let files = try lists.map { try ListFile(output.temporaryPath(of: $0.file)) }
    let measured = try zip(lists, files).map { try Self.measured($0.0.name, $0.1) }
    let file = try output.file(workbook)
    var writer = try ListWorkbook(measured, to: ZipWriter(file: file, level: Self.level, time: 0, jobs: jobs))
    for list in files {
      try writer.beginList()
      try list.forEach { batch, record in
        try writer.append(batch, record) { isHarmless ? SpreadsheetText.apostrophe($0) : 0 }
      }
    }
    try writer.end()
    try file.close(sync: false)
  }

  private static func measured(_ name: String, _ file: ListFile) throws -> ListWorkbook.List {
    var list = ListWorkbook.List(name: name, headings: file.columns, widths: file.columns.map(\.count), rows: 0)
    try file.forEach { batch, record in
      list.rows += 1
      if list.rows > measured { return }
      for column in list.widths.indices {
        list.widths[column] = max(
          list.widths[column], UTF8Text.utf16Length(batch.bytes.span.extracting(batch.range(record, column).bounds)))
      }
    }
    return list
  }
}
