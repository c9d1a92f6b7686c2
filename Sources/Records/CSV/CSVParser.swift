// Hot path: no allocation per record or field. Batches cost a few buffers each.

/// Splits decoded CSV text into batches of records (RFC 4180: quoted line breaks, doubled quotes; CR LF, LF or CR).
///
/// Text comes in pieces of any size; a record that a piece cuts waits for the next one. A record that cannot be read
/// is part of its batch with a fault, and the next one begins behind it. Blank lines are no records.
public struct CSVParser: Sendable {
  /// The longest record that is held in memory, in bytes; what is longer is a `quote` fault.
  public static let longestRecord = 24 << 20

  /// How the rest of a record that is too long is passed over.
  private enum Discarding {
    case nothing
    /// Up to the quote that closes the field.
    case quoted
    /// That quote perhaps, unless another one follows it.
    case closing
    /// Up to the line end.
    case line
    /// A line feed that belongs to the line end.
    case lineFeed
  }

  private let delimiter: UInt8
  private let hasQuotes: Bool
  private let hasBackslashes: Bool
  private let width: Int
  /// The fewest fields that a record may have; what it lacks is empty.
  private let shortest: Int
  private var line: UInt32
  private var nextNumber: Int
  private var carry: [UInt8] = []
  /// How much text there should be before a record that is not whole is looked at again: twice as much as the last time, so
  /// that the time grows with the record and not with its square.
  private var wanted = 0
  private var carriedFaults: [Int] = []
  private var carriesNoncharacters = false
  private var recentFields = 1 << 15
  private var recentLines = 1 << 11
  private var discarding = Discarding.nothing
  private let longest: Int
  private let mostRecords: Int
  /// Whether the text that was given holds more records than a batch may have: they come if an empty piece is given.
  public private(set) var hasMore = false

  /// A parser of records of `width` fields that begin at line `line`, and of batches of `mostRecords` of them. Records may lack
  /// fields behind the first `shortest`; the first one has the number `firstNumber`.
  public init(
    dialect: CSVDialect, width: Int, line: Int, longestRecord: Int = CSVParser.longestRecord, mostRecords: Int = .max,
    shortest: Int? = nil, firstNumber: Int = 1
  ) {
    delimiter = dialect.delimiter
    hasQuotes = dialect.hasQuotes
    hasBackslashes = dialect.hasBackslashes
    self.shortest = shortest ?? width
    nextNumber = firstNumber
    longest = longestRecord
    self.mostRecords = mostRecords
    self.width = width
    self.line = UInt32(line)
  }

  /// The header's names in the first record of the text, how many bytes and lines it takes; nil if the text ends before it does.
  public static func header(
    _ text: Span<UInt8>, dialect: CSVDialect, isLast: Bool
  ) -> (names: [String], bytes: Int, lines: Int)? {
    var names: [String] = []
    var index = 0
    var lines = 0
    while index <= text.count {
      var name: [UInt8] = []
      if index < text.count, text[index] == quote {
        index += 1
        while true {
          guard index < text.count else { return nil }
          if text[index] == quote {
            index += 1
            guard index < text.count, text[index] == quote else { break }
          }
          if text[index] == 0x0A { lines += 1 }
          name.append(text[index])
          index += 1
        }
      }
      while index < text.count, text[index] != dialect.delimiter, text[index] != 0x0A, text[index] != 0x0D {
        name.append(text[index])
        index += 1
      }
      names.append(String(decoding: name, as: UTF8.self))
      guard index < text.count else { return isLast ? (names, index, lines) : nil }
      let end = text[index]
      index += 1
      if end == dialect.delimiter { continue }
      if end == 0x0D {
        if index == text.count, !isLast { return nil }
        if index < text.count, text[index] == 0x0A { index += 1 }
      }
      return (names, index, lines + 1)
    }
    return nil
  }

  private static let quote = UInt8(ascii: "\"")

