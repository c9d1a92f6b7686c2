// Hot path (`apply`): no allocation per record.

import Mapping
import Records

/// What is to be done with the values of a column, so that they have the form that every other reader gives them.
enum ValueForm: Sendable {
  /// Nothing.
  case asIs
  /// Ids get their usual form: lower case, with hyphens.
  case id
  /// Truth values become `True` and `False`.
  case truth
  /// Dates with a zone, or in the order of the United States, become ISO 8601 in UTC.
  case date
  /// Numbers and spellings of an enumeration become its symbols.
  case symbol(SymbolTable)

  /// What is done with the values of a column of a type.
  init(_ type: AttributeType?, of side: Side) {
    switch type {
    case .guid, .lookup: self = .id
    case .bool where side == .sales: self = .truth
    case .date, .datetime: self = .date
    default: self = .asIs
    }
  }
}

/// The symbols of an enumeration, by what may stand for them.
final class SymbolTable: Sendable {
  /// The attribute's name.
  let attribute: String
  /// What may stand in a partition, in lower case, with the place of its symbol.
  let spellings: KeyIndex
  let symbols: [[UInt8]]
  /// Whether nobody says what numbers stand for.
  let refusesNumbers: Bool

  /// A table of spellings and their symbols.
  init(_ attribute: String, _ entries: [(spelling: String, symbol: String)], refusesNumbers: Bool) {
    self.attribute = attribute
    self.refusesNumbers = refusesNumbers
    var spellings = KeyIndex()
    var symbols: [[UInt8]] = []
    for (spelling, symbol) in entries {
      let bytes = Array(spelling.lowercased().utf8)
      if spellings.insert(bytes.span, value: UInt32(symbols.count)).isNew { symbols.append(Array(symbol.utf8)) }
    }
    self.spellings = spellings
    self.symbols = symbols
  }
}

/// A number of an enumeration whose symbols nobody says.
struct NumberWithoutSymbol: Error {
  var attribute: String
}

extension [ValueForm] {
  /// Gives the values of a batch their forms. Throws `NumberWithoutSymbol`.
  func apply(to batch: inout RecordBatch, _ scratch: inout OutputBuffer) throws(NumberWithoutSymbol) {
    for (column, form) in enumerated() where column < batch.width {
      switch form {
      case .asIs: continue
      case .id: batch.rewrite(column, &scratch) { text, output in ValueForm.id(text, to: &output) }
      case .truth: batch.rewriteTruth(column)
      case .date: batch.rewrite(column, &scratch) { text, output in ValueForm.date(text, to: &output) }
      case .symbol(let table): try batch.rewriteSymbols(column, table, &scratch)
      }
    }
  }
}

extension ValueForm {
  /// Appends the usual form of an id; false if it has it already, or is none.
  @inline(__always)
  fileprivate static func id(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    guard !GUID.isUsualForm(text), let id = GUID(text) else { return false }
    id.append(to: &output)
    return true
  }

  /// Appends a date in ISO 8601; false if it has that form already, or is none.
  @inline(__always)
  fileprivate static func date(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    if text.count >= 10, text[4] == UInt8(ascii: "-") {
      let last = text[text.count - 1]
      if last == UInt8(ascii: "Z") || text.count <= 10 { return false }
      // An offset has a sign behind the seconds.
      var sign = 19
      while sign < text.count, text[sign] != UInt8(ascii: "+"), text[sign] != UInt8(ascii: "-") { sign += 1 }
      if sign >= text.count { return false }
      guard let seconds = DateTime.epoch(iso: String(decoding: text.copied, as: UTF8.self)) else { return false }
      DateTime(epoch: seconds).append(separator: UInt8(ascii: "T"), to: &output)
      output.append(UInt8(ascii: "Z"))
      return true
    }
    guard let date = DateTime(american: text) else { return false }
    date.append(separator: UInt8(ascii: "T"), to: &output)
    output.append(UInt8(ascii: "Z"))
    return true
  }
}

extension Span where Element == UInt8 {
  /// The bytes as an array.
  var copied: [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(count)
    for index in 0..<count { copy.append(self[index]) }
    return copy
  }
}

