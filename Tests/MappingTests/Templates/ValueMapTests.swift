import Mapping
import Testing

@Suite("The value maps that come with the tool")
struct ValueMapTests {
  @Test(
    "Values and what each becomes",
    arguments: [
      ("accounts", "country_name_to_iso", "norway", "NO"), ("accounts", "country_name_to_iso", "columbia", "CO"),
      ("products", "noyes_to_bool", "yes", "True"),
      ("products", "producttype", "service", "3"), ("contacts", "gender", "", "Unknown"),
      ("contacts", "marital", "4", "Widowhood"), ("contacts", "donotemail_to_isreceiving", "true", "No"),
      ("contacts", "donotemail_to_isreceiving", "", "Yes"), ("contacts", "statecode_to_isinactive", "1", "Yes"),
      ("orders-to-sales", "processing_status_fo_to_sales", "delivered", "647390007"),
    ])
  func entries(template: String, map: String, value: String, expected: String) throws {
    let map = try #require(try Catalogues.template(template).valueMaps[map])
    #expect(map.entries[value] == expected)
    #expect(map.otherwise == .reject)
  }

  @Test("Units go over as they are, an empty country is the field's matter")
  func others() throws {
    #expect(try Catalogues.template("quotes").valueMaps["unit"] == ValueMap(entries: [:], otherwise: .keep))
    #expect(try Catalogues.template("quotes").valueMaps["country_name_to_iso"]?.entries[""] == nil)
  }

  @Test("A template has the maps that its fields name and no others")
  func named() throws {
    #expect(try Catalogues.template("quotes").valueMaps.keys.sorted() == ["country_name_to_iso", "unit"])
  }
}
