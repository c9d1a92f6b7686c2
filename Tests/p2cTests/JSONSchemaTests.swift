import Foundation
import TestSupport
import Testing

@Suite("JSON schemas")
struct JSONSchemaTests {
  /// A command, what it prints, and the schema that describes it.
  struct Case: CustomTestStringConvertible {
    var schema: String
    var script: String
    var code: Int32

    init(_ schema: String, _ script: String, code: Int32 = 0) {
      (self.schema, self.script, self.code) = (schema, script, code)
    }

    var testDescription: String { script }
  }

  private static let folder = CommandRun.repository.appending(path: "docs/schemas")

  static let cases = [
    Case("conversion", "p2c convert sales.zip --template accounts -o out --format json", code: 1),
    Case("conversion", "p2c convert finops.zip --reference sales.zip -o out --format json", code: 1),
    Case("conversion", "p2c convert sales.zip -o out --quiet; cat out/report.json"),
    Case(
      "conversion", "p2c convert sales.zip --company USMF --set accounts.CustomerGroupId=30 -o out --format json",
      code: 1),
    Case("validation", "p2c validate sales.zip --format json", code: 1),
    Case("validation", "p2c validate finops.zip --reference sales.zip --for convert --format json", code: 1),
    Case("validation", "p2c validate sales.zip -o out --quiet; cat out/report.json"),
    Case("reconciliation", "p2c reconcile --finops finops.zip --sales sales.zip -o out --format json", code: 1),
    Case(
      "reconciliation",
      "p2c reconcile --finops finops.zip --sales sales.zip -o one --quiet; p2c reconcile --finops finops.zip --sales sales.zip -o out --baseline one --emit-fixes sales --format json",
      code: 1),
    Case("difference", "p2c diff sales.zip sales-2019.zip --format json", code: 1),
    Case("difference", "p2c diff sales.zip sales.zip --format json"),
    Case("difference", "p2c diff before.csv new.csv --format json", code: 1),
    Case("profile", "p2c profile sales.zip -o out --format json"),
    Case("profile", "p2c profile finops.zip --reference sales.zip --accept 0.8 -o out --format json"),
    Case("inspection", "p2c inspect sales.zip finops.zip new.csv --format json"),
    Case("repair", "p2c fix sales.zip -o fixed.zip --format json"),
    Case("repair", "p2c fix old.csv -o fixed.csv --format json"),
    Case("explanation", "p2c explain sales.zip --key 000101 --format json"),
    Case("explanation", "p2c explain sales.zip --key wt-6001 --format json"),
    Case("explanation", "p2c explain sales.zip --key AH-8001 --format json"),
    Case(
      "explanation", "p2c convert sales.zip -o out --quiet; p2c explain out --entity quote --record 1 --format json"),
    Case("explanation", "p2c explain sales.zip --entity contact --record 1 --format json"),
    Case("explanation", "p2c explain sales.zip --key 00101 --format json", code: 1),
    Case("seal", "p2c convert sales.zip -o out --quiet; p2c keygen k >/dev/null; p2c seal out --key k --format json"),
    Case(
      "seal",
      "p2c convert sales.zip -o out --quiet; rm out/RUNSHEET.md; echo >out/new; echo >>out/findings.csv; p2c verify out --format json",
      code: 1),
    Case("shard-plan", "p2c shard plan sales.zip --parts 2 -o plan --format json"),
    Case(
      "shard-status",
      "p2c shard plan sales.zip --parts 2 -o plan && p2c shard run plan split-0 && p2c shard status plan --format json"),
    Case(
      "conversion",
      "p2c shard plan new.csv --template accounts --parts 2 -o plan && for task in split-0 index-0 place-0 accounts-0 accounts-1; do p2c shard run plan $task; done && p2c shard merge plan -o out --format json"
    ),
    Case("templates", "p2c templates list --format json"),
    Case("template", "p2c templates show accounts --format json"),
    Case("template", "p2c templates show orders-to-sales --format json"),
    Case("template", "p2c templates show products --format json"),
    Case("template-order", "p2c templates order --format json"),
    Case("template-tests", "p2c templates test --template accounts --format json"),
    Case("entities", "p2c schema list --format json"),
    Case("entity", "p2c schema show account --format json"),
    Case("entity", "p2c schema show CustCustomerV2Entity --format json"),
    Case("codes", "p2c codes --format json"),
    Case("codes", "p2c codes P2C2104 --format json"),
    Case("failure", "p2c inspect nowhere.zip --format json 2>&1", code: 66),
    Case("failure", "p2c inspect empty.zip --format json 2>&1", code: 65),
    Case("failure", "p2c convert nowhere.zip --output out --format=json --jobs 0 2>&1", code: 64),
  ]

  private static func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(String(contentsOf: folder.appending(path: "\(name).schema.json"), encoding: .utf8))
  }

  @Test("What commands print as JSON is what the schema says, and every member is described", arguments: cases)
  func output(_ one: Case) throws {
    let folder = try TestFolder()
    for name in ["sales", "finops", "sales-2019"] {
      try FileManager.default.copyItem(
        at: CommandRun.repository.appending(path: "samples/contoso-\(name).zip"),
        to: folder.url.appending(path: "\(name).zip"))
    }
    try folder.write("old.csv", "accountid,accountnumber,name,\r\n1,A-1,Old,\r\n")
    try folder.write("new.csv", "accountid,accountnumber,name,colour\r\n1,A-1,New,red\r\n2,A-2,Other,\r\n")
    try folder.write("before.csv", "accountid,accountnumber,name\r\n1,A-1,Old\r\n")
    try folder.write("empty.zip", "")
    let run = try CommandRun(script: one.script, in: folder)
    #expect(run.code == one.code, "\(run.messages)")
    let document = try JSONValue(run.output)
    #expect(document["schemaVersion"] == .number(1))
    #expect(try Self.schema(one.schema).faults(document).prefix(5) == [])
  }

  @Test("Each schema describes the output of a command")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.cases.map { "\($0.schema).schema.json" }))
  }

  @Test("Each property of each schema has a description, a sentence")
  func described() throws {
    for name in Set(Self.cases.map(\.schema)) {
      let properties = try Self.schema(name).properties
      #expect(properties.count > 3)
      for (place, description) in properties {
        #expect(description?.hasSuffix(".") == true && description?.contains("\n") == false, "\(name) \(place)")
      }
    }
  }

  @Test(
    "The checker finds what contradicts a schema",
    arguments: [
      ("{}", "$: lacks a"), (#"{"a": "x"}"#, "$.a: string"), (#"{"a": 1, "b": 2}"#, "$.b: is not described"),
      (#"{"a": 1, "c": [1, null]}"#, "$.c[1]: null"),
    ])
  func checker(_ document: String, fault: String) throws {
    let schema = try JSONSchema(
      """
      {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/n"}, "c": {"items": {"$ref": "#/$defs/n"}}},
       "$defs": {"n": {"type": "integer"}}}
      """)
    let faults = schema.faults(try JSONValue(document))
    #expect(faults.count == 1 && faults[0].hasPrefix(fault), "\(faults)")
    #expect(schema.faults(try JSONValue(#"{"a": 1, "c": [2]}"#)) == [])
  }
}
