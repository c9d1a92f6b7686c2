import Conversion
import Findings
import Packages
import Records

/// Findings that were counted and are not listed.
struct UnlistedFindings {
  private(set) var counts: [(about: PlacedFindings.Unlisted, count: Int)] = []

  init() {}

  /// What a list has counted besides.
  init(_ list: PlacedFindings) {
    let rank = { (about: PlacedFindings.Unlisted) in
      (about.code.number, about.severity.rawValue, about.entity.rawValue, about.follow ? 1 : 0)
    }
    counts = list.unlisted.map { ($0.key, $0.value) }.sorted { rank($0.about) < rank($1.about) }
  }

  /// Adds them to the counts of a sink.
  func add(to sink: FindingSink) {
    for (about, count) in counts {
      sink.count(count, of: about.code, about.severity, about: about.entity, follow: about.follow)
    }
  }

  fileprivate func pack(_ packed: inout PackedWriter) {
    packed.add(counts) { writer, item in
      writer.add(Int(item.about.code.number))
      writer.add(Severity.allCases.firstIndex(of: item.about.severity) ?? 0)
      writer.add(item.about.entity.rawValue)
      writer.add(item.about.follow)
      writer.add(item.count)
    }
  }

  fileprivate init(_ reader: inout PackedReader) throws {
    counts = try reader.list { reader in
      let code = FindingCode(number: UInt16(try reader.int(in: 0...9999)))
      let severity = Severity.allCases[try reader.int(in: 0...2)]
      let entity = EntityName(try reader.string())
      let about = PlacedFindings.Unlisted(
        code: code, severity: severity, entity: entity, follow: try reader.bool())
      return (about, try reader.int(in: 0...Int.max >> 1))
    }
  }
}

/// The records of a business unit that belongs to no company.
struct ForeignRecords {
  var entity: String
  var unit: String
  var records: Int

  init(entity: String, unit: String, records: Int) {
    (self.entity, self.unit, self.records) = (entity, unit, records)
  }

  /// What is reported of them.
  var finding: Finding { .foreignRecords(of: entity, unit: unit, count: records) }

  /// What a finding of a part says of them.
  init(_ finding: Finding) {
    self.init(entity: finding.place.entity.rawValue, unit: finding.place.key, records: Int(finding.value) ?? 0)
  }
}

/// What became of a template in a part, to be added to the other parts'.
struct PartSummary {
  /// The name of the file.
  static let fileName = "summary"

  var tasks: [TaskReport] = []
  var packages: [PackageReport] = []
  var required: [RequiredRecords.Entry] = []
  var foreign: [ForeignRecords] = []
  var unlisted = UnlistedFindings()
  /// The values that no value map has an entry for.
  var values: [UnmappedField] = []

  init() {}

  var bytes: [UInt8] {
    var packed = PackedWriter()
    packed.add(tasks) { writer, task in
      for text in [task.name, task.source, task.destination] { writer.add(text) }
      writer.add(task.companies) { writer, company in
        writer.add(company.name)
        for number in [
          company.counts.read, company.counts.rejected, company.counts.generated, company.counts.written,
        ] {
          writer.add(number)
        }
        let reasons = company.counts.filteredBy.sorted { $0.key.rawValue < $1.key.rawValue }
        writer.add(reasons) {
          $0.add($1.key.rawValue)
          $0.add($1.value)
        }
      }
      writer.add(task.totals) { writer, total in
        for text in [total.field, total.currency, total.company] { writer.add(text) }
        writer.add(total.source)
        writer.add(total.destination)
      }
      writer.add(task.unmapped) { writer, amount in
        for text in [amount.entity, amount.field, amount.currency, amount.company] { writer.add(text) }
        writer.add(amount.place)
        writer.add(amount.records)
        writer.add(amount.sum)
      }
    }
    packed.add(packages) { writer, package in
      writer.add(package.path)
      writer.add(package.sha256)
      writer.add(Int(package.bytes))
      writer.add(package.records)
      writer.add(package.company)
      writer.add(package.number)
    }
    packed.add(required) { writer, entry in
      for text in [entry.table, entry.title, entry.name] { writer.add(text) }
      for number in [entry.order, entry.records] { writer.add(number) }
    }
    packed.add(foreign) { writer, records in
      writer.add(records.entity)
      writer.add(records.unit)
      writer.add(records.records)
    }
    unlisted.pack(&packed)
    packed.add(values) { writer, field in
      for text in [field.task, field.field, field.source, field.map] { writer.add(text) }
      writer.add(field.records)
      writer.add(field.distinct)
      writer.add(field.values) { writer, value in
        writer.add(value.text)
        writer.add(value.records)
        writer.add(value.isCut)
      }
    }
    return packed.take()
  }