extension RecordBatch {
  /// Replaces the values of a column by what a function appends for them, where it says so.
  @inline(__always)
  fileprivate mutating func rewrite(
    _ column: Int, _ scratch: inout OutputBuffer, _ change: (Span<UInt8>, inout OutputBuffer) -> Bool
  ) {
    var place = column
    while place < fields.count {
      let range = fields[place]
      if !range.isEmpty {
        scratch.truncate(to: 0)
        if change(bytes.span.extracting(range.bounds), &scratch) { fields[place] = replaced(range, by: scratch) }
      }
      place += width
    }
  }

  /// Where the bytes of a buffer stand now: in place of a field's own, if there is room, or else behind all others.
  private mutating func replaced(_ range: FieldRange, by text: borrowing OutputBuffer) -> FieldRange {
    let start: Int
    if text.count <= range.count {
      start = Int(range.start)
      for index in 0..<text.count { bytes[start + index] = text.span[index] }
    } else {
      start = bytes.count
      for index in 0..<text.count { bytes.append(text.span[index]) }
    }
    return FieldRange(start: start, end: start + text.count)
  }

  fileprivate mutating func rewriteTruth(_ column: Int) {
    // Both words stand once in the batch, if they are needed.
    var words: (yes: FieldRange, no: FieldRange)?
    var place = column
    while place < fields.count {
      let range = fields[place]
      let truth = range.isEmpty ? nil : RecordBatch.truth(bytes.span.extracting(range.bounds))
      if let truth, !isUsual(range, truth) {
        let known = words ?? (append(Array("True".utf8)), append(Array("False".utf8)))
        words = known
        fields[place] = truth ? known.yes : known.no
      }
      place += width
    }
  }

  private func isUsual(_ range: FieldRange, _ truth: Bool) -> Bool {
    range.count >= 4 && bytes[Int(range.start)] == (truth ? 0x54 : 0x46) && bytes[Int(range.start) + 1] >= 0x61
      && bytes[Int(range.start) + 2] >= 0x61 && bytes[Int(range.start) + 3] >= 0x61 && bytes[Int(range.end) - 1] >= 0x61
  }

  private mutating func append(_ text: [UInt8]) -> FieldRange {
    let start = bytes.count
    bytes += text
    return FieldRange(start: start, end: bytes.count)
  }

  /// What a text says: `True` or `1`, `False` or `0`, in any case; nil for anything else.
  static func truth(_ text: Span<UInt8>) -> Bool? {
    switch text.count {
    case 1: return text[0] == 0x31 ? true : text[0] == 0x30 ? false : nil
    case 4: return KeyText.equals(text, lowercased: trueWord) == true ? true : nil
    case 5: return KeyText.equals(text, lowercased: falseWord) == true ? false : nil
    default: return nil
    }
  }

  private static let trueWord = Array("true".utf8)
  private static let falseWord = Array("false".utf8)

  fileprivate mutating func rewriteSymbols(
    _ column: Int, _ table: SymbolTable, _ scratch: inout OutputBuffer
  ) throws(NumberWithoutSymbol) {
    // Each symbol stands once in the batch, if it is needed.
    var known = Array(repeating: FieldRange.empty, count: table.symbols.count)
    var place = column
    while place < fields.count {
      let range = fields[place]
      if !range.isEmpty, let symbol = try symbol(range, table, &scratch) {
        if known[symbol].isEmpty { known[symbol] = append(table.symbols[symbol]) }
        fields[place] = known[symbol]
      }
      place += width
    }
  }

  /// The symbol that a field stands for, unless it is that itself or stands for none.
  private func symbol(
    _ range: FieldRange, _ table: SymbolTable, _ scratch: inout OutputBuffer
  ) throws(NumberWithoutSymbol) -> Int? {
    let text = bytes.span.extracting(range.bounds)
    scratch.truncate(to: 0)
    KeyText.appendLowercased(text, to: &scratch)
    if let entry = table.spellings.find(scratch.span) {
      let symbol = Int(table.spellings[entry])
      let bytes = table.symbols[symbol]
      return text.equals(bytes.span) ? nil : symbol
    }
    if table.refusesNumbers, RecordBatch.isNumber(text) { throw NumberWithoutSymbol(attribute: table.attribute) }
    return nil
  }

  private static func isNumber(_ text: Span<UInt8>) -> Bool {
    let start = text[0] == UInt8(ascii: "-") ? 1 : 0
    for index in start..<text.count {
      guard case 0x30...0x39 = text[index] else { return false }
    }
    return text.count > start
  }
}
