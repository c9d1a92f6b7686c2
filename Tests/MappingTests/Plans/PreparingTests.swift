import Findings
import Mapping
import Records
import TestSupport
import Testing

/// That prepared records are mapped as others are, every test of `PlanBench` shows.
@Suite("Records that are prepared before they are asked for")
struct PreparingTests {
  static let id = "0f8fad5b-d9cb-469f-a165-708677289501"

  /// Puts values between brackets, but no value `large`.
  private struct Brackets: RecordEncoder {
    mutating func append(
      _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
      _ lookups: borrowing LookupContext, to output: inout OutputBuffer
    ) -> Bool {
      var text = OutputBuffer(capacity: 64)
      mapper.append(mapper.output(0), batch, to: &text)
      if text.text == "large" { return false }
      output.append("[" as StaticString)
      output.append(text.span)
      output.append("]" as StaticString)
      return true
    }
  }

  /// Makes ids of the bytes of keys.
  private struct Lengths: RecordNamer {
    mutating func id(of key: Span<UInt8>) -> GUID { GUID(high: 0, low: UInt64(key.count)) }
  }

  @Test("Records are encoded and get an id in advance if nothing is wrong with them")
  func forms() {
    var field = FieldMapping(destination: "Field", sources: [SourcePath("source")])
    field.isKey = true
    var bench = PlanBench(columns: ["source"])
    bench.destinationAttributes = [.of(.string) { $0.maxLength = 5 }]
    bench.fields = [field]
    let batch = RecordBatch(width: 1, rows: [["a"], ["too long"], ["large"], ["bb"]])
    let lookups = bench.lookups()
    var mapper = bench.mapper()
    var form = RecordForm(encoder: Brackets(), namer: Lengths())
    mapper.prepare(batch, 0..<4, [.key, .values, .parents], lookups, form: &form)
    let made = (0..<4).map { record in
      mapper.begin(record)
      mapper.map(batch, record, lookups, parents: true)
      var output = OutputBuffer(capacity: 64)
      let isMade = mapper.appendPrepared(to: &output)
      return (isMade ? output.text : nil, mapper.preparedID?.low)
    }
    #expect(made.map(\.0) == ["[a]", nil, nil, "[bb]"])
    #expect(made.map(\.1) == [1, nil, 5, 2])
  }

  /// Makes a record of the key for every id that is odd.
  private struct Companions: CompanionEncoder {
    mutating func append(
      _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, key: Span<UInt8>,
      _ lookups: borrowing LookupContext, to output: inout OutputBuffer
    ) -> GUID? {
      guard id.low % 2 == 1 else { return nil }
      output.append(key)
      return GUID(high: 1, low: id.low)
    }
  }

  @Test("What was prepared stays as it was while somebody holds on to it, with what records bring with them")
  func heldRecords() {
    var field = FieldMapping(destination: "Field", sources: [SourcePath("source")])
    field.isKey = true
    var bench = PlanBench(columns: ["source"])
    bench.fields = [field]
    let lookups = bench.lookups()
    var mapper = bench.mapper()
    var form = RecordForm(encoder: Brackets(), namer: Lengths(), companions: Companions())
    var held: [(buffer: SharedBuffer, range: Range<Int>)] = []
    for round in 0..<20 {
      let batch = RecordBatch(width: 1, rows: [["a\(round)"], ["b1\(round % 10)"]])
      mapper.prepare(batch, 0..<2, [.key, .values, .parents], lookups, form: &form)
      for record in 0..<2 {
        mapper.begin(record)
        guard let range = mapper.preparedRange, let id = mapper.preparedID else {
          Issue.record("record \(record) was not prepared")
          continue
        }
        if round % 3 == 0 { held.append((mapper.preparedBuffer, range)) }
        switch mapper.preparedCompanion {
        case .unknown: Issue.record("nobody has looked for what it brings")
        case .none: #expect(id.low % 2 == 0)
        case .record(let own, let range):
          #expect(own == GUID(high: 1, low: id.low))
          if round % 3 == 1 { held.append((mapper.companionBuffer, range)) }
        }
      }
    }
    let texts = held.map { String(decoding: $0.buffer.bytes($0.range), as: UTF8.self) }
    let expected = (0..<20).flatMap { round -> [String] in
      switch round % 3 {
      case 0: ["[a\(round)]", "[b1\(round % 10)]"]
      case 1: round < 10 ? ["b1\(round)"] : ["a\(round)", "b1\(round % 10)"]
      default: []
      }
    }
    #expect(texts == expected)
  }

