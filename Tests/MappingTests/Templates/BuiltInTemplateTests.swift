@testable import Mapping
import Testing

@Suite("The templates that come with the tool")
struct BuiltInTemplateTests {
  @Test("The eight run in import order")
  func order() throws {
    let standard = try Catalogues.templates.get().standard
    #expect(standard.map(\.name) == Catalogues.standardTemplates)
    #expect(standard.map(\.fileNumber) == ["010", "010", "020", "021", "030", "035", "040", "050"])
    #expect(standard.flatMap(\.tasks).map(\.order) == [10, 10, 20, 21, 30, 31, 35, 36, 40, 41, 50, 51])
    let titles = standard.map(\.title)
    #expect(standard.allSatisfy { $0.dependsOn.allSatisfy(titles.contains) })
  }

  @Test("The files of the folder are all templates there are; those that extend another one are its variants")
  func files() throws {
    let catalogue = try Catalogues.templates.get()
    #expect(catalogue.names == Catalogues.standardTemplates + Catalogues.variants)
    #expect(catalogue.defaultNames == Catalogues.standardTemplates)
    #expect(catalogue.variants(of: "accounts") == ["accounts-v3"])
    #expect(catalogue.variants(of: "contacts") == ["contacts-v2"])
    #expect(catalogue.variants(of: "invoices").isEmpty)
  }

  @Test("The head of a file says what the whole says", arguments: Catalogues.standardTemplates + Catalogues.variants)
  func head(name: String) throws {
    let catalogue = try Catalogues.templates.get()
    let head = TemplateHead(try BuiltInFiles.text("templates/\(name).yaml"))
    let template = try #require(try catalogue.template(named: name))
    let base = try head.base.flatMap { try catalogue.template(named: $0) }
    #expect((head.order ?? base?.order) == template.order)
    #expect((base != nil) == Catalogues.variants.contains(name))
  }

  @Test(
    "Every entity and column exists", arguments: Catalogues.standardTemplates + Catalogues.variants)
  func columns(name: String) throws {
    try Catalogues.templates.get().check(name, against: try Catalogues.schemas.get())
  }

  @Test(
    "Every constant and every value of a map is of its destination's type", arguments: Catalogues.standardTemplates)
  func values(name: String) throws {
    let template = try Catalogues.template(name)
    for task in template.tasks {
      let schema = try #require(try Catalogues.schemas.get().schema(named: task.destination))
      for field in task.fields {
        let column = try #require(schema.attribute(named: field.column))
        let map = field.valueMap.flatMap { template.valueMaps[$0] }
        for value in [field.constant, field.blank].compactMap(\.self) + (map?.entries.values.sorted() ?? []) {
          #expect(Self.takes(value, column), "\(field.destination) \(value)")
        }
      }
    }
  }

  private static func takes(_ value: String, _ column: Attribute) -> Bool {
    switch column.type {
    case .noyes: ["Yes", "No"].contains(value)
    case .bool: ["True", "False"].contains(value)
    case .enumeration: column.symbols.isEmpty || column.symbols.contains(value)
    case .picklist, .state, .status: column.options.contains { String($0.value) == value }
    case .int, .decimal, .money: Int(value) != nil
    case .string: column.maxLength.map { value.utf16.count <= $0 } ?? true
    default: true
    }
  }

  @Test("Accounts: keys, constants, the warning and the blank country")
  func accounts() throws {
    let task = try #require(try Catalogues.template("accounts").task(named: "customers"))
    #expect((task.source, task.destination, task.fields.count) == ("account", "CustCustomerV2Entity", 30))
    #expect(task.fields.filter(\.isKey).map(\.destination) == ["CustomerAccount"])
    #expect(task.field("CustomerGroupId")?.constant == "10")
    #expect(task.field("IsExternallyMaintained")?.constant == "Yes")
    #expect(task.field("SalesCurrencyCode")?.emptyWarning == "P2C2402")
    #expect(task.field("AddressCountryRegionISOCode")?.blank == "US")
    #expect(task.field("DeliveryAddressCountryRegionISOCode")?.blank == nil)
    #expect(try Catalogues.template("contacts-to-customers").tasks[0].field("SalesCurrencyCode")?.emptyWarning == nil)
  }

