/// A blameless Configuration Migration package of a catalogue, an account, a contact and an order, to be bent by tests.
struct SalesSample {
  /// A field: name, type, value; a lookup also has its table.
  struct Field {
    var name: String
    var type: String
    var value: String
    var table = ""
  }

  var tables: [(name: String, records: [[Field]])] = []
  /// Replacements in the data and in the schema.
  var dataEdits: [(String, String)] = []
  var schemaEdits: [(String, String)] = []
  var names = ["data.xml", "data_schema.xml", "[Content_Types].xml"]

  static func id(_ kind: Int, _ number: Int) -> String {
    "a000000\(kind)-0000-4000-8000-00000000000\(number)"
  }

  private static func text(_ name: String, _ value: String, _ type: String = "string") -> Field {
    Field(name: name, type: type, value: value)
  }

  private static func lookup(_ name: String, _ table: String, _ id: String) -> Field {
    Field(name: name, type: "entityreference", value: id, table: table)
  }

  /// What every target has; to be given as a reference.
  static var catalogue: SalesSample {
    var sample = SalesSample(tables: [])
    sample.tables = [
      (
        "transactioncurrency",
        [(1, "USD", "US Dollar"), (2, "EUR", "Euro")].map { number, code, name in
          [
            text("transactioncurrencyid", id(9, number), "guid"), text("isocurrencycode", code),
            text("currencyname", name),
          ]
        }
      ), ("uomschedule", [1, 2].map { [text("uomscheduleid", id(3, $0), "guid"), text("name", "Group \($0)")] }),
      (
        "uom",
        [(1, "ea", 1), (2, "box", 1), (3, "kg", 2)].map { number, name, group in
          [
            text("uomid", id(4, number), "guid"), text("name", name), text("quantity", "1", "decimal"),
            lookup("uomscheduleid", "uomschedule", id(3, group)), lookup("baseuom", "uom", id(4, 1)),
          ]
        }
      ),
      (
        "pricelevel",
        [
          [
            text("pricelevelid", id(5, 1), "guid"), text("name", "Standard"),
            lookup("transactioncurrencyid", "transactioncurrency", id(9, 1)),
          ]
        ]
      ),
    ]
    return sample
  }

  /// The package that is bent.
  static var order: SalesSample {
    var sample = SalesSample(tables: [])
    let usd = lookup("transactioncurrencyid", "transactioncurrency", id(9, 1))
    sample.tables = [
      (
        "product",
        [
          [
            text("productid", id(6, 1), "guid"), text("name", "Paint"), text("productnumber", "P1"),
            text("productstructure", "1", "optionsetvalue"), text("quantitydecimal", "2", "number"),
            lookup("defaultuomid", "uom", id(4, 1)), lookup("defaultuomscheduleid", "uomschedule", id(3, 1)),
          ]
        ]
      ),
      (
        "productpricelevel",
        [
          [
            text("productpricelevelid", id(7, 1), "guid"), text("amount", "10.00", "money"),
            lookup("pricelevelid", "pricelevel", id(5, 1)), lookup("productid", "product", id(6, 1)),
            lookup("uomid", "uom", id(4, 1)),
          ]
        ]
      ),
      (
        "account",
        [1, 2].map { number in
          [
            text("accountid", id(1, number), "guid"), text("accountnumber", "A-\(number)"),
            text("name", "Account \(number)"), text("creditonhold", "False", "bool"),
            text("creditlimit", "12.50", "money"),
            text("lastusedincampaign", "2024-05-04T00:00:00.0000000Z", "datetime"),
            usd,
          ]
        }
      ),
      (
        "contact",
        [
          [
            text("contactid", id(2, 1), "guid"), text("msdynce_contactnumber", "C-1"), text("lastname", "Berg"),
            text("fullname", "Ada Berg"), lookup("parentcustomerid", "account", id(1, 1)),
          ]
        ]
      ),
      (
        "salesorder",
        [1, 2].map { number in
          [
            text("salesorderid", id(8, number), "guid"), text("ordernumber", "O-\(number)"),
            text("name", "Order \(number)"),
            lookup("customerid", "account", id(1, 1)), lookup("pricelevelid", "pricelevel", id(5, 1)), usd,
            text("statecode", "0", "state"), text("statuscode", "1", "status"),
          ]
        }
      ),
      (
        "salesorderdetail",
        [
          [
            text("salesorderdetailid", id(8, 9), "guid"), lookup("salesorderid", "salesorder", id(8, 1)),
            lookup("productid", "product", id(6, 1)), lookup("uomid", "uom", id(4, 1)),
            text("quantity", "2", "decimal"), text("priceperunit", "10.00", "money"),
            text("ispriceoverridden", "False", "bool"), text("sequencenumber", "1", "number"),
          ]
        ]
      ),
    ]
    return sample
  }

  /// Sets a field of a table's last record, or of all if it is new.
  mutating func set(_ table: String, _ name: String, _ value: String, type: String = "string", of other: String = "") {
    for place in tables.indices where tables[place].name == table {
      let last = tables[place].records.count - 1
      if let field = tables[place].records[last].firstIndex(where: { $0.name == name }) {
        tables[place].records[last][field].value = value
      } else {
        tables[place].records[last].append(Field(name: name, type: type, value: value, table: other))
      }
    }
  }

  private static func data(_ field: Field) -> String {
    let encoded = field.type == "string" ? field.value.replacing("'", with: "&amp;#39;") : field.value
    let table = field.table.isEmpty ? "" : " lookupentity=\"\(field.table)\""
    return "<field name=\"\(field.name)\" value=\"\(encoded)\"\(table) />"
  }

  /// The package's entries.
  var all: [(String, [UInt8])] {
    var data = "\r\n<entities timestamp=\"2024-06-01T12:00:00.0000000Z\">"
    var schema = "<entities >"
    for (name, records) in tables {
      var types: [(String, String)] = []
      data += "<entity name=\"\(name)\" displayname=\"x\"><records>"
      for record in records {
        data += "<record id=\"\(record[0].value)\">\(record.map(SalesSample.data).joined())</record>\r\n"
        for field in record where !types.contains(where: { $0.0 == field.name }) {
          types.append((field.name, field.type))
        }
      }
      data += "</records><m2mrelationships /></entity>"
      let primary = name == "contact" ? "fullname" : name == "transactioncurrency" ? "currencyname" : "name"
      schema +=
        "<entity name=\"\(name)\" primaryidfield=\"\(name)id\" primarynamefield=\"\(primary)\" disableplugins=\"false\"><fields>"
      for (index, type) in types.enumerated() {
        schema += "<field \(index == 0 ? "updateCompare=\"true\" " : "")name=\"\(type.0)\" type=\"\(type.1)\" />"
      }
      schema += "</fields><relationships /></entity>"
    }
    data += "</entities>"
    schema += "</entities>"
    for (old, new) in dataEdits { data = data.replacing(old, with: new) }
    for (old, new) in schemaEdits { schema = schema.replacing(old, with: new) }
    return Array(zip(names, [Array(data.utf8), Array(schema.utf8), Array("<Types />".utf8)]))
  }
}
