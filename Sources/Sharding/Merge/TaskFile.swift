import Archives
import Conversion
import Crypto
import Records

/// A file that a task has made, read once from its beginning to its end; then it must have been what the receipt says.
final class TaskFile {
  private static let piece = 256 << 10

  /// Which file it is, for messages.
  let name: String
  private let task: String
  private let file: PlainFile
  private let sha256: String
  private var hash = SHA256()
  private var place: UInt64 = 0
  private var buffer: [UInt8] = []
  private var offset = 0

  /// The file of a task. Throws `ShardError` if it is not there, or has another size than the receipt says.
  init(_ output: Receipt.Output, of task: String, _ folders: TaskFolders) throws {
    (name, sha256, self.task) = (output.path, output.sha256, task)
    file = try folders.open(output, of: task)
  }

  /// That the file is damaged.
  var damage: ShardError { .damaged(name, of: task) }

  /// Sees that the next bytes are at hand; false at the end. Throws if the end comes amid them.
  private func has(_ count: Int) throws -> Bool {
    while buffer.count - offset < count {
      guard try fill() else {
        if buffer.count == offset { return false }
        throw damage
      }
    }
    return true
  }

  /// Appends the next bytes. Throws if there are not so many.
  func take(_ count: Int, to output: inout OutputBuffer) throws {
    guard try has(count) else { throw damage }
    output.append(buffer.span.extracting(offset..<offset + count))
    offset += count
  }

  /// The next place; nil at the end.
  func takePlace() throws -> RowPlace? {
    guard try has(RowPlace.size) else { return nil }
    defer { offset += RowPlace.size }
    return RowPlace(buffer.span, at: offset)
  }

  /// The next number of four bytes.
  func takeNumber() throws -> Int {
    guard try has(4) else { throw damage }
    defer { offset += 4 }
    return buffer[offset..<offset + 4].number
  }

  /// Appends the next row of CSV with its line end; false at the end. Line ends within quotes belong to the row.
  func takeRow(to output: inout OutputBuffer) throws -> Bool {
    var end = offset
    var isQuoted = false
    while !TaskFile.passRow(buffer.span, &end, &isQuoted) {
      let before = offset
      guard try fill() else {
        if buffer.count == offset { return false }
        throw damage
      }
      end -= before
    }
    output.append(buffer.span.extracting(offset..<end))
    offset = end
    return true
  }

  /// Goes on behind the end of the row that is begun; false if the bytes end amid it.
  private static func passRow(_ bytes: Span<UInt8>, _ end: inout Int, _ isQuoted: inout Bool) -> Bool {
    while let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"), from: end) {
      while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: end, to: lineEnd) {
        isQuoted.toggle()
        end = quote + 1
      }
      end = lineEnd + 1
      if !isQuoted { return true }
    }
    while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: end) {
      isQuoted.toggle()
      end = quote + 1
    }
    end = bytes.count
    return false
  }

  /// Some of the next bytes; nil at the end.
  func takeSome() throws -> ArraySlice<UInt8>? {
    if offset == buffer.count, try !fill() { return nil }
    defer { offset = buffer.count }
    return buffer[offset...]
  }

  /// Takes the bytes away that were handed out, and reads more; false at the end.
  private func fill() throws -> Bool {
    let left = file.size - place
    if left == 0 { return false }
    buffer.removeFirst(offset)
    offset = 0
    let bytes = try file.bytes(at: place, count: Int(min(left, UInt64(TaskFile.piece))))
    place += UInt64(bytes.count)
    hash.update(data: bytes)
    buffer += bytes
    return true
  }

  /// Checks what was read, now that all was taken. Throws `ShardError` if anything is left, or is not what the receipt says.
  func finish() throws {
    guard offset == buffer.count, place == file.size, FileDigest.text(hash.finalize()) == sha256 else { throw damage }
  }
}
