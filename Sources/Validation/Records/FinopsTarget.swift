import Conversion
import Mapping
import Packages
import Records

/// What the target environment has, as references of F&O say: values that records need there. Schemas say which columns refer
/// to which entities.
struct FinopsTarget {
  /// The values that columns of some names refer to, of one entity or of several versions of it.
  private struct Rule {
    var reference: IncomingReference
    /// The values, each behind its company; those of global entities behind none.
    var values = KeyIndex()
    /// The companies of which a reference holds values of this kind, so that one that is missing is missing indeed.
    var known: Set<CompanyID> = []
  }

  private var rules: [Rule] = []

  /// Reads the values out of references, and out of the inputs where a reference has some of the same kind. `company` is that
  /// of records that nothing else says the company of.
  init(inputs: [Package], references: [Package], company: CompanyID) throws {
    for package in references where package.kind.side == .finops { try read(package, company, isReference: true) }
    guard !rules.isEmpty else { return }
    for package in inputs where package.kind.side == .finops { try read(package, company, isReference: false) }
  }

  /// The place of the rule for values that are referred to in the same way.
  private mutating func place(of reference: IncomingReference, isReference: Bool) -> Int? {
    if let known = rules.firstIndex(where: { $0.reference.referring == reference.referring }) { return known }
    guard isReference else { return nil }
    rules.append(Rule(reference: reference))
    return rules.count - 1
  }

  private mutating func read(_ package: Package, _ company: CompanyID, isReference: Bool) throws {
    var wanted: [Int: [(rule: Int, column: Int)]] = [:]
    for (entity, file) in package.entities.enumerated() {
      for reference in file.schema?.references ?? [] {
        guard let column = file.columns.firstIndex(where: { $0.name.lowercased() == reference.column.lowercased() }),
          let rule = place(of: reference, isReference: isReference)
        else { continue }
        wanted[entity, default: []].append((rule, column))
      }
    }
    guard !wanted.isEmpty else { return }
    var scan = try PackageScan(package, entities: Set(wanted.keys))
    var key = OutputBuffer(capacity: 64)
    while let (entity, batch) = try scan.next() {
      let companies = StatedCompanies(
        scan.columns(of: entity), of: package.entities[entity].schema, package: package, usual: company)
      for (rule, column) in wanted[entity] ?? [] {
        for record in 0..<batch.count {
          let company = companies.company(batch, record)
          if isReference { rules[rule].known.insert(company) }
          key.truncate(to: 0)
          company.append(to: &key)
          KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &key)
          _ = rules[rule].values.insert(key, value: 0)
        }
      }
    }
  }

  /// The rule by which values of an entity's column are needed in the target; nil if no reference has values of the kind, or
  /// if the entity itself has them.
  func rule(for column: String, of schema: EntitySchema?) -> Int? {
    let own = Set((schema?.references ?? []).map(\.referring))
    return rules.firstIndex { rule in
      !rule.known.isEmpty && rule.reference.isMade(by: column) && !own.contains(rule.reference.referring)
    }
  }

  /// Whether the target has a value for records of a company; true if nothing is known of values of its kind there.
  func has(_ value: String, of company: CompanyID, rule: Int) -> Bool {
    let bytes = KeyText.bytes(value)
    if bytes.isEmpty { return true }
    var isKnown = false
    for owner in [company, .none] where rules[rule].known.contains(owner) {
      isKnown = true
      var key = OutputBuffer(capacity: bytes.count + 4)
      owner.append(to: &key)
      key.append(bytes)
      if rules[rule].values.find(key.span) != nil { return true }
    }
    return !isKnown
  }
}