  @Test("A lookup among records that are just being written is left until the record is asked for")
  func growingTable() {
    let products = TargetKeyIndex(table: "product", keyColumn: "productnumber")
    products.add("p-1", Self.id)
    let bench = PlanBench(lookingUp: products)
    let batch = RecordBatch(width: 1, rows: [["P-1"], ["P-2"], ["P-3"], [""]])
    var lookups = bench.lookups()
    lookups.growingTable = 0
    var mapper = bench.mapper()
    var form = RecordForm(encoder: Brackets())
    mapper.prepare(batch, 0..<4, [.values, .parents], lookups, form: &form)
    let written = KeyText.bytes("P-2")
    products.addWritten(key: written.span, id: GUID(high: 1, low: 2), name: written.span)
    let made = (0..<4).map { record in
      mapper.begin(record)
      mapper.map(batch, record, lookups, parents: true)
      var output = OutputBuffer(capacity: 64)
      let isEncoded = mapper.appendPrepared(to: &output)
      return (isFound: !mapper.output(0).isEmpty, codes: mapper.issues.map(\.code), isEncoded: isEncoded)
    }
    #expect(made.map(\.isFound) == [true, true, false, false])
    #expect(made.map(\.codes) == [[], [], [.productUnknown], []])
    #expect(made.map(\.isEncoded) == [false, false, false, true])
  }

  @Test("A value that must exist may have been written since, unless nobody writes such values")
  func growingRule() throws {
    let rules = try SchemaCatalogue.builtIn().existenceRules()
    let column = try #require(rules.first?.fields.sorted().first)
    var bench = PlanBench(columns: ["source"])
    bench.existenceRules = rules
    bench.destinationAttributes = [Attribute(name: column, type: .string)]
    bench.fields = [FieldMapping(destination: column, sources: [SourcePath("source")])]
    let batch = RecordBatch(width: 1, rows: [["known"], ["written"], ["unknown"]])
    for isGrowing in [true, false] {
      var lookups = bench.lookups()
      let known = KeyText.bytes("known")
      lookups.existing[0].addReference(known.span, company: ExistingValues.shared)
      if isGrowing { lookups.growingRules = [0] }
      var mapper = bench.mapper()
      var form = RecordForm()
      mapper.prepare(batch, 0..<3, [.values, .parents], lookups, form: &form)
      let written = KeyText.bytes("written")
      lookups.existing[0].addWritten(written.span)
      let codes = (0..<3).map { record in
        mapper.begin(record)
        mapper.map(batch, record, lookups, parents: true)
        return mapper.issues.map(\.code)
      }
      #expect(codes == [[], isGrowing ? [] : [rules[0].code], [rules[0].code]])
    }
  }

  @Test("Values that are the same in all records come out whichever records were filtered before")
  func constants() throws {
    var constant = FieldMapping(destination: "Constant")
    constant.constant = "always"
    var bench = PlanBench(columns: ["source"])
    bench.destinationAttributes = [Attribute(name: "Field", type: .string), Attribute(name: "Constant", type: .string)]
    bench.fields = [FieldMapping(destination: "Field", sources: [SourcePath("source")]), constant]
    bench.filter = try FilterExpression.parse("source ne 'no'")
    let mapped = bench.map([["a"], ["no"], ["b"], ["no"], ["c"], ["d"], ["e"], ["no"], ["f"]])
    #expect(mapped.filter(\.passes).map { $0.values["Constant"] } == Array(repeating: "always", count: 6))
  }

  @Test("Of few bytes that stand for many only some are prepared, and all come out")
  func much() {
    let accounts = SourceLookupIndex(table: "account", columns: ["description"])
    let text = String(repeating: "long ", count: 100_000)
    accounts.add("\(Self.id)", name: "Alpine", text)
    var bench = PlanBench(columns: ["customerid"])
    bench.tables = [accounts]
    var customer = Attribute(name: "customerid", type: .lookup)
    customer.targets = ["account"]
    bench.sourceAttributes = [customer]
    bench.destinationAttributes = [Attribute(name: "Text", type: .string)]
    bench.fields = [FieldMapping(destination: "Text", sources: [SourcePath("customerid.description")])]
    let mapped = bench.map(Array(repeating: [Self.id], count: 20))
    #expect(mapped.allSatisfy { $0.values["Text"] == text })
  }
}
