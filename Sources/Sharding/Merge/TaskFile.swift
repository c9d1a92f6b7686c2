import Archives
import Conversion
import Crypto

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

  /// The next bytes, which stay at hand until the next ones are taken; nil at the end. Throws if the end comes amid them.
  func take(_ count: Int) throws -> ArraySlice<UInt8>? {
    while buffer.count - offset < count {
      guard try fill() else {
        if buffer.count == offset { return nil }
        throw damage
      }
    }
    defer { offset += count }
    return buffer[offset..<offset + count]
  }

  /// The next row of CSV with its line end; nil at the end. Line ends within quotes belong to the row.
  func takeRow() throws -> ArraySlice<UInt8>? {
    var end = offset
    var isQuoted = false
    while true {
      if TaskFile.passRow(buffer.span, &end, &isQuoted) {
        defer { offset = end }
        return buffer[offset..<end]
      }
      let before = offset
      guard try fill() else {
        if buffer.count == offset { return nil }
        throw damage
      }
      end -= before
    }
  }

  /// Goes on behind the end of the row that is begun; false if the bytes end amid it.
  private static func passRow(_ bytes: Span<UInt8>, _ end: inout Int, _ isQuoted: inout Bool) -> Bool {
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\n"), !isQuoted {
        return true
      }
    }
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
