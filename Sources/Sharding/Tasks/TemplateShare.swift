import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// What comes before the templates of a run, for the whole: what all parts must know is found out there, and what concerns no
/// template is reported. The lookups are ready, and no template runs.
final class PrologueShare: RunShare {
  let companies: SettledCompanies?
  let writesNumbers: Bool
  private let body: (RunContext, [Template], borrowing LookupContext) throws -> Void

  /// `companies` are those of the whole run, where they are known already.
  init(
    _ companies: SettledCompanies? = nil, writesNumbers: Bool = false,
    _ body: @escaping (RunContext, [Template], borrowing LookupContext) throws -> Void
  ) {
    (self.companies, self.writesNumbers, self.body) = (companies, writesNumbers, body)
  }

  func prepare(_ context: RunContext, _ templates: [Template], _ lookups: borrowing LookupContext) throws {
    try body(context, templates, lookups)
  }
}

/// One template over a part of the records.
final class TemplateShare: RunShare {
  let companies: SettledCompanies?
  /// What later templates may look up of what was written.
  private(set) var known: [UInt8] = []
  /// Whether the template has begun; what was found before, the index task reports.
  private(set) var isRunning = false
  private let template: String
  private let others: (String) throws -> [[UInt8]]
  private var items = 0

  /// `others` gives what the parts of another template have written, if the template waits for it.
  init(_ template: String, _ companies: SettledCompanies?, others: @escaping (String) throws -> [[UInt8]]) {
    (self.template, self.companies, self.others) = (template, companies, others)
  }

  func runs(_ template: Template, _ lookups: inout LookupContext) throws -> Bool {
    guard template.name == self.template else {
      for bytes in try others(template.name) { try KnownRecords.add(bytes, to: &lookups) }
      return false
    }
    isRunning = true
    for table in lookups.destinations { table.notesWritten = true }
    items = lookups.items?.count ?? 0
    return true
  }

  func end(_ template: Template, _ lookups: borrowing LookupContext) {
    known = KnownRecords.bytes(lookups, items)
    isRunning = false
  }
}

/// What a part of a template has written, as far as later templates may look it up.
enum KnownRecords {
  /// What was written: records of tables, values that must exist, and price list items beyond the first `items`.
  static func bytes(_ lookups: borrowing LookupContext, _ items: Int) -> [UInt8] {
    var packed = PackedWriter()
    packed.add(lookups.destinations.count)
    for number in lookups.destinations.indices {
      let table = lookups.destinations[number]
      packed.add(table.table)
      packed.add(table.keyColumn)
      var rows = PackedWriter()
      var count = 0
      table.forEachWritten { key, id, name, company in
        rows.add(company)
        rows.add(key.span)
        rows.add(word: id.high)
        rows.add(word: id.low)
        rows.add(name.span)
        count += 1
      }
      packed.add(count)
      packed.add(rows.bytes.span)
    }
    var values: [(rule: Int, value: [UInt8])] = []
    for rule in lookups.existing.indices { lookups.existing[rule].forEachWritten { values.append((rule, $0)) } }
    packed.add(values) { writer, value in
      writer.add(value.rule)
      writer.add(value.value.span)
    }
    var ids: [GUID] = []
    if let set = lookups.items { for number in items..<max(items, set.count) { ids.append(set.item(number)) } }
    packed.add(ids) { writer, id in
      writer.add(word: id.high)
      writer.add(word: id.low)
    }
    return packed.take()
  }

  /// Adds what was written to the lookups. Throws `PackedError`.
  static func add(_ bytes: [UInt8], to lookups: inout LookupContext) throws {
    var reader = PackedReader(bytes)
    for _ in 0..<(try reader.int(in: 0...1 << 16)) {
      let (name, key) = (try reader.string(), try reader.string())
      let number = lookups.destination(name, key: key)
      let count = try reader.int(in: 0...Int.max)
      var rows = PackedReader(try reader.data())
      for _ in 0..<count {
        let company = try rows.int(in: 0...Int(UInt16.max))
        let text = try rows.data()
        let id = GUID(high: try rows.word(), low: try rows.word())
        let shown = try rows.data()
        guard let number else { continue }
        lookups.destinations[number].addWritten(key: text.span, id: id, name: shown.span, company: company)
      }
      guard rows.isAtEnd else { throw PackedError() }
    }
    for value in try reader.list({ (rule: try $0.int(), value: try $0.data()) })
    where lookups.existing.indices.contains(value.rule) {
      lookups.existing[value.rule].addWritten(marked: value.value.span)
    }
    for id in try reader.list({ GUID(high: try $0.word(), low: try $0.word()) }) { lookups.items?.insert(id) }
    guard reader.isAtEnd else { throw PackedError() }
  }
}
