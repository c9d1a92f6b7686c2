import Findings
import Records

/// A record as a parser found it.
struct FoundRecord: Equatable, CustomStringConvertible {
  var line: Int
  var fields: [String]
  var issue: Issue?

  /// The same without what a fault leaves open: the last field holds all that is too much, as it was written.
  var withoutDoubtfulField: FoundRecord {
    if issue == nil { return self }
    if case .fields(let count, _)? = issue?.detail, count < fields.count { return self }
    return FoundRecord(line: line, fields: fields.dropLast() + ["…"], issue: issue)
  }

  var description: String { "line \(line): \(fields)\(issue.map { " \($0.code)" } ?? "")" }
}

/// Splits CSV slowly and plainly, one character after another, to compare the real parser with.
struct ReferenceCSV {
  /// A byte that stands for whatever cannot be decoded.
  static let undecodable: UInt8 = 0xFF

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var index = 0
  private var line: Int

  static func records(_ bytes: [UInt8], delimiter: UInt8, width: Int, line: Int) -> [FoundRecord] {
    var reader = ReferenceCSV(bytes: bytes, delimiter: delimiter, line: line)
    var records: [FoundRecord] = []
    while let record = reader.next(width: width) { records.append(record) }
    return records
  }

  private init(bytes: [UInt8], delimiter: UInt8, line: Int) {
    (self.bytes, self.delimiter, self.line) = (bytes, delimiter, line)
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }
  private var isAtLineEnd: Bool { byte == nil || byte == 0x0A || byte == 0x0D }

  private mutating func next(width: Int) -> FoundRecord? {
    while byte == 0x0A || byte == 0x0D { endLine() }
    guard byte != nil else { return nil }
    let (start, startLine) = (index, line)
    var fields: [String] = []
    var isQuoteWrong = false
    while true {
      let (field, isWrong) = field()
      fields.append(String(decoding: field, as: UTF8.self))
      isQuoteWrong = isQuoteWrong || isWrong
      guard byte == delimiter else { break }
      index += 1
    }
    let isUndecodable = bytes[start..<min(index + 1, bytes.count)].contains(ReferenceCSV.undecodable)
    if byte != nil { endLine() }
    var issue: Issue?
    if isUndecodable {
      issue = .undecodable
    } else if isQuoteWrong {
      issue = .openQuote
    } else if fields.count != width {
      issue = .fieldCount(fields.count, expected: width)
    }
    while fields.count < width { fields.append("") }
    return FoundRecord(line: startLine, fields: Array(fields[..<width]), issue: issue).withoutDoubtfulField
  }

  private mutating func endLine() {
    let wasReturn = byte == 0x0D
    index += 1
    if wasReturn, byte == 0x0A { index += 1 }
    line += 1
  }

  /// The text of a field and whether its quotes are wrong.
  private mutating func field() -> ([UInt8], Bool) {
    var text: [UInt8] = []
    guard byte == UInt8(ascii: "\"") else {
      while let byte, byte != delimiter, !isAtLineEnd {
        text.append(byte)
        index += 1
      }
      return (text, false)
    }
    index += 1
    while let byte {
      index += 1
      if byte == UInt8(ascii: "\"") {
        guard self.byte == UInt8(ascii: "\"") else {
          var isWrong = false
          while self.byte != delimiter, !isAtLineEnd {
            isWrong = true
            index += 1
          }
          return (text, isWrong)
        }
        index += 1
      }
      if byte == 0x0A { line += 1 }
      text.append(byte)
    }
    return (text, true)
  }
}

extension CSVParser {
  /// All records of a text that comes in the given pieces, and their numbers.
  static func all(
    _ pieces: [[UInt8]], delimiter: UInt8, width: Int, line: Int, longestRecord: Int = longestRecord,
    mostRecords: Int = .max
  ) -> (records: [FoundRecord], numbers: [Int]) {
    var parser = CSVParser(
      dialect: CSVDialect(delimiter: delimiter), width: width, line: line, longestRecord: longestRecord,
      mostRecords: mostRecords)
    var records: [FoundRecord] = []
    var numbers: [Int] = []
    for (place, piece) in (pieces + [[]]).enumerated() {
      let invalid = piece.indices.filter { piece[$0] == ReferenceCSV.undecodable }
      var batches = [parser.parse(piece, invalid: invalid, isLast: place == pieces.count)]
      while parser.hasMore { batches.append(parser.parse([], invalid: [], isLast: place == pieces.count)) }
      for batch in batches {
        precondition(batch.count <= mostRecords, "a batch of too many records")
        for index in 0..<batch.count {
          let issue = batch.issues.first { $0.index == index }?.issue
          let fields = (0..<width).map { batch.text(index, $0) }
          records.append(
            FoundRecord(line: Int(batch.lines[index]), fields: fields, issue: issue).withoutDoubtfulField)
          numbers.append(batch.firstNumber + index)
        }
      }
    }
    return (records, numbers)
  }
}
