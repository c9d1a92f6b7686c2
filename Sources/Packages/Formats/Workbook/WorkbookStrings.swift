import Archives
import Findings
import Records

/// The strings that a workbook's cells share: one buffer, and where each of them ends in it. Escapes are decoded, and no more
/// is kept of a string than a cell takes.
struct WorkbookStrings: Sendable {
  /// What there is to know of a string that is not kept whole or has characters that XML cannot carry.
  private struct Remark {
    /// The bytes that it has.
    var bytes: Int
    var isCut: Bool
    var fitsXML: Bool
  }

  /// A string as a cell has it.
  struct Text {
    /// Where it stands in `bytes`.
    var range: Range<Int>
    /// The bytes that the cell would have: more than are kept if it is cut.
    var bytes: Int
    /// Whether it is longer than a cell may be.
    var isCut = false
    /// Whether XML can carry it.
    var fitsXML = true
  }

  /// The texts, one behind the other.
  private(set) var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  private var remarks: [Int: Remark] = [:]

  /// So many bytes of the file give at least one character more than a cell takes: an escape takes seven for one.
  static let mostBytes = 7 * (Issue.longestCell + 1)

  /// No strings.
  init() {}

  /// Reads the strings of a workbook, or only the first `limit` of them. Throws `PackageError`.
  init(_ layout: WorkbookLayout, of workbook: Container, limit: Int = Int.max) throws {
    let part = layout.strings
    guard let entry = WorkbookLayout.entry(part, in: workbook) else { return }
    let feed = XMLFeed.events(entry, of: workbook, cuttingAt: 2, keepsText: true)
    var names = WorkbookNames()
    var depth = 0
    var isPhonetic = false
    var isText = false
    var string = OutputBuffer(capacity: 1 << 10)
    var size = 0
    while ends.count < limit, let batch = try feed.next() {
      names.update(batch.names)
      for event in batch.events {
        switch event.kind {
        case .start:
          depth += 1
          // Phonetic runs say how to read the text; they are no part of it.
          if depth == 3 { isPhonetic = event.name == names.phoneticRun }
          isText = !isPhonetic && event.name == names.text
        case .text:
          guard isText else { continue }
          let count = min(event.range.count, WorkbookStrings.mostBytes - string.count)
          string.append(batch.bytes.span.extracting(Int(event.start)..<Int(event.start) + count))
          size += event.range.count
        case .end:
          isText = false
          if depth == 2 {
            try close(string, size, part, workbook)
            string.truncate(to: 0)
            size = 0
          }
          depth -= 1
        case .attribute: continue
        }
      }
    }
  }

  private mutating func close(
    _ string: borrowing OutputBuffer, _ size: Int, _ part: String, _ workbook: Container
  ) throws {
    var output = OutputBuffer(capacity: string.count)
    WorkbookEscape.append(string.span, to: &output)
    let isCut = WorkbookStrings.cut(&output, from: 0)
    let fitsXML = UTF8Text.fitsXML(output.span)
    if isCut || !fitsXML {
      remarks[ends.count] = Remark(bytes: isCut ? size : output.count, isCut: isCut, fitsXML: fitsXML)
    }
    for index in 0..<output.count { bytes.append(output.span[index]) }
    guard bytes.count < Int(UInt32.max) else {
      throw PackageError.workbook(what: "too many strings", file: part, package: workbook.path)
    }
    ends.append(UInt32(bytes.count))
  }

  /// Cuts a cell's text, which begins at a place of the buffer, where it is longer than a cell may be; whether it was.
  static func cut(_ output: inout OutputBuffer, from start: Int) -> Bool {
    guard let size = kept(output.span.extracting(start..<output.count)) else { return false }
    output.truncate(to: start + size)
    return true
  }

  /// How many bytes are kept of a text that is too long for a cell; nil for any other.
  private static func kept(_ text: Span<UInt8>) -> Int? {
    UTF8Text.isLonger(text, than: Issue.longestCell)
      ? UTF8Text.prefix(text, utf16Length: Issue.longestCell) : nil
  }

  /// The number of strings.
  var count: Int { ends.count }

  /// The string of a number; nil if there is none.
  func text(_ number: Int) -> Text? {
    guard ends.indices.contains(number) else { return nil }
    let range = (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    guard let remark = remarks.isEmpty ? nil : remarks[number] else { return Text(range: range, bytes: range.count) }
    return Text(range: range, bytes: remark.bytes, isCut: remark.isCut, fitsXML: remark.fitsXML)
  }
}
