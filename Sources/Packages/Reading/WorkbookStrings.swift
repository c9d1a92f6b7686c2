import Archives
import Records

/// The strings that a workbook's cells share: one buffer, and where each of them ends in it.
struct WorkbookStrings: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

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
          if isText { bytes.append(contentsOf: batch.bytes[Int(event.start)..<Int(event.end)]) }
        case .end:
          isText = false
          if depth == 2 { try close(part, workbook) }
          depth -= 1
        case .attribute: continue
        }
      }
    }
  }

  private mutating func close(_ part: String, _ workbook: Container) throws {
    guard bytes.count < Int(UInt32.max) else {
      throw PackageError.workbook(what: "too many strings", file: part, package: workbook.path)
    }
    ends.append(UInt32(bytes.count))
  }

  /// The number of strings.
  var count: Int { ends.count }

  /// Appends the string of a number; false if there is none.
  func append(_ number: Int, to output: inout OutputBuffer) -> Bool {
    guard ends.indices.contains(number) else { return false }
    let start = number == 0 ? 0 : Int(ends[number - 1])
    WorkbookEscape.append(bytes.span.extracting(start..<Int(ends[number])), to: &output)
    return true
  }
}