  init(_ bytes: [UInt8]) throws {
    var reader = PackedReader(bytes)
    tasks = try reader.list { reader in
      var task = TaskReport(
        name: try reader.string(), source: try reader.string(), destination: try reader.string())
      task.companies = try reader.list { reader in
        let name = try reader.string()
        var counts = TaskCounts()
        counts.read = try reader.int(in: 0...Int.max)
        counts.rejected = try reader.int(in: 0...Int.max)
        counts.generated = try reader.int(in: 0...Int.max)
        counts.written = try reader.int(in: 0...Int.max)
        for (reason, count) in try reader.list({ (try $0.string(), try $0.int(in: 0...Int.max)) }) {
          guard let reason = FilterReason(rawValue: reason) else { throw PackedError() }
          counts.filteredBy[reason] = count
        }
        return (name, counts)
      }
      task.totals = try reader.list { reader in
        let (field, currency, company) = (try reader.string(), try reader.string(), try reader.string())
        return ControlTotals.Entry(
          field: field, currency: currency, company: company, source: try reader.sum(), destination: try reader.sum())
      }
      task.unmapped = try reader.list { reader in
        let (entity, field) = (try reader.string(), try reader.string())
        let (currency, company) = (try reader.string(), try reader.string())
        return UnmappedAmount(
          entity: entity, field: field, place: try reader.int(), currency: currency, company: company,
          records: try reader.int(), sum: try reader.sum())
      }
      return task
    }
    packages = try reader.list { reader in
      let (path, digest) = (try reader.string(), try reader.string())
      var package = PackageReport(
        path: path, sha256: digest, bytes: UInt64(try reader.int(in: 0...Int.max)), records: try reader.int())
      (package.company, package.number) = (try reader.string(), try reader.int())
      return package
    }
    required = try reader.list { reader in
      let (table, title, name) = (try reader.string(), try reader.string(), try reader.string())
      return RequiredRecords.Entry(
        table: table, order: try reader.int(), title: title, name: name, records: try reader.int())
    }
    foreign = try reader.list {
      ForeignRecords(entity: try $0.string(), unit: try $0.string(), records: try $0.int(in: 0...Int.max))
    }
    unlisted = try UnlistedFindings(&reader)
    values = try reader.list { reader in
      let (task, field) = (try reader.string(), try reader.string())
      let (source, map) = (try reader.string(), try reader.string())
      let (records, distinct) = (try reader.int(), try reader.int())
      return UnmappedField(
        task: task, field: field, source: source, map: map, records: records, distinct: distinct,
        values: try reader.list {
          UnmappedField.Value(text: try $0.string(), records: try $0.int(), isCut: try $0.bool())
        })
    }
    guard reader.isAtEnd else { throw PackedError() }
  }
}

extension PackedWriter {
  fileprivate mutating func add(_ sum: ExactSum) {
    let words = sum.words
    add(words.count)
    for word in words { add(word: word) }
  }
}

extension PackedReader {
  fileprivate mutating func sum() throws(PackedError) -> ExactSum {
    let count = try int(in: 0...64)
    var words: [UInt64] = []
    for _ in 0..<count { words.append(try word()) }
    guard let sum = ExactSum(words: words) else { throw PackedError() }
    return sum
  }
}
