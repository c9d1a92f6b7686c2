import Mapping
import Packages
import Records

/// What the target environment has, as references of F&O tell it: values that records need there.
struct FinopsTarget {
  private struct Rule {
    var fields: Set<String>
    var places: [(entity: String, column: String)]
    /// The values, each behind its company; those of global entities behind none.
    var values = KeyIndex()
    /// The companies of which a reference holds values of this kind, so that one that is missing is missing indeed.
    var known: Set<CompanyID> = []
    var isKnown: Bool { !known.isEmpty }
  }

  private var rules: [Rule] = [
    Rule(fields: ["customergroupid"], places: [("CustCustomerGroupEntity", "CustomerGroupId")]),
    Rule(fields: ["salescurrencycode", "currencycode"], places: [("CurrencyEntity", "CurrencyCode")]),
    Rule(
      fields: ["salesunitsymbol", "inventoryunitsymbol", "purchaseunitsymbol", "bomunitsymbol"],
      places: [("UnitOfMeasureEntity", "UnitSymbol")]),
    Rule(
      fields: ["paymentterms", "paymenttermsname", "paymenttermid"], places: [("PaymentTermEntity", "Name")]),
    Rule(
      fields: ["deliveryterms", "deliverytermscode", "deliverytermsid"], places: [("DeliveryTermsEntity", "TermsCode")]),
    Rule(fields: ["deliverymode", "deliverymodecode"], places: [("DeliveryModeV2Entity", "ModeCode")]),
    Rule(
      fields: ["orderingcustomeraccountnumber", "requestingcustomeraccountnumber", "invoicecustomeraccountnumber"],
      places: [("CustCustomerV2Entity", "CustomerAccount"), ("CustCustomerV3Entity", "CustomerAccount")]),
    Rule(
      fields: ["itemnumber", "productnumber"],
      places: [
        ("EcoResReleasedProductV2Entity", "ItemNumber"), ("EcoResSellableReleasedProductEntity", "ProductNumber"),
        ("EcoResReleasedDistinctProductCDSEntity", "ProductNumber"),
      ]),
  ]

  /// Reads the values out of references, and out of the inputs where a reference tells of the same kind. `company` is that
  /// of records that nothing else says the company of.
  init(inputs: [Package], references: [Package], company: CompanyID) throws {
    for package in references where package.kind.side == .finops { try read(package, company, isReference: true) }
    guard rules.contains(where: \.isKnown) else { return }
    for package in inputs where package.kind.side == .finops { try read(package, company, isReference: false) }
  }

  private mutating func read(_ package: Package, _ company: CompanyID, isReference: Bool) throws {
    var wanted: [Int: [(rule: Int, column: Int)]] = [:]
    for (number, rule) in rules.enumerated() where isReference || rule.isKnown {
      for place in rule.places {
        for entity in package.indices(of: place.entity) {
          let column = package.entities[entity].columns.firstIndex { $0.name.lowercased() == place.column.lowercased() }
          guard let column else { continue }
          wanted[entity, default: []].append((number, column))
        }
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

  /// The rule by which values of an entity's column are needed in the target; nil if no reference tells of them.
  func rule(for column: String, of entity: String) -> Int? {
    let name = column.lowercased()
    return rules.firstIndex { rule in
      rule.isKnown && rule.fields.contains(name)
        && !rule.places.contains { $0.entity.lowercased() == entity.lowercased() }
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