  @Test("Quotes and orders: delivery from ship-to, the name where that has none")
  func delivery() throws {
    let headers = try #require(try Catalogues.template("quotes").task(named: "headers"))
    #expect(headers.field("DeliveryAddressZipCode")?.sources == [SourcePath("shipto_postalcode")])
    #expect(headers.field("DeliveryAddressName")?.sources == [SourcePath("shipto_name"), SourcePath("name")])
    let lines = try #require(try Catalogues.template("orders-to-finops").task(named: "lines"))
    #expect(lines.header == "salesorderid.ordernumber")
    #expect(lines.fields.filter(\.isKey).map(\.destination) == ["SalesOrderNumber", "LineCreationSequenceNumber"])
  }

  @Test("Columns that an export may lack can be derived")
  func derivations() throws {
    let contacts = try Catalogues.template("contacts").tasks[0]
    #expect(
      contacts.derivations["msdynce_iscompanyanaccount"] == .lookupTable(lookup: "parentcustomerid", table: "account"))
    #expect(
      contacts.derivations["msdynce_isactivecustomer"]
        == .referredBy(["quote.customerid", "salesorder.customerid", "invoice.customerid"]))
    let quotes = try Catalogues.template("quotes")
    #expect(
      quotes.tasks[0].derivations["msdynce_hasexternallymaintainedproductsonly"]
        == .everyLine(
          table: "quotedetail", link: "quoteid", product: "productid", flag: "msdynce_ismaintainedexternally"))
    #expect(quotes.tasks[1].derivations["quotestatecode"] == .header("statecode"))
  }

  @Test("To Sales: price lists, freight tax, what is only counted, what Sales requires")
  func toSales() throws {
    let invoices = try Catalogues.template("invoices")
    #expect(invoices.tasks[0].field("pricelevelid.name")?.rule == .priceList)
    #expect(invoices.tasks[0].field("msdynce_misctax")?.rule == .freightTax)
    #expect(invoices.tasks[1].generates == .freightTaxLines)
    #expect(invoices.tasks[1].fields.last?.destination == "isproductoverridden")
    let products = try Catalogues.template("products")
    #expect(products.tasks[0].generates == .priceListItems)
    #expect(products.tasks[0].field("pricelevelid.name")?.isCountedOnly == true)
    #expect(products.tasks[0].field("quantitydecimal")?.blank == "0")
    #expect(try Catalogues.template("orders-to-sales").tasks[1].field("extendedamount")?.isCountedOnly == true)
  }

  @Test("Variants take over everything but what they change")
  func variants() throws {
    let base = try Catalogues.template("orders-to-finops")
    let variant = try Catalogues.template("orders-to-finops-v2")
    #expect(variant.tasks.map(\.destination) == ["SalesOrderHeaderV2Entity", "SalesOrderLineV2Entity"])
    #expect(variant.tasks[0].fields.map(\.destination) == base.tasks[0].fields.map(\.destination))
    #expect(variant.tasks[1].field("ItemNumber")?.sources == [SourcePath("productid.productnumber")])
    #expect(variant.tasks[1].field("TotalDiscountAmount") == nil)
    #expect(variant.tasks[1].field("LineDiscountAmount")?.rule == .discountPerUnit)
    #expect(variant.tasks[1].field("FixedPriceCharges")?.rule == .discountRemainder)
    #expect((variant.order, variant.tasks[1].filterText) == (base.order, base.tasks[1].filterText))
    #expect(try Catalogues.template("contacts-v2").tasks[0].fields.filter(\.isKey).count == 2)
  }
}

extension TaskTemplate {
  /// The field of the destination.
  func field(_ destination: String) -> FieldMapping? { fields.first { $0.destination == destination } }
}
