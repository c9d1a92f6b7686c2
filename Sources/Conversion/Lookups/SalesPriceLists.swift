import Findings
import Mapping
import Records

/// The price lists of Sales, and which of them counts for a currency.
struct SalesPriceLists {
  private struct List {
    var name: String
    var id: GUID
    var currency: GUID?
    var isActive: Bool
    /// The first and the last day on which it is valid; nil where there is no limit.
    var firstDay: Int?
    var lastDay: Int?
  }

  private let day: Int?
  private var lists: [List] = []
  private var known: Set<GUID> = []

  /// No lists yet; `day` is that of the run, nil if it is unknown, so that all dates count as valid.
  init(day: Int?) { self.day = day }

  /// Adds a list of a reference by its id and its columns. Where several references hold a list, the first one counts.
  mutating func add(_ id: GUID, _ text: (_ column: String) -> String) {
    guard known.insert(id).inserted else { return }
    let state = text(StateColumns.state)
    lists.append(
      List(
        name: text("name"), id: id, currency: GUID(text("transactioncurrencyid")),
        isActive: state.isEmpty || state == "0", firstDay: SalesPriceLists.day(text("begindate")),
        lastDay: SalesPriceLists.day(text("enddate"))))
  }

  private static func day(_ text: String) -> Int? {
    let text = text.utf8Span.span
    return (DateTime(text) ?? DateTime(american: text))?.dayNumber
  }

  /// Finds the list of each currency by a template's choice.
  func prepare(_ template: Template, _ lookups: inout LookupContext, _ schemas: SchemaCatalogue) throws {
    guard let currencies = try lookups.destination(ProductCatalogue.currencies, of: schemas),
      let number = try lookups.destination(ProductCatalogue.priceLists, of: schemas)
    else { return }
    let table = TargetKeyIndex(
      table: ProductCatalogue.priceLists, keyColumn: lookups.destinations[number].keyColumn)
    for list in lists {
      // The key is the id: lists of one name are different lists.
      let key = Array(list.id.description.utf8)
      let name = Array(list.name.utf8)
      table.addReference(key: key.span, id: list.id, name: name.span)
    }
    var chosen = PriceLists(currencyTable: currencies, listTable: number)
    for currency in 0..<lookups.destinations[currencies].count {
      chosen.choices[currency] = choice(currency, template.priceList, lookups.destinations[currencies])
    }
    lookups.destinations[number] = table
    lookups.priceLists = chosen
  }

  private func choice(_ currency: Int, _ choice: PriceListChoice, _ currencies: TargetKeyIndex) -> PriceLists.Choice {
    var candidates = Array(lists.indices)
    if let name = SalesPriceLists.name(currency, choice, currencies) {
      let key = KeyText.bytes(name)
      candidates.removeAll { KeyText.bytes(lists[$0].name) != key }
      if candidates.isEmpty { return .none }
    } else {
      candidates.removeAll { faults(lists[$0], currencies.id(currency)).contains(.otherCurrency) }
    }
    let usable = candidates.filter { faults(lists[$0], currencies.id(currency)).isEmpty }
    if let first = usable.min(by: { lists[$0].name.lowercased() < lists[$1].name.lowercased() }) {
      return .list(first, isUnjudged: day == nil && (lists[first].firstDay != nil || lists[first].lastDay != nil))
    }
    guard SalesPriceLists.name(currency, choice, currencies) != nil else { return .none }
    return .unusable(
      candidates.reduce(into: []) { all, list in all.formUnion(faults(lists[list], currencies.id(currency))) })
  }

  /// The name that a project gives for a currency; nil if it gives none.
  private static func name(_ currency: Int, _ choice: PriceListChoice, _ currencies: TargetKeyIndex) -> String? {
    switch choice {
    case .firstActive: return nil
    case .named(let name): return name
    case .byCurrency(let names):
      var code = OutputBuffer(capacity: 16)
      currencies.appendKey(currency, to: &code)
      let text = String(decoding: code.take(), as: UTF8.self)
      return names.first { $0.key.lowercased() == text }?.value
    }
  }

  /// Why a list cannot be used for a currency.
  private func faults(_ list: List, _ currency: GUID) -> PriceListFaults {
    var faults: PriceListFaults = []
    if !list.isActive { faults.insert(.inactive) }
    if list.currency != currency { faults.insert(.otherCurrency) }
    if let day {
      if let first = list.firstDay, day < first { faults.insert(.notYetValid) }
      if let last = list.lastDay, day > last { faults.insert(.noLongerValid) }
    }
    return faults
  }
}
