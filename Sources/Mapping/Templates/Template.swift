/// A Prospect to Cash template: one flow of records from one side to the other.
public struct Template: Sendable {
  /// The short name, such as `accounts`.
  public var name: String
  /// The original title, such as `Accounts (Sales to Fin and Ops) - Direct`.
  public var title: String
  /// The place in the import order; also the number of the package file (010, 020, …).
  public var order: Int
  /// The side that the records go to.
  public var destination: Side
  /// Titles of what the templates' documentation wants transferred before.
  public var dependsOn: [String]
  /// One task, or the headers and lines of documents.
  public var tasks: [TaskTemplate]
  /// The value maps that its fields name, after the project's changes.
  public var valueMaps: [String: ValueMap]
  /// How price lists are chosen (to Sales only).
  public var priceList: PriceListChoice = .firstActive
  /// The unit group in which units are looked up first, and that new products get.
  public var unitGroup = "Default unit"
  /// The codes and names of countries, states and currencies that values are read by.
  public var codes = CommonCodes()
  /// Where a freight tax goes (documents to Sales only).
  public var freightTax: FreightTax = .line

  /// A template of the tasks.
  public init(
    name: String, title: String, order: Int, destination: Side, dependsOn: [String] = [], tasks: [TaskTemplate],
    valueMaps: [String: ValueMap] = [:]
  ) {
    self.name = name
    self.title = title
    self.order = order
    self.destination = destination
    self.dependsOn = dependsOn
    self.tasks = tasks
    self.valueMaps = valueMaps
  }

  /// The task of the name.
  public func task(named name: String) -> TaskTemplate? { tasks.first { $0.name == name } }
}

/// How the price list of a product or document is found.
public enum PriceListChoice: Sendable, Equatable {
  /// The alphabetically first one that can be used: active, valid, in the record's currency.
  case firstActive
  /// The one of this name, if it can be used.
  case named(String)
  /// One name for each currency code, in upper case; currencies that are not named have the first one that can be used.
  case byCurrency([String: String])
}

/// Where a document's freight tax goes in Sales.
public enum FreightTax: String, Sendable, CaseIterable {
  /// One generated write-in line.
  case line
  /// The header's `msdynce_misctax`.
  case field
}

/// One task of a template: from one source entity to one destination entity.
public struct TaskTemplate: Sendable {
  /// `customers`, `contacts`, `products`, `headers` or `lines`; projects' own templates may use other names.
  public var name: String
  /// The source entity, by its technical name.
  public var source: String
  /// The destination entity, by its technical name.
  public var destination: String
  /// The place in the import order, as `Template.order`.
  public var order: Int
  /// Which records are written.
  public var filter: FilterExpression
  /// The filter as it was written.
  public var filterText: String
  /// Whether a project replaced the filter.
  public var filterIsReplaced = false
  /// The field mappings in the template's order.
  public var fields: [FieldMapping]
  /// Of lines: the source path of the number of their header (`quoteid.quotenumber`, or `SalesOrderNumber`).
  public var header: String?
  /// How columns are derived that an export of Sales without the Prospect to Cash solution lacks, by column.
  public var derivations: [String: Derivation] = [:]
  /// What a record makes besides itself.
  public var generates: Generation?

  /// Where the decimals of a record's currency stand, if a field is rounded to them.
  public var currencyPrecision: SourcePath? {
    let isRounded = fields.contains { $0.rule == .discountPerUnit || $0.rule == .discountRemainder }
    return isRounded ? SourcePath("transactioncurrencyid.currencyprecision") : nil
  }

  /// A task that lets every record of the source entity through.
  public init(name: String, source: String, destination: String, order: Int, fields: [FieldMapping]) {
    self.name = name
    self.source = source
    self.destination = destination
    self.order = order
    self.fields = fields
    filter = .everything
    filterText = ""
  }
}

/// Records that a task makes besides those that it converts.
public enum Generation: String, Sendable, CaseIterable {
  /// One price list item for each product.
  case priceListItems = "price-list-items"
  /// One write-in line for each document with a freight tax.
  case freightTaxLines = "freight-tax-lines"
}

