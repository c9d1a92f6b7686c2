import Findings
import Mapping
import Records
import Testing

@Suite("Values that stand in the record that a lookup points to")
struct LookupTests {
  static let id = "0f8fad5b-d9cb-469f-a165-70867728950"

  /// Two accounts of one name, one of another, and a contact; a customer is an account or a contact.
  static func bench(columns: [String]) -> PlanBench {
    let accounts = SourceLookupIndex(table: "account", columns: ["accountnumber"])
    accounts.add("\(id)1", name: "Alpine", "A-1")
    accounts.add("\(id)2", name: "Blue Yonder", "A-2")
    accounts.add("\(id)3", name: "BLUE yonder", "A-3")
    let contacts = SourceLookupIndex(table: "contact", columns: ["msdynce_contactnumber"])
    contacts.add("\(id)4", name: "Ada Lindqvist", "C-4")
    contacts.add("\(id)5", name: "Alpine", "C-5")
    var bench = PlanBench(columns: columns)
    bench.tables = [accounts, contacts]
    var customer = Attribute(name: "customerid", type: .lookup)
    customer.targets = ["account", "contact"]
    bench.sourceAttributes = [customer]
    bench.destinationAttributes = [Attribute(name: "Customer", type: .string)]
    let path = SourcePath("customerid.Account(accountnumber).Contact(msdynce_contactnumber)")
    bench.fields = [FieldMapping(destination: "Customer", sources: [path])]
    return bench
  }

  @Test(
    "A record is found by its id in any spelling, or by a name that only one has",
    arguments: [
      ("\(id)1", "A-1"), ("{\(id)2}", "A-2"), ("0F8FAD5B-D9CB-469F-A165-708677289503", "A-3"),
      ("0f8fad5bd9cb469fa165708677289504", "C-4"), ("ada lindqvist", "C-4"), (" Ada Lindqvist ", "C-4"),
      // An account counts before a contact.
      ("alpine", "A-1"), ("", nil),
    ] as [(String, String?)])
  func found(text: String, number: String?) {
    let mapped = Self.bench(columns: ["customerid"]).map(text)
    #expect(mapped.values["Customer"] == number)
    #expect(mapped.codes.isEmpty)
  }

  @Test(
    "An id or a name that nobody has, and a name that two have, are faults",
    arguments: ["\(id)9", "Nobody", "blue yonder"])
  func lost(text: String) {
    let mapped = Self.bench(columns: ["customerid"]).map(text)
    #expect(mapped.codes == [2301])
    #expect(mapped.values.isEmpty)
  }

  @Test("A dotted column of the file counts before the lookup; where it is empty the lookup counts")
  func dotted() {
    let bench = Self.bench(columns: ["customerid.accountnumber", "customerid"])
    let mapped = bench.map([["X-9", "\(Self.id)1"], ["", "\(Self.id)1"], ["X-9", "Nobody"], ["", ""]])
    #expect(mapped.map { $0.values["Customer"] } == ["X-9", "A-1", "X-9", nil])
    #expect(mapped.flatMap(\.codes).isEmpty)
  }

  @Test(
    "Only the table that the file names is looked into",
    arguments: [
      ("\(id)4", "contact", "", "C-4", []), ("\(id)4", "account", "", nil, [2301]),
      ("\(id)1", "Account", "", "A-1", []),
      ("\(id)9", "contact", "Alpine", "C-5", []), ("\(id)9", "account", "Alpine", "A-1", []),
      ("\(id)9", "account", "Blue Yonder", nil, [2301]), ("\(id)1", "lead", "", nil, [2301]),
      ("", "account", "", nil, []),
    ] as [(String, String, String, String?, [UInt16])])
  func polymorphic(id: String, table: String, name: String, number: String?, codes: [UInt16]) {
    let mapped = Self.bench(columns: ["customerid", "customerid@table", "customerid@name"]).map(id, table, name)
    #expect(mapped.values["Customer"] == number)
    #expect(mapped.codes == codes)
  }

  @Test("A key of which a part cannot be found is lost, one of which a part is empty is empty")
  func keys() {
    var bench = Self.bench(columns: ["customerid", "sequence"])
    bench.fields[0].isKey = true
    var sequence = FieldMapping(destination: "Sequence", sources: [SourcePath("sequence")])
    sequence.isKey = true
    bench.fields.append(sequence)
    let mapped = bench.map([["\(Self.id)1", " x Y "], ["\(Self.id)1", ""], ["Nobody", "1"]])
    #expect(mapped.map(\.keyState) == [.whole, .empty, .lost])
    #expect(mapped.map(\.key) == ["A-1|x Y", "A-1|", "|1"])
    #expect(mapped[0].comparable == "a-1\0x y")
  }

  @Test("What goes to Sales becomes the id that Sales has, unless several have the key")
  func destinations() {
    let products = TargetKeyIndex(table: "product", keyColumn: "productnumber")
    products.add("p-1", "\(Self.id)1")
    products.add("p-2", "\(Self.id)2")
    products.add("p-2", "\(Self.id)3")
    let bench = PlanBench(lookingUp: products)
    let mapped = bench.map([[" P-1 "], ["P-2"], ["P-3"], [""]])
    #expect(mapped.map { $0.values["productid"] } == ["\(Self.id)1", nil, nil, nil])
    #expect(mapped.map(\.codes) == [[], [2308], [2302], []])
  }
}

extension SourceLookupIndex {
  /// Adds a record of the inputs with one kept column.
  func add(_ id: String, name: String, _ value: String) {
    let (id, name, bytes) = (Array(id.utf8), Array(name.utf8), Array(value.utf8))
    let field = FieldRange(start: 0, end: bytes.count)
    add(id: id.span, name: name.span, bytes: bytes.span, fields: [field])
  }
}

extension TargetKeyIndex {
  /// Adds a record of a reference.
  func add(_ key: String, _ id: String) {
    let (key, text) = (KeyText.bytes(key), Array(id.utf8))
    guard let guid = GUID(text.span) else { return }
    addReference(key: key.span, id: guid, name: key.span)
  }
}
