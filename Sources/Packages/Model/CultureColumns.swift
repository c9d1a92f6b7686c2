// Hot path (`lay`, `append`): no allocation per record but for Boolean words.

import Mapping
package import Records

/// What values mean that a loose file has in the notation of a culture: numbers, dates and Boolean words, as machines write them.
/// Each such column has another one behind the columns of the file, which has its name.
struct CultureColumns: Sendable {
  /// What is read.
  enum Kind: Sendable {
    case number, date, flag(yes: StaticString, no: StaticString)
  }

  private struct Column {
    var written: Int
    var kind: Kind
  }

  /// The culture of numbers and dates; nil where only Boolean words are read.
  let culture: SourceCulture?
  /// The number of the file's own columns.
  let ownCount: Int
  private let columns: [Column]

  /// What is known of columns whose values were divided before: the culture.
  init(_ culture: SourceCulture?, of ownCount: Int) {
    self.init(culture: culture, ownCount: ownCount, columns: [])
  }

  private init(culture: SourceCulture?, ownCount: Int, columns: [Column]) {
    (self.culture, self.ownCount, self.columns) = (culture, ownCount, columns)
  }

  /// Divides the columns of an entity's file whose values are read by a culture, or whose headings are in another language than
  /// English. False, and nothing is changed, if there are none.
  static func divide(_ entity: inout PackageEntity, _ culture: SourceCulture?) {
    guard let schema = entity.schema, culture != nil || entity.columns.contains(where: \.isLocalized) else { return }
    var read: [Column] = []
    let own = entity.columns.count
    for place in 0..<own {
      let column = entity.columns[place]
      guard column.part == .value, column.isKnown, let attribute = schema.attribute(named: column.name),
        let kind = kind(attribute.type, hasCulture: culture != nil)
      else { continue }
      read.append(Column(written: place, kind: kind))
      var meant = column
      meant.isImplicit = true
      meant.writtenPlace = place
      entity.columns.append(meant)
      entity.columns[place].part = .written
      // Who asks for the column by its name means the other one.
      entity.columns[place].name = ""
    }
    guard !read.isEmpty else { return }
    entity.cultureColumns = CultureColumns(culture: culture, ownCount: own, columns: read)
  }

  private static func kind(_ type: AttributeType, hasCulture: Bool) -> Kind? {
    switch type {
    case .int, .int64, .decimal, .double, .money: hasCulture ? .number : nil
    case .datetime, .date: hasCulture ? .date : nil
    case .bool: .flag(yes: "True", no: "False")
    case .noyes: .flag(yes: "Yes", no: "No")
    default: nil
    }
  }

  /// A batch of the file's own columns with what they mean.
  func lay(over batch: consuming RecordBatch) -> RecordBatch {
    var result = batch
    let own = result.width
    result.width = own + columns.count
    var fields: [FieldRange] = []
    fields.reserveCapacity(result.count * result.width)
    var text = OutputBuffer(capacity: 64)
    for record in 0..<result.count {
      fields.append(contentsOf: result.fields[record * own..<(record + 1) * own])
      for column in columns {
        let range = result.fields[record * own + column.written]
        text.truncate(to: 0)
        guard append(column.kind, result.bytes.span.extracting(range.bounds), to: &text) else {
          fields.append(range)
          continue
        }
        let start = result.bytes.count
        for index in 0..<text.count { result.bytes.append(text.span[index]) }
        fields.append(FieldRange(start: start, end: result.bytes.count))
      }
    }
    result.fields = fields
    return result
  }

  /// Adds what the values of a record mean, whose own fields stand in `fields` from `base` on: their texts behind those of the
  /// output. `isTyped` says of a column whether its cell is a number or date by itself, which no culture has written.
  func complete(
    _ fields: inout [FieldRange], from base: Int, _ output: inout OutputBuffer, isTyped: (Int) -> Bool
  ) {
    var text = OutputBuffer(capacity: 64)
    for (number, column) in columns.enumerated() {
      let range = fields[base + column.written]
      fields[base + ownCount + number] = range
      if range.isEmpty || isTyped(column.written) { continue }
      text.truncate(to: 0)
      guard append(column.kind, output.span.extracting(range.bounds), to: &text) else { continue }
      let start = output.count
      output.append(text.span)
      fields[base + ownCount + number] = FieldRange(start: start, end: output.count)
    }
  }

  /// Appends what a value means; false if that is the text itself. What is no number or date of the culture, but without one
  /// would be, becomes a text that no column takes.
  private func append(_ kind: Kind, _ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    if text.isEmpty { return false }
    switch kind {
    case .flag(let yes, let no):
      guard let answer = AnswerWords.meaning(text) else { return false }
      output.append(answer ? yes : no)
      return true
    case .number:
      guard let culture else { return false }
      switch culture.appendNumber(text, to: &output) {
      case .number: return true
      case .none: return false
      // A number in full or with an exponent means the same everywhere.
      case .foreign where !CultureColumns.hasMark(text): return false
      case .foreign: return CultureColumns.refuse(text, to: &output)
      }
    case .date:
      guard let culture, DateTime(text) == nil else { return false }
      guard let date = culture.date(text) else { return CultureColumns.refuse(text, to: &output) }
      date.append(separator: UInt8(ascii: "T"), to: &output)
      return true
    }
  }

  private static func hasMark(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") { return true }
    return false
  }

  /// How the meaning of a value begins that has none.
  fileprivate static let mark = UInt8(ascii: "?")

  private static func refuse(_ text: Span<UInt8>, to output: inout OutputBuffer) -> Bool {
    output.append(mark)
    output.append(text)
    return true
  }
}

extension PackageEntity {
  /// Whether numbers of the file are read by a culture.
  package var readsNumbers: Bool { cultureColumns?.culture != nil }

  /// Whether a value is none of the culture of the file, but without one would be a number or a date. Its meaning is a text that
  /// no column takes.
  package func isForeign(_ batch: RecordBatch, _ record: Int, column: Int) -> Bool {
    guard let written = columns[column].writtenPlace, cultureColumns?.culture != nil else { return false }
    let (meaning, own) = (batch.range(record, column), batch.range(record, written))
    return meaning != own && batch.bytes[Int(meaning.start)] == CultureColumns.mark
  }

  /// Whether a number is read by the culture of the file that without it would be another one: `1.234` is 1234 in Danish.
  package func isUnclear(_ batch: RecordBatch, _ record: Int, column: Int) -> Bool {
    guard let culture = cultureColumns?.culture, let written = columns[column].writtenPlace,
      schema?.attribute(named: columns[column].name)?.type.isNumber ?? false
    else { return false }
    // A cell that is a number by itself is taken as it is.
    let range = batch.range(record, written)
    guard range != batch.range(record, column) else { return false }
    var text = OutputBuffer(capacity: 64)
    let value = batch.bytes.span.extracting(range.bounds)
    return culture.appendNumber(value, to: &text) == .number(isUnclear: true)
  }
}
