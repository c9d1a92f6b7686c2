import Conversion
import Findings
import Packages
import Records

/// Findings that were counted and are not listed.
struct Unlisted {
  var byCode: [(code: FindingCode, count: Int, severity: Severity)] = []
  var bySeverity: [(severity: Severity, count: Int, following: Int)] = []

  init() {}

  /// What a sink has counted beyond what its list has.
  init(_ sink: FindingSink, _ rows: PlacedFindings) {
    for (code, count) in sink.byCode.sorted(by: { $0.key < $1.key }) {
      byCode.append((code, count - (rows.byCode[code] ?? 0), sink.severity(of: code)))
    }
    for severity in Severity.allCases {
      let count = (sink.bySeverity[severity] ?? 0) - (rows.bySeverity[severity] ?? 0)
      let following = (sink.following[severity] ?? 0) - (rows.following[severity] ?? 0)
      bySeverity.append((severity, count, following))
    }
  }

  /// Adds them to the counts of a sink.
  func add(to sink: FindingSink) {
    for item in byCode { sink.count(item.count, of: item.code, item.severity) }
    for item in bySeverity { sink.count(item.count, item.severity, following: item.following) }
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
  var unlisted = Unlisted()

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
      writer.add(entry.records)
    }
    packed.add(foreign) { writer, records in
      writer.add(records.entity)
      writer.add(records.unit)
      writer.add(records.records)
    }
    packed.add(unlisted.byCode) { writer, item in
      writer.add(Int(item.code.number))
      writer.add(item.count)
      writer.add(Severity.allCases.firstIndex(of: item.severity) ?? 0)
    }
    packed.add(unlisted.bySeverity) { writer, item in
      writer.add(Severity.allCases.firstIndex(of: item.severity) ?? 0)
      writer.add(item.count)
      writer.add(item.following)
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
    required = try reader.list {
      RequiredRecords.Entry(
        table: try $0.string(), title: try $0.string(), name: try $0.string(), records: try $0.int())
    }
    foreign = try reader.list {
      ForeignRecords(entity: try $0.string(), unit: try $0.string(), records: try $0.int(in: 0...Int.max))
    }
    unlisted.byCode = try reader.list {
      (FindingCode(number: UInt16(try $0.int(in: 0...9999))), try $0.int(), Severity.allCases[try $0.int(in: 0...2)])
    }
    unlisted.bySeverity = try reader.list {
      (Severity.allCases[try $0.int(in: 0...2)], try $0.int(), try $0.int())
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
