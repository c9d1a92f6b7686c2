import Findings
import Records

/// What is counted of a finding whose row was made elsewhere.
struct CountedFinding: Equatable {
  let code: FindingCode
  let severity: Severity
  let entity: EntityName
  /// Whether it is a consequence of another one.
  let follow: Bool

  init(_ finding: Finding) {
    (code, severity, entity, follow) = (finding.code, finding.severity, finding.place.entity, finding.follows)
  }

  /// The bytes in front of the entity's name: code, severity, consequence, and the size of the name.
  private static let headSize = 6

  func append(to output: inout OutputBuffer) {
    let name = entity.rawValue.utf8
    for number in [code.number, UInt16(severity.number) | (follow ? 1 << 8 : 0), UInt16(name.count)] {
      output.append(UInt8(truncatingIfNeeded: number))
      output.append(UInt8(number >> 8))
    }
    for byte in name { output.append(byte) }
  }

  /// How many bytes of a row are of it; nil if there are not so many.
  static func size(_ row: Span<UInt8>) -> Int? {
    guard row.count >= headSize else { return nil }
    let size = headSize + Int(row[4]) + Int(row[5]) << 8
    return row.count >= size ? size : nil
  }

  /// What the bytes say. Throws `PackedError` if they say nothing.
  init(_ bytes: [UInt8]) throws(PackedError) {
    guard CountedFinding.size(bytes.span) == bytes.count, let severity = Severity(number: Int(bytes[2])) else {
      throw PackedError()
    }
    code = FindingCode(number: UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
    (self.severity, follow) = (severity, bytes[3] != 0)
    entity = EntityName(String(decoding: bytes[CountedFinding.headSize...], as: UTF8.self))
  }
}
