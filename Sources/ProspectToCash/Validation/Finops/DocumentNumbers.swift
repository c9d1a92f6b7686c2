import Mapping
import Packages
import Records

/// The numbers of a package's documents, so that lines whose number has lost its leading zeros are found.
final class DocumentNumbers {
  private static let columns = ["SALESORDERNUMBER", "SALESQUOTATIONNUMBER", "INVOICENUMBER"]

  private var whole: [String: KeyIndex] = [:]
  private var short: [String: KeyIndex] = [:]
  private var places: [String: Int] = [:]
  private var scratch = OutputBuffer(capacity: 64)
  private var rest = OutputBuffer(capacity: 64)

  /// The column of an entity that holds the number of a document; nil if it is no part of one.
  func column(_ entity: String, _ columns: [SourceColumn]) -> Int? {
    if let known = places[entity] { return known < 0 ? nil : known }
    let lower = entity.lowercased()
    let isPart = lower.contains("header") || lower.contains("line")
    let place = isPart ? columns.firstIndex { DocumentNumbers.columns.contains($0.name.uppercased()) } : nil
    places[entity] = place ?? -1
    return place
  }

  /// Notes a header's number, or compares a line's with them.
  func hasLostZeros(
    _ entity: String, _ batch: RecordBatch, _ record: Int, _ column: Int, of company: CompanyID
  ) throws -> Bool {
    let group = DocumentNumbers.group(entity)
    scratch.truncate(to: 0)
    KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &scratch)
    var zeros = 0
    while zeros < scratch.count, scratch.span[zeros] == 0x30 { zeros += 1 }
    company.append(to: &scratch)
    rest.truncate(to: 0)
    rest.append(scratch, zeros..<scratch.count)
    if entity.lowercased().contains("header") {
      _ = whole[group, default: KeyIndex()].insert(scratch, value: 0)
      if zeros > 0 { _ = short[group, default: KeyIndex()].insert(rest, value: 0) }
      return false
    }
    guard zeros == 0, let numbers = whole[group] else { return false }
    if numbers.find(scratch) != nil { return false }
    guard let shortened = short[group] else { return false }
    return shortened.find(rest) != nil
  }

  /// What header and line entities of one document have in common.
  private static func group(_ entity: String) -> String {
    let lower = entity.lowercased()
    return lower.contains("header")
      ? lower.split(separator: "header").joined() : lower.split(separator: "line").joined()
  }
}
