import Archives
import Foundation
import Mapping

/// The files of one test: its records as loose CSV files in a hidden folder, which is gone with the object.
struct GivenFiles {
  /// The folder of the records that are given; nil if there are none.
  let given: String?
  /// The folder of the records that are only looked into; nil if there are none.
  let references: String?
  /// Where a run may make its output.
  let output: String
  private let folder: OutputDirectory

  /// Writes the records of a test. Throws `ArchiveError`.
  init(_ test: TemplateTest) throws {
    // Another process that tests templates at the same time has a folder of its own.
    let place = FileManager.default.temporaryDirectory.appending(path: "p2c-templates-test-\(UUID().uuidString)")
    folder = try OutputDirectory.create(at: place.path, replacing: true)
    given = try Self.write(test.given, to: "given", in: folder)
    references = try Self.write(test.references, to: "references", in: folder)
    output = folder.temporaryPath(of: "output")
  }

  private static func write(_ records: [GivenRecords], to name: String, in folder: OutputDirectory) throws -> String? {
    let filled = records.filter { !$0.rows.isEmpty && !$0.columns.isEmpty }
    for one in filled {
      let file = try folder.file("\(name)/\(one.entity).csv")
      for cells in [one.columns] + one.rows {
        try file.write(cells.map(quoted).joined(separator: ",") + "\r\n")
      }
      try file.close(sync: false)
    }
    return filled.isEmpty ? nil : folder.temporaryPath(of: name)
  }

  /// A cell in quotes, so that a record of empty cells is a record.
  private static func quoted(_ cell: String) -> String {
    "\"\(cell.replacingOccurrences(of: "\"", with: "\"\""))\""
  }
}