/// How a column is derived that the source lacks as a whole (`P2C2401`).
public enum Derivation: Sendable, Equatable {
  /// True if the lookup points to a record of the table.
  case lookupTable(lookup: String, table: String)
  /// True if any of the lookups, each `table.column`, points to the record.
  case referredBy([String])
  /// True if the record has lines and the flag of the product of each is true.
  case everyLine(table: String, link: String, product: String, flag: String)
  /// The value of the line's header in this column.
  case header(String)
}

/// How one destination field gets its value.
public struct FieldMapping: Sendable {
  /// The destination field: a column, or a lookup's path (`transactioncurrencyid.isocurrencycode`,
  /// `customerid.Account(accountnumber).Contact(msdynce_contactnumber)`).
  public var destination: String { didSet { column = FieldMapping.column(of: destination) } }
  /// The destination column: the path's head.
  public private(set) var column: String
  /// The source paths, of which the first that is not empty counts; none for a constant.
  public var sources: [SourcePath]
  /// The value of a constant field.
  public var constant: String?
  /// What fills the field where the source value is empty, taken as it is (a project's `defaults`, `--set`).
  public var fallback: String?
  /// The value map that the source value goes through.
  public var valueMap: String?
  /// What an empty source value stands for, unless the value map has an entry for it.
  public var blank: String?
  /// Whether an empty value rejects the record.
  public var isRequired: Bool
  /// Whether the source value is part of the record's key.
  public var isKey: Bool
  /// The code of the warning for an empty value, such as `P2C2402`.
  public var emptyWarning: String?
  /// Whether the value only counts in the control totals, since the destination does not take it on create.
  public var isCountedOnly: Bool
  /// A rule beyond data that gives or moves the value.
  public var rule: FieldRule?
  /// Whether a text that is too long is cut instead of rejected.
  public var truncates: Bool
  /// Whether it is the owner that the project gives the records of a company.
  public var isOwner = false
  /// Whether the source only chooses the value, by a rule.
  public var isChosenBySource = false
  /// Whether the project or the command line has replaced the constant.
  public var isReplaced = false
  /// Whether it is a reference that a second package may bring, to a record that comes later.
  public var isDeferrable = false

  private static func column(of path: String) -> String {
    path.split(separator: ".", maxSplits: 1).first.map(String.init) ?? path
  }

  /// A mapping to the destination field; everything else as for a plain copy.
  public init(destination: String, sources: [SourcePath] = []) {
    self.destination = destination
    column = FieldMapping.column(of: destination)
    self.sources = sources
    isRequired = false
    isKey = false
    isCountedOnly = false
    truncates = false
  }
}

/// The rules that are more than data; each has a file of its own.
public enum FieldRule: String, Sendable, CaseIterable {
  /// The price list by project or by currency.
  case priceList = "price-list"
  /// The header tax that becomes a line or a field.
  case freightTax = "freight-tax"
  /// The per-unit part of a line's discount, rounded half-even.
  case discountPerUnit = "discount-per-unit"
  /// What rounding leaves of a line's discount, as a charge.
  case discountRemainder = "discount-remainder"
}

/// Where a source value stands: a column, or a column of the record that a lookup points to.
public struct SourcePath: Sendable, Equatable {
  /// The path as templates write it.
  public var text: String
  /// The column of the source record.
  public var column: String
  /// For lookups: the column to read in each table that the lookup may point to; the table is nil where the
  /// path does not name it and the lookup's schema does.
  public var targets: [(table: String?, column: String)]

  /// Whether the value stands in another record.
  public var isLookup: Bool { !targets.isEmpty }

  /// Reads `column`, `lookup.column` or `lookup.Account(column).Contact(column)`.
  public init(_ text: String) {
    self.text = text
    let parts = text.split(separator: ".").map(String.init)
    column = parts.first ?? text
    targets = parts.dropFirst().map { part in
      guard let open = part.firstIndex(of: "("), part.last == ")" else { return (nil, part) }
      return (part[..<open].lowercased(), String(part[part.index(after: open)...].dropLast()))
    }
  }

  /// Paths are equal if they are written alike.
  public static func == (left: SourcePath, right: SourcePath) -> Bool { left.text == right.text }
}
