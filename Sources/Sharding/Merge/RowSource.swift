import Archives
import Records

/// The rows of a list of one part, each with its place.
protocol RowSource: AnyObject {
  /// The place of the next row; nil at the end.
  var place: RowPlace? { get }
  /// Appends the next row, and goes on.
  func next(to output: inout OutputBuffer) throws
  /// Checks the files, now that all rows were taken.
  func finish() throws
}

/// The rows of a list of CSV, whose places are in files of their own.
final class ListSource: RowSource {
  private let rows: TaskFile
  private var places: [TaskFile]
  private var current = 0
  private(set) var place: RowPlace?
  /// The first row, which says what the columns are.
  let head: [UInt8]

  /// A list of a task with its files of places, one after the other; those that have no place are not there.
  init(_ list: Receipt.Output, _ places: [Receipt.Output?], of task: String, _ folders: TaskFolders) throws {
    rows = try TaskFile(list, of: task, folders)
    self.places = try places.compactMap { try $0.map { try TaskFile($0, of: task, folders) } }
    // Those that are missing count as well: rows of later tasks come behind those of earlier ones.
    numbers = places.indices.filter { places[$0] != nil }
    var head = OutputBuffer(capacity: 256)
    guard try rows.takeRow(to: &head) else { throw rows.damage }
    self.head = head.take()
    place = try nextPlace()
  }

  /// The numbers of the files of places.
  private let numbers: [Int]

  private func nextPlace() throws -> RowPlace? {
    while current < places.count {
      if var place = try places[current].takePlace() {
        place.stretch += UInt32(numbers[current]) << 28
        return place
      }
      current += 1
    }
    return nil
  }

  func next(to output: inout OutputBuffer) throws {
    guard try rows.takeRow(to: &output) else { throw rows.damage }
    place = try nextPlace()
  }

  func finish() throws {
    for file in places { try file.finish() }
    try rows.finish()
  }
}

/// The findings of a task, each as bytes.
final class FindingSource: RowSource {
  private let file: TaskFile
  private(set) var place: RowPlace?
  private var size = 0

  init(_ list: Receipt.Output, of task: String, _ folders: TaskFolders) throws {
    file = try TaskFile(list, of: task, folders)
    try advance()
  }

  private func advance() throws {
    place = try file.takePlace()
    if place != nil { size = try file.takeNumber() }
  }

  func next(to output: inout OutputBuffer) throws {
    try file.take(size, to: &output)
    try advance()
  }

  func finish() throws { try file.finish() }

  /// That the file is damaged.
  var damage: ShardError { file.damage }
}
