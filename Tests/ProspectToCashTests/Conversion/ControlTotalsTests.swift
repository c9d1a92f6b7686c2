import Foundation
import Mapping
import Records
import TestSupport
import Testing

@testable import Conversion

@Suite("Control totals")
struct ControlTotalsTests {
  /// A sum of one field in one currency, as texts.
  private struct Sum: Equatable, CustomStringConvertible {
    var field, currency, source, destination: String

    var description: String { "\(field) \(currency): \(source) → \(destination)" }
  }

  /// A mapper of records with two amounts, of which the second goes through a value map: 7 becomes 70, 8 nothing.
  private func mapper() -> RecordMapper {
    let names = ["Net", "Tax"]
    let fields = names.map { name in
      var field = FieldMapping(destination: name, sources: [SourcePath(name.lowercased())])
      if name == "Tax" { field.valueMap = "map" }
      return field
    }
    let task = TaskTemplate(name: "records", source: "source", destination: "destination", order: 10, fields: fields)
    let map = ValueMap(entries: ["7": "70", "8": ""], otherwise: .keep)
    let template = Template(
      name: "test", title: "Test", order: 10, destination: .finops, tasks: [task], valueMaps: ["map": map])
    var columns = SourceColumns(width: 2)
    columns.values = ["net": 0, "tax": 1]
    let compiler = PlanCompiler(
      task, of: template,
      source: schema(.sales, names.map { attribute($0.lowercased(), .money) }),
      destination: schema(.finops, names.map { attribute($0, .decimal) }),
      inputColumns: ["net", "tax"], lookups: LookupSchema(LookupContext()), mostCharacters: .max)
    return RecordMapper(compiler.plan(for: columns))
  }

  private func attribute(_ name: String, _ type: AttributeType) -> Attribute { Attribute(name: name, type: type) }

  private func schema(_ side: Side, _ attributes: [Attribute]) -> EntitySchema {
    EntitySchema(
      side: side, name: side == .sales ? "source" : "destination", label: "Records", keys: [], attributes: attributes)
  }

  /// The totals of records, each with its two amounts and its currency.
  private func totals(_ records: [(net: String, tax: String, currency: String)]) -> ControlTotals {
    var totals = ControlTotals(fields: [(place: 0, name: "Net"), (place: 1, name: "Tax")])
    let batch = RecordBatch(width: 2, rows: records.map { [$0.net, $0.tax] })
    let lookups = LookupContext()
    var mapper = mapper()
    for (number, record) in records.enumerated() {
      var currency = OutputBuffer(capacity: 8)
      currency.append(Array(record.currency.utf8))
      mapper.begin()
      mapper.map(batch, number, lookups, parents: true)
      totals.add(mapper, batch, currency: currency)
    }
    return totals
  }

  private func sums(_ records: [(net: String, tax: String, currency: String)]) -> [Sum] {
    totals(records).entries.map {
      Sum(
        field: $0.field, currency: $0.currency, source: $0.source.description, destination: $0.destination.description)
    }
  }

  @Test("Amounts are summed by field and currency, as they are read and as they are written")
  func sums() {
    let records = [("10.50", "7", "USD"), ("-0.25", "1.5", "EUR"), ("0.75", "8", "USD")]
    #expect(
      sums(records) == [
        Sum(field: "Net", currency: "EUR", source: "-0.25", destination: "-0.25"),
        Sum(field: "Net", currency: "USD", source: "11.25", destination: "11.25"),
        Sum(field: "Tax", currency: "EUR", source: "1.5", destination: "1.5"),
        Sum(field: "Tax", currency: "USD", source: "15", destination: "70"),
      ])
  }

  @Test("Currencies are distinguished by their bytes and sorted; a record without one has the empty one")
  func currencies() {
    let records = [("1", "", "USD"), ("2", "", ""), ("4", "", "usd"), ("8", "", "US"), ("16", "", "USD")]
    let sums = sums(records).filter { $0.field == "Net" }
    #expect(sums.map(\.currency) == ["", "US", "USD", "usd"])
    #expect(sums.map(\.source) == ["2", "8", "17", "4"])
  }

  @Test("What is empty or no number adds nothing, and its record still makes the currency known")
  func blanks() {
    let sums = sums([("", "", "USD"), ("about 5", "x", "EUR")])
    #expect(sums.count == 4)
    #expect(sums.allSatisfy { $0.source == "0" && $0.destination == "0" })
    #expect(totals([]).entries.isEmpty)
  }

  @Test("Totals that were emptied have the same fields and no sum")
  func emptied() {
    let full = totals([("1", "2", "USD")])
    #expect(full.emptied.entries.isEmpty)
    #expect(!full.emptied.isEmpty)
    #expect(ControlTotals(fields: []).isEmpty)
  }

  @Test("Random amounts add up to the last digit, in any order", arguments: 1...5)
  func exact(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    var expected: [String: Int] = [:]
    var records = (0..<500).map { _ in
      let cents = Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
      let currency = ["USD", "EUR", "DKK"][Int.random(in: 0..<3, using: &random)]
      expected[currency, default: 0] += cents
      let digits = String(repeating: "0", count: abs(cents) < 100 ? 3 : 0) + String(abs(cents))
      return ((cents < 0 ? "-" : "") + digits.dropLast(2) + "." + digits.suffix(2), "", currency)
    }
    let sums = sums(records)
    for sum in sums where sum.field == "Net" {
      #expect(Decimal(string: sum.source) == Decimal(expected[sum.currency] ?? 0) / 100)
      #expect(sum.destination == sum.source)
    }
    records.shuffle(using: &random)
    #expect(self.sums(records) == sums)
  }

  @Test("Summed are the fields that are money in Sales, to F&O those that come from a single one")
  func fields() {
    var task = TaskTemplate(
      name: "records", source: "source", destination: "destination", order: 10,
      fields: [
        FieldMapping(destination: "text", sources: [SourcePath("amount")]),
        FieldMapping(destination: "total", sources: [SourcePath("name")]),
        FieldMapping(destination: "price", sources: [SourcePath("amount"), SourcePath("other")]),
        FieldMapping(destination: "unknown"),
      ])
    let amounts = [attribute("amount", .money), attribute("other", .money), attribute("name", .string)]
    let columns = [attribute("text", .string), attribute("total", .money), attribute("price", .money)]
    let toSales = ControlTotals.fields(task, source: schema(.finops, amounts), destination: schema(.sales, columns))
    #expect(toSales.map(\.name) == ["total", "price"])
    #expect(toSales.map(\.place) == [1, 2])
    let toFinops = ControlTotals.fields(task, source: schema(.sales, amounts), destination: schema(.finops, columns))
    #expect(toFinops.map(\.name) == ["text"])
    #expect(toFinops.map(\.place) == [0])
    #expect(ControlTotals.fields(task, source: nil, destination: schema(.finops, columns)).isEmpty)
    task.fields = []
    #expect(ControlTotals.fields(task, source: nil, destination: schema(.sales, columns)).isEmpty)
  }
}
