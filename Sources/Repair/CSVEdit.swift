// Hot path: no allocation per record or field.

import Records

/// Leaves columns out of CSV text, cuts empty fields off behind the last heading, and ends records by CR LF. Everything
/// else, quotes included, stands as it stood.
struct CSVEdit: TextEdit {
  /// What is to be done.
  struct Orders {
    /// The places of the columns that are left out.
    var leftOut: Set<Int> = []
    /// The number of columns behind which fields are cut off; nil to cut none.
    var width: Int?
    /// Whether bare line feeds become CR LF.
    var fixesLineEnds = false

    /// Whether there is nothing to do.
    var isEmpty: Bool { leftOut.isEmpty && width == nil && !fixesLineEnds }
  }

  private static let quote = UInt8(ascii: "\"")
  /// More bytes of empty fields than this behind the width stay, as if there were a value.
  private static let mostHeld = 1 << 20

  private let delimiter: UInt8
  private let fixesLineEnds: Bool
  private let width: Int
  /// For each column up to the last one that is left out whether it is.
  private let leftOut: [Bool]

  /// How many records end by a bare line feed.
  private(set) var bareLineFeeds = 0
  /// How many records have fields behind the width, and how many of them a value there.
  private(set) var surplusRecords = 0
  private(set) var surplusValues = 0

  private var column = 0
  /// How many fields of the record stand already.
  private var written = 0
  private var isFieldOpen = false
  private var isAtFieldStart = true
  private var isQuoted = false
  private var isBehindQuote = false
  private var lastWasCarriageReturn = false
  /// Whether the record has a byte, and whether one of it was written.
  private var hasText = false
  private var hasWritten = false
  /// What stands behind the width, until a value shows that it must stay.
  private var held: [UInt8] = []
  private var surplusHasValue = false

  /// `observedWidth` is that behind which fields count as surplus even if they stay.
  init(_ dialect: CSVDialect, _ orders: Orders, observedWidth: Int) {
    delimiter = dialect.delimiter
    fixesLineEnds = orders.fixesLineEnds
    cutsSurplus = orders.width != nil
    width = orders.width ?? observedWidth
    leftOut = (0..<(orders.leftOut.max() ?? -1) + 1).map { orders.leftOut.contains($0) }
  }

  private let cutsSurplus: Bool

  mutating func edit(_ text: Span<UInt8>, isLast: Bool, to output: inout OutputBuffer) throws {
    for index in text.indices {
      let byte = text[index]
      if byte != 0x0A, byte != 0x0D { hasText = true }
      if isQuoted {
        if byte == CSVEdit.quote { (isQuoted, isBehindQuote) = (false, true) }
        put(byte, to: &output)
        continue
      }
      if isBehindQuote, byte == CSVEdit.quote {
        (isQuoted, isBehindQuote) = (true, false)
        put(byte, to: &output)
        continue
      }
      isBehindQuote = false
      if byte == delimiter {
        endField(to: &output)
        column += 1
        isAtFieldStart = true
        lastWasCarriageReturn = false
      } else if byte == 0x0A {
        if !lastWasCarriageReturn {
          endRecord(to: &output)
          bareLineFeeds += 1
          if fixesLineEnds { output.append(0x0D) }
        }
        output.append(byte)
        lastWasCarriageReturn = false
      } else if byte == 0x0D {
        endRecord(to: &output)
        output.append(byte)
        lastWasCarriageReturn = true
      } else {
        if byte == CSVEdit.quote, isAtFieldStart { isQuoted = true }
        put(byte, to: &output)
        isAtFieldStart = false
        lastWasCarriageReturn = false
      }
    }
    if isLast, column > 0 || isFieldOpen || !held.isEmpty { endRecord(to: &output) }
  }

  private var isLeftOut: Bool { column < leftOut.count && leftOut[column] }

  /// A byte of the current field.
  private mutating func put(_ byte: UInt8, to output: inout OutputBuffer) {
    if isLeftOut { return }
    if column >= width, !surplusHasValue {
      openSurplus(to: &output)
      if byte == CSVEdit.quote, !surplusHasValue {
        held.append(byte)
        return
      }
      keepSurplus(to: &output)
    }
    openField(to: &output)
    output.append(byte)
    hasWritten = true
  }

  /// Begins the field, unless it has begun.
  private mutating func openField(to output: inout OutputBuffer) {
    guard !isFieldOpen else { return }
    isFieldOpen = true
    if written > 0 {
      output.append(delimiter)
      hasWritten = true
    }
    written += 1
  }

  /// Begins a field behind the width, to be held.
  private mutating func openSurplus(to output: inout OutputBuffer) {
    guard !isFieldOpen else { return }
    isFieldOpen = true
    if written > 0 { held.append(delimiter) }
    written += 1
    if held.count > CSVEdit.mostHeld { keepSurplus(to: &output) }
  }

  /// Takes what stands behind the width for a value: it stays, and so does what comes behind it.
  private mutating func keepSurplus(to output: inout OutputBuffer) {
    surplusHasValue = true
    flushHeld(to: &output)
  }

  private mutating func flushHeld(to output: inout OutputBuffer) {
    for byte in held { output.append(byte) }
    if !held.isEmpty { hasWritten = true }
    held.removeAll(keepingCapacity: true)
  }

  private mutating func endField(to output: inout OutputBuffer) {
    if !isLeftOut {
      if column >= width, !surplusHasValue { openSurplus(to: &output) } else { openField(to: &output) }
    }
    isFieldOpen = false
  }

  private mutating func endRecord(to output: inout OutputBuffer) {
    endField(to: &output)
    if column >= width {
      surplusRecords += 1
      if surplusHasValue { surplusValues += 1 }
      if !cutsSurplus { flushHeld(to: &output) }
      held.removeAll(keepingCapacity: true)
    }
    // With nothing left of it the record would be a blank line, and no record any more.
    if hasText, !hasWritten {
      output.append(CSVEdit.quote)
      output.append(CSVEdit.quote)
    }
    (hasText, hasWritten) = (false, false)
    (column, written, isFieldOpen, isAtFieldStart, surplusHasValue) = (0, 0, false, true, false)
  }
}
