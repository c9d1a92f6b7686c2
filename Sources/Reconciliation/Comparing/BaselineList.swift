import Archives
import Conversion
import Findings
import Records

/// A list that an earlier run has written, of which some columns are asked for.
struct BaselineList {
  /// A record: its cells by the columns that were asked for, and the whole of it.
  typealias Body = (_ wanted: [String], _ all: [String]) throws -> Void

  private let list: ListFile
  private let wanted: [Int]

  /// A list in a folder. Throws `ArchiveError`, and `Failure` if it lacks a column.
  init(_ name: String, of folder: String, columns asked: [String]) throws {
    let list = try ListFile("\(folder)/\(name)")
    wanted = asked.compactMap(list.columns.firstIndex)
    guard wanted.count == asked.count else {
      throw Failure(
        message: "\(list.path) is not a list of a reconciliation; give the output folder of an earlier run",
        exitCode: 65)
    }
    self.list = list
  }

  /// The list's columns.
  var columns: [String] { list.columns }

  /// Hands out the records. Throws `ArchiveError`, and what the body throws.
  func forEach(_ body: Body) throws {
    try list.forEach { batch, record in
      let cells = list.columns.indices.map { batch.text(record, $0) }
      try body(wanted.map { cells[$0] }, cells)
    }
  }
}