  /// The records of the next piece of text, which begins at `start`; what stands before is room for the rest of the piece
  /// before. `invalid` holds the offsets in it that could not be decoded; `mayHaveNoncharacters` says that U+FFFE or U+FFFF
  /// may be in it.
  public mutating func parse(
    _ piece: consuming [UInt8], start: Int = 0, invalid: [Int], mayHaveNoncharacters: Bool = true, isLast: Bool
  ) -> RecordBatch {
    var batch = RecordBatch(width: width, firstNumber: nextNumber)
    let hasNoncharacters = mayHaveNoncharacters || carriesNoncharacters
    hasMore = false
    var first = start
    var faultsAt = invalid
    if carry.isEmpty {
      batch.bytes = piece
    } else if carry.count <= start, carry.count + piece.count - start >= wanted {
      batch.bytes = piece
      first = start - carry.count
      for index in carry.indices { batch.bytes[first + index] = carry[index] }
      faultsAt = carriedFaults.map { $0 + first } + invalid
    } else {
      let shift = carry.count - start
      makeRoom(for: piece.count - start)
      carry.append(contentsOf: piece[start...])
      faultsAt = carriedFaults + invalid.map { $0 + shift }
      if !isLast, carry.count < wanted {
        carriedFaults = faultsAt
        carriesNoncharacters = hasNoncharacters
        return batch
      }
      // Records may be as long as `longest`: there is one buffer for such a one, which changes hands.
      swap(&batch.bytes, &carry)
      first = 0
    }
    carry.removeAll(keepingCapacity: true)
    batch.fields.reserveCapacity(max(recentFields, width))
    batch.lines.reserveCapacity(max(recentLines, 1))
    let rest = split(&batch, from: first, undecodable: faultsAt, isLast: isLast)
    if hasNoncharacters { batch.fitsXML = false }
    carriesNoncharacters = hasNoncharacters && rest < batch.bytes.count
    let isWhole = rest > first || rest == batch.bytes.count
    if rest == 0 { swap(&batch.bytes, &carry) } else { carry.append(contentsOf: batch.bytes[rest...]) }
    wanted = isWhole ? 0 : min(2 * carry.count, longest + 1)
    carriedFaults = faultsAt.compactMap { $0 >= rest ? $0 - rest : nil }
    nextNumber += batch.count
    recentFields = batch.fields.count + batch.fields.count / 8
    recentLines = batch.count + batch.count / 8
    return batch
  }

  /// Makes room behind the text that waits. What is long by now gets room for the longest record at once, so that it is not
  /// copied again; pages that nothing is written to take no memory.
  private mutating func makeRoom(for more: Int) {
    let needed = carry.count + more
    if carry.capacity < needed {
      carry.reserveCapacity(needed < RecordBatch.largeSize ? 2 * needed : max(needed, longest + more))
    }
  }

  /// Makes room for some more records, and no more than a batch may have: of wide files these are few.
  @inline(never)
  private func makeRoom(_ fields: inout [FieldRange]) {
    let room = max(fields.capacity - fields.count, min(256, mostRecords) * width, 1)
    fields.append(addingCapacity: room) { $0.append(repeating: .empty, count: room) }
  }

