import Archives
import Conversion
import Records

/// A list that an earlier run has written as CSV, read record by record.
struct BaselineList {
  /// A record: its cells by the columns that were asked for, and the whole of it.
  typealias Body = (_ wanted: [String], _ all: [String]) throws -> Void

  private let path: String
  /// The list's columns.
  private(set) var columns: [String] = []
  private var wanted: [Int] = []

  /// A list in a folder, of which some columns are asked for. Throws `ArchiveError`, and `Failure` if it lacks one.
  init(_ name: String, of folder: String, columns asked: [String]) throws {
    path = "\(folder)/\(name)"
    var head: [UInt8] = []
    try OutputFile.stream(path) { piece in if head.count < 1 << 16 { head.append(contentsOf: piece) } }
    columns = CSVParser.header(head.span, dialect: CSVDialect(), isLast: true)?.names ?? []
    wanted = asked.compactMap(columns.firstIndex)
    guard wanted.count == asked.count else {
      throw Failure(
        message: "\(path) is not a list of a reconciliation; give the output folder of an earlier run", exitCode: 65)
    }
  }

  /// Hands out the records. Throws `ArchiveError`, and what the body throws.
  func forEach(_ body: Body) throws {
    var parser = CSVParser(dialect: CSVDialect(), width: columns.count, line: 1)
    var failure: (any Error)?
    var isHeader = true
    func take(_ bytes: [UInt8], isLast: Bool) {
      let batch = parser.parse(bytes, invalid: [], isLast: isLast)
      for record in 0..<batch.count where failure == nil {
        if isHeader {
          isHeader = false
          continue
        }
        let cells = columns.indices.map { batch.text(record, $0) }
        do { try body(wanted.map { cells[$0] }, cells) } catch { failure = error }
      }
    }
    try OutputFile.stream(path) { take(Array($0), isLast: false) }
    take([], isLast: true)
    if let failure { throw failure }
  }
}
