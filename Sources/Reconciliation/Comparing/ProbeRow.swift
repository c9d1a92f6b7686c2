// Hot path: no allocation per record.

import Findings
import Mapping
import Packages
import Records

/// What a conversion makes of a record, for the comparison with what is there.
enum RecordFate: UInt8 {
  /// It is written.
  case goesOver
  /// It is refused for a fault of its own or of its document.
  case refused
  /// The task's filter keeps it back.
  case filtered
  /// The filter of its document's header keeps it back.
  case filteredWithHeader
  /// An earlier record of its side has its key.
  case doubled
  /// Another package of its side has its key with other content.
  case contradictory
  /// Several records of the destination have its natural key.
  case ambiguous
}

/// The layout of a record of the source on its way to the one it is compared with: a head of fixed size, then its key as
/// it is shown, its id in Sales, its currency, its faults, and the values of the compared fields.
enum ProbeRow {
  /// Task, fate, two bytes unused, number within the task, company, and the place among all records that pass.
  static let headSize = sequence + 8
  private static let sequence = 8 + CompanyID.size
  /// The places of the fields in front of the compared ones.
  static let key = 0
  static let id = 1
  static let currency = 2
  static let faults = 3
  static let values = 4

  /// Replaces the buffer's bytes by the head of a row.
  static func begin(
    _ buffer: inout OutputBuffer, task: Int, _ fate: RecordFate, number: Int, of company: CompanyID, sequence: Int
  ) {
    buffer.truncate(to: 0)
    buffer.append(UInt8(truncatingIfNeeded: task))
    buffer.append(fate.rawValue)
    buffer.append(0)
    buffer.append(0)
    for shift in stride(from: 0, to: 32, by: 8) { buffer.append(UInt8(truncatingIfNeeded: number >> shift)) }
    company.append(to: &buffer)
    for shift in stride(from: 56, through: 0, by: -8) { buffer.append(UInt8(truncatingIfNeeded: sequence >> shift)) }
  }

  /// Appends a row's place among all records that pass, so that bytes sort as places do.
  static func appendSequence(_ row: Span<UInt8>, to buffer: inout OutputBuffer) {
    buffer.append(row.extracting(sequence..<headSize))
  }

  /// The company of a row's record; none if the first company that has the key is the one.
  static func company(_ row: Span<UInt8>) -> CompanyID { CompanyID(row, at: 8) }

  /// The task of a row.
  static func task(_ row: Span<UInt8>) -> Int { Int(row[0]) }

  /// What became of a row's record.
  static func fate(_ row: Span<UInt8>) -> RecordFate { RecordFate(rawValue: row[1]) ?? .refused }

  /// The number of a row's record within the task.
  static func number(_ row: Span<UInt8>) -> Int {
    Int(row[4]) | Int(row[5]) << 8 | Int(row[6]) << 16 | Int(row[7]) << 24
  }

  /// The code of a field's fault among those of a row; nil if it has none. Each takes four bytes: place and code.
  static func fault(of place: Int, in faults: Span<UInt8>) -> FindingCode? {
    for index in stride(from: 0, to: faults.count, by: 4)
    where Int(faults[index]) | Int(faults[index + 1]) << 8 == place {
      return FindingCode(number: UInt16(faults[index + 2]) | UInt16(faults[index + 3]) << 8)
    }
    return nil
  }

  /// Appends a field's fault.
  static func appendFault(_ place: Int, _ code: FindingCode, to buffer: inout OutputBuffer) {
    buffer.append(UInt8(truncatingIfNeeded: place))
    buffer.append(UInt8(truncatingIfNeeded: place >> 8))
    buffer.append(UInt8(truncatingIfNeeded: code.number))
    buffer.append(UInt8(truncatingIfNeeded: code.number >> 8))
  }
}