  /// Finds all whole records in the batch's bytes; the offset of the one that is not whole.
  private mutating func split(
    _ batch: inout RecordBatch, from first: Int, undecodable: [Int], isLast: Bool
  ) -> Int {
    // Room for records comes in portions; `count` fields are taken.
    var fields = batch.fields
    var count = 0
    var lines = batch.lines
    var issues: [RecordIssue] = []
    // Places of fields of the record at hand.
    var escaped: [Int] = []
    var bytes = batch.bytes.mutableSpan
    let end = bytes.count
    let quote = CSVParser.quote
    let (delimiter, hasQuotes, hasBackslashes) = (delimiter, hasQuotes, hasBackslashes)
    var line = line
    var index = first
    var fault = 0
    var rest = end
    var hasControls = false
    if discarding != .nothing {
      index = discard(bytes.span, from: first, &line)
      if discarding != .nothing {
        self.line = line
        return end
      }
    }
    records: while index < end {
      let recordStart = index
      let recordLine = line
      if lines.count == mostRecords {
        (rest, hasMore) = (recordStart, true)
        break records
      }
      if count + width > fields.count { makeRoom(&fields) }
      // Borrowed once for each record: an array would be asked for each field whether anybody else holds it.
      var slots = fields.mutableSpan
      var found = 0
      var last: UInt32 = 0
      var malformed = false
      escaped.removeAll(keepingCapacity: true)
      fieldLoop: while true {
        var start = index
        var stop = index
        var isCut = false
        if hasQuotes, index < end, bytes[index] == quote {
          start = index + 1
          let plain = hasBackslashes ? start : QuotedValue.plainEnd(bytes.span, from: start)
          if plain &+ 1 < end, bytes[plain] == quote, bytes[plain &+ 1] == delimiter {
            stop = plain
            index = plain &+ 1
          } else {
            guard
              let value = QuotedValue(
                bytes.span, from: plain, hasBackslashes: hasBackslashes, isLast: isLast, &line, &hasControls)
            else {
              (rest, line) = (recordStart, recordLine)
              break records
            }
            index = value.end
            stop = index
            if value.hasEscapes { escaped.append(found) }
            if value.isClosed {
              index += 1
              if index < end {
                let byte = bytes[index]
                if byte != delimiter, byte != 0x0A, byte != 0x0D {
                  malformed = true
                  while index < end, bytes[index] != delimiter, bytes[index] != 0x0A, bytes[index] != 0x0D {
                    index += 1
                  }
                }
              }
            } else {
              if !isLast, end - recordStart <= longest {
                (rest, line) = (recordStart, recordLine)
                break records
              }
              (malformed, isCut) = (true, true)
              if !isLast { discarding = .quoted }
              stop = min(stop, start + 4096)
            }
          }
        } else {
          while index < end {
            if index + 8 <= end {
              // Eight bytes at a time, up to the first delimiter or control character.
              let word = bytes.word(at: index)
              let found = Word.holds(delimiter, word) | Word.below(0x20, word)
              index += found == 0 ? 8 : found.trailingZeroBitCount / 8
              if found == 0 { continue }
            }
            let byte = bytes[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
            if byte < 0x20, byte != 0x09 { hasControls = true }
            index += 1
          }
          stop = index
        }
        if !isCut, index == end {
          if !isLast, end - recordStart <= longest {
            (rest, line) = (recordStart, recordLine)
            break records
          }
          if !isLast { (malformed, discarding) = (true, .line) }
          isCut = true
        }
        if !isCut, !isLast, index + 1 == end, bytes[index] == 0x0D {
          (rest, line) = (recordStart, recordLine)
          break records
        }
        if found < width { slots[count &+ found] = FieldRange(start: start, end: stop) }
        last = UInt32(truncatingIfNeeded: stop)
        found &+= 1
        if isCut { break fieldLoop }
        let byte = bytes[index]
        index += 1
        if byte == delimiter { continue fieldLoop }
        if byte == 0x0D, index < end, bytes[index] == 0x0A { index += 1 }
        line += 1
        break fieldLoop
      }
      if found == 1, width == 0 || slots[count].isEmpty, !hasQuotes || bytes[recordStart] != quote {
        continue records
      }
      for field in escaped where field < (found > width ? width - 1 : width) {
        CSVParser.unescape(&slots[count + field], &bytes, hasBackslashes: hasBackslashes)
      }
      while fault < undecodable.count, undecodable[fault] < recordStart { fault += 1 }
      if fault < undecodable.count, undecodable[fault] < index {
        issues.append(RecordIssue(index: lines.count, .undecodable))
      } else if malformed || index - recordStart > longest {
        issues.append(RecordIssue(index: lines.count, .openQuote))
      } else if found > width || found < shortest {
        issues.append(RecordIssue(index: lines.count, .fieldCount(found, expected: width)))
      }
      if found < width {
        for field in found..<width { slots[count + field] = .empty }
      } else if found > width, width > 0 {
        // All that is too much stands, as it was read, in the last column.
        slots[count + width - 1].end = last
      }
      count += width
      lines.append(recordLine)
      if discarding != .nothing {
        rest = end
        break records
      }
    }
    self.line = line
    fields.removeLast(fields.count - count)
    batch.fields = fields
    batch.lines = lines
    batch.issues = issues
    batch.fitsXML = !hasControls
    return rest
  }

  /// Removes the second of each pair of quotes, and backslashes before what they escape, within the field's own bytes.
  private static func unescape(
    _ field: inout FieldRange, _ bytes: inout MutableSpan<UInt8>, hasBackslashes: Bool
  ) {
    var from = Int(field.start)
    var to = from
    let end = Int(field.end)
    while from < end {
      var byte = bytes[from]
      if hasBackslashes, byte == UInt8(ascii: "\\"), from + 1 < end,
        bytes[from + 1] == quote || bytes[from + 1] == byte
      {
        byte = bytes[from + 1]
        bytes[to] = byte
        to += 1
        from += 2
        continue
      }
      bytes[to] = byte
      to += 1
      from += byte == quote && from + 1 < end && bytes[from + 1] == quote ? 2 : 1
    }
    field.end = UInt32(to)
  }

  /// Passes over what is left of a record that is too long; the offset behind it.
  private mutating func discard(_ bytes: Span<UInt8>, from first: Int, _ line: inout UInt32) -> Int {
    for index in first..<bytes.count {
      let byte = bytes[index]
      switch discarding {
      case .nothing: return index
      case .quoted:
        if byte == CSVParser.quote { discarding = .closing }
        if byte == 0x0A { line += 1 }
        continue
      case .closing:
        if byte == CSVParser.quote {
          discarding = .quoted
          continue
        }
        discarding = .line
      case .line: break
      case .lineFeed:
        discarding = .nothing
        return byte == 0x0A ? index + 1 : index
      }
      guard byte == 0x0A || byte == 0x0D else { continue }
      line += 1
      discarding = byte == 0x0A ? .nothing : .lineFeed
    }
    return bytes.count
  }
}
