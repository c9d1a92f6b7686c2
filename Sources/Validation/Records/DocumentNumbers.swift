import Mapping
import Packages
import Records

/// The numbers of a package's documents, so that lines whose number has lost its leading zeros are found.
final class DocumentNumbers {
  /// What an entity has to do with documents.
  struct Part {
    /// The place of the column with their numbers.
    var column: Int
    /// Whether it has the documents themselves, not their lines.
    var isHeader: Bool
    /// What entities of headers and lines of the same documents have in common.
    fileprivate var group: String
  }

  private let schemas: SchemaCatalogue
  private var whole: [String: KeyIndex] = [:]
  private var short: [String: KeyIndex] = [:]
  private var parts: [String: Part?] = [:]
  private var scratch = OutputBuffer(capacity: 64)
  private var rest = OutputBuffer(capacity: 64)

  init(_ schemas: SchemaCatalogue) { self.schemas = schemas }

  /// What an entity has to do with documents; nil if it is no part of any.
  func part(_ entity: PackageEntity, _ columns: [SourceColumn]) throws -> Part? {
    if let known = parts[entity.name] { return known }
    let part = try stated(entity, columns) ?? DocumentNumbers.guessed(entity.name, columns)
    parts[entity.name] = .some(part)
    return part
  }

  /// What schemas say of an entity.
  private func stated(_ entity: PackageEntity, _ columns: [SourceColumn]) throws -> Part? {
    guard let schema = entity.schema else { return nil }
    let own = try schemas.documentColumn(of: schema.name)
    guard let name = (schema.header?.by ?? own)?.lowercased(),
      let column = columns.firstIndex(where: { $0.name.lowercased() == name })
    else { return nil }
    let group = schema.header?.entity ?? schema.name
    return Part(column: column, isHeader: schema.header == nil, group: group.lowercased())
  }

  /// What the names of an entity and its columns suggest: most entities of sales documents have no schema.
  private static func guessed(_ entity: String, _ columns: [SourceColumn]) -> Part? {
    let name = entity.lowercased()
    let isHeader = name.contains("header")
    let numbers = ["SALESORDERNUMBER", "SALESQUOTATIONNUMBER", "INVOICENUMBER"]
    guard isHeader || name.contains("line"),
      let column = columns.firstIndex(where: { numbers.contains($0.name.uppercased()) })
    else { return nil }
    let group = name.split(separator: isHeader ? "header" : "line").joined()
    return Part(column: column, isHeader: isHeader, group: group)
  }

  /// Notes a header's number, or compares a line's with them.
  func hasLostZeros(_ part: Part, _ batch: RecordBatch, _ record: Int, of company: CompanyID) throws -> Bool {
    scratch.truncate(to: 0)
    KeyText.append(batch.bytes.span.extracting(batch.range(record, part.column).bounds), to: &scratch)
    var zeros = 0
    while zeros < scratch.count, scratch.span[zeros] == 0x30 { zeros += 1 }
    company.append(to: &scratch)
    rest.truncate(to: 0)
    rest.append(scratch, zeros..<scratch.count)
    if part.isHeader {
      _ = whole[part.group, default: KeyIndex()].insert(scratch, value: 0)
      if zeros > 0 { _ = short[part.group, default: KeyIndex()].insert(rest, value: 0) }
      return false
    }
    guard zeros == 0, let numbers = whole[part.group] else { return false }
    if numbers.find(scratch) != nil { return false }
    guard let shortened = short[part.group] else { return false }
    return shortened.find(rest) != nil
  }
}
