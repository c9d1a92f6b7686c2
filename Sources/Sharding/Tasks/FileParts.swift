import Conversion
import Mapping
import Packages
import Records

/// The parts that the records of one file belong to.
final class FileParts {
  private var texts: FileTexts?
  private let input: Int
  private let parts: Int
  private let ties: [[UInt8]: [UInt8]]
  /// The parts of the records of the batch at hand.
  private(set) var numbers: [Int] = []

  /// Those of a file of an input in so many parts, with the texts of its records if they have any. `ties` are the texts that
  /// stand for others.
  init(_ texts: consuming FileTexts?, ofInput input: Int, parts: Int, ties: [[UInt8]: [UInt8]] = [:]) {
    self.texts = texts
    (self.input, self.parts, self.ties) = (input, parts, ties)
  }

  /// Finds the parts of the records of a batch. Their texts are asked of `whole`, which has the same records with what later
  /// inputs bring for them.
  func find(_ batch: RecordBatch, as whole: RecordBatch?, _ lookups: borrowing LookupContext) throws {
    var found = numbers
    numbers = []
    found.removeAll(keepingCapacity: true)
    if parts == 1 {
      found.append(contentsOf: repeatElement(0, count: batch.count))
    } else if var own = texts.take() {
      if let whole, whole.count == batch.count {
        try own.forEach(whole, batch, lookups) { record, text, _, _ in found.append(part(of: text, batch, record)) }
      }
      texts = consume own
    }
    for record in found.count..<batch.count { found.append(partOfNobody(batch, record)) }
    numbers = found
  }

  private func part(of text: Span<UInt8>, _ batch: borrowing RecordBatch, _ record: Int) -> Int {
    if text.isEmpty { return partOfNobody(batch, record) }
    if ties.isEmpty { return MeetingHash.part(of: text, parts: parts) }
    let own = text.copy
    let met = ties[own] ?? own
    return MeetingHash.part(of: met.span, parts: parts)
  }

  /// The part of a record that meets nobody.
  private func partOfNobody(_ batch: borrowing RecordBatch, _ record: Int) -> Int {
    let text = Array("#\(input).\(batch.number(of: record))".utf8)
    return MeetingHash.part(of: text.span, parts: parts)
  }
}
