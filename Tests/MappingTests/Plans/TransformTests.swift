import Mapping
import Testing

@Suite("What becomes of a field's value")
struct TransformTests {
  static let text = Attribute.of(.string)

  @Test("A value is copied as it is, blanks and all; no value stays none")
  func copies() {
    let bench = PlanBench(Self.text)
    #expect(bench.map([[" x "], [""], ["0"]]).map { $0.values["Field"] } == [" x ", nil, "0"])
  }

  @Test("A constant stands in every record, and what a project gives instead stands in its place")
  func constants() {
    let constant = PlanBench(Self.text) { ($0.constant, $0.sources) = ("Yes", []) }
    #expect(constant.map([["a"], [""]]).map { $0.values["Field"] } == ["Yes", "Yes"])
    let replaced = PlanBench(Self.text) { ($0.constant, $0.sources, $0.fallback) = ("Yes", [], "No") }
    #expect(replaced.map([["a"], [""]]).map { $0.values["Field"] } == ["No", "No"])
  }

  @Test("A default fills what is empty and does not go through the value map")
  func fallback() {
    var bench = PlanBench(Self.text) { ($0.fallback, $0.valueMap) = ("none", "map") }
    bench.valueMaps["map"] = ValueMap(entries: ["a": "A", "none": "wrong"])
    #expect(bench.map([["a"], [""]]).map { $0.values["Field"] } == ["A", "none"])
  }

  @Test("A default makes a required field whole")
  func requiredFallback() {
    let bench = PlanBench(Self.text) { ($0.isRequired, $0.fallback) = (true, "x") }
    #expect(bench.map("").codes.isEmpty)
  }

  @Test(
    "A value without an entry is kept, refused or becomes another one; an entry is found in any case",
    arguments: [
      (ValueMap.Otherwise.keep, "other", "other", []), (.reject, "other", nil, [2201]),
      (.value("Z"), "other", "Z", []), (.keep, "GoLd", "1", []), (.reject, "gold", "1", []),
      (.reject, "ÄPFEL", "2", []), (.reject, "", nil, []),
    ] as [(ValueMap.Otherwise, String, String?, [UInt16])])
  func maps(otherwise: ValueMap.Otherwise, source: String, value: String?, codes: [UInt16]) {
    var bench = PlanBench(Self.text) { $0.valueMap = "map" }
    bench.valueMaps["map"] = ValueMap(entries: ["Gold": "1", "äpfel": "2"], otherwise: otherwise)
    let mapped = bench.map(source)
    #expect(mapped.values["Field"] == value)
    #expect(mapped.codes == codes)
  }

  @Test(
    "An empty value becomes the map's entry for it, else what the field says of it",
    arguments: [
      (["": "from map"], "from field", "from map"), (["a": "A"], "from field", "from field"), (["a": "A"], nil, nil),
      (["": "from map"], nil, "from map"),
    ] as [([String: String], String?, String?)])
  func blanks(entries: [String: String], blank: String?, value: String?) {
    var bench = PlanBench(Self.text) { ($0.valueMap, $0.blank) = ("map", blank) }
    bench.valueMaps["map"] = ValueMap(entries: entries)
    #expect(bench.map("").values["Field"] == value)
  }

  @Test("Of several sources the first that is not empty counts")
  func coalesces() {
    var bench = PlanBench(columns: ["a", "b"])
    bench.fields = [FieldMapping(destination: "Field", sources: ["a", "nosuch", "b"].map(SourcePath.init))]
    let mapped = bench.map([["1", "2"], ["", "2"], ["1", ""], ["", ""]])
    #expect(mapped.map { $0.values["Field"] } == ["1", "2", "1", nil])
  }

  @Test("A line's discount is divided by its quantity half-even, and what that leaves is distinguished")
  func discounts() {
    var bench = PlanBench(columns: ["manualdiscountamount", "quantity"])
    bench.destinationAttributes = ["Unit", "Rest"].map { Attribute(name: $0, type: .decimal) }
    bench.fields = [("Unit", FieldRule.discountPerUnit), ("Rest", .discountRemainder)].map { name, rule in
      var field = FieldMapping(destination: name, sources: [SourcePath("manualdiscountamount")])
      field.rule = rule
      return field
    }
    let mapped = bench.map([["10.00", "3"], ["0.25", "10"], ["5", "0"]])
    #expect(mapped.map { $0.values["Unit"] } == ["3.33", "0.02", "5"])
    #expect(mapped.map { $0.values["Rest"]?.hasPrefix("-") } == [true, true, false])
  }
}
