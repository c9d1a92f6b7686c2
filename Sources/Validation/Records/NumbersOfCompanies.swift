import Conversion
import Findings
import Mapping
import Packages
import Records

/// Numbers that two companies have, of which Sales can keep one only: each is reported for the later company.
///
/// Whose record comes later says the order of companies, not that of reading. So records are read once more, and only where
/// several companies have some of an entity.
struct NumbersOfCompanies {
  /// Which companies come before others, whose numbers get a prefix in Sales, and whose records are converted at all.
  struct Rules {
    /// The companies that the project lists, in its order; others come after them, by name.
    var order: [CompanyID] = []
    /// What is put before the numbers of a company.
    var prefixes: [CompanyID: String] = [:]
    /// The companies that run; nil for all of them.
    var running: Set<CompanyID>?
    /// The entities whose records go to Sales under a number of their own, in lower case.
    var entities: Set<String> = []
  }

  private let batch: PackageBatch
  private let rules: Rules

  init(_ batch: PackageBatch, _ rules: Rules) {
    self.batch = batch
    self.rules = rules
  }

  /// Reports the numbers in all packages.
  func report() throws {
    for package in batch.packages where package.kind.side == .finops {
      for (number, entity) in package.entities.enumerated() {
        guard rules.entities.contains(entity.name.lowercased()), let schema = entity.schema, !schema.keys.isEmpty,
          !schema.keys.contains(where: { schema.attribute(named: $0)?.isShared ?? false })
        else { continue }
        let companies = ordered(batch.companies(of: entity.name))
        if companies.count > 1 { try report(package, number, schema, companies) }
      }
    }
  }

  /// The companies that run, in their order.
  private func ordered(_ companies: Set<CompanyID>) -> [CompanyID] {
    func rank(_ company: CompanyID) -> (Int, String) {
      (rules.order.firstIndex(of: company) ?? rules.order.count, company.description)
    }
    return companies.filter { $0 != .none && rules.running?.contains($0) ?? true }.sorted { rank($0) < rank($1) }
  }

  private func report(_ package: Package, _ entity: Int, _ schema: EntitySchema, _ companies: [CompanyID]) throws {
    var scan = try PackageScan(package, entities: [entity])
    let prefixes = companies.map { KeyText.bytes(rules.prefixes[$0] ?? "") }
    var key = OutputBuffer(capacity: 64)
    while let (_, records) = try scan.next() {
      let columns = scan.columns(of: entity)
      let owners = StatedCompanies(columns, of: schema, package: package, usual: batch.company)
      let keys = schema.keys.compactMap { name in columns.firstIndex { $0.name.lowercased() == name.lowercased() } }
      guard keys.count == schema.keys.count else { return }
      var issue = 0
      for record in 0..<records.count where records.issue(of: record, &issue) == nil {
        guard let place = companies.firstIndex(of: owners.company(records, record)), place > 0 else { continue }
        FinopsRecords.load(keys, records, record, to: &key)
        guard
          let other = (0..<place).first(where: { earlier in
            let number = NumbersOfCompanies.number(key.span, behind: prefixes[place], without: prefixes[earlier])
            return number.map { batch.hasKey($0.span, in: package.entities[entity].name, of: companies[earlier]) }
              ?? false
          })
        else { continue }
        try report(package, entity, records, record, keys, of: companies[place], as: companies[other])
      }
    }
  }

  private func report(
    _ package: Package, _ entity: Int, _ records: RecordBatch, _ record: Int, _ keys: [Int], of company: CompanyID,
    as other: CompanyID
  ) throws {
    var place = FindingPlace(package, package.entities[entity])
    (place.record, place.line) = (records.number(of: record), Int(records.lines[record]))
    (place.key, place.company) = (FinopsRecords.shownKey(keys, records, record), company.description)
    try batch.reporter.report(.numberInSeveralCompanies, .warning, place, detail: .name(other.description))
  }

  /// The number of one company that is in Sales what the number of another one is there; nil if there can be none.
  static func number(_ key: Span<UInt8>, behind prefix: [UInt8], without other: [UInt8]) -> [UInt8]? {
    var whole = prefix
    for index in key.indices { whole.append(key[index]) }
    guard whole.starts(with: other) else { return nil }
    return Array(whole.dropFirst(other.count))
  }
}
