import Archives
public import Conversion
import Findings
import Mapping
import Packages
import Records

extension ConversionSummary {
  /// `report.json`.
  public func json() throws -> String { try ReportJSON(self).text() }
}

/// The shape of `report.json`.
struct ReportJSON: Encodable {
  struct Input: Encodable {
    struct Entity: Encodable {
      var name: String
      var file: String
      var records: Int
      var partitions: Int?
    }
    var path: String
    var sha256: String
    var kind: String
    var entities: [Entity]
  }

  struct Task: Encodable {
    struct Counts: Encodable {
      var read: Int
      var filtered: Int
      var rejected: Int
      var generated: Int
      var written: Int

      init(_ counts: TaskCounts) {
        read = counts.read
        filtered = counts.filtered
        rejected = counts.rejected
        generated = counts.generated
        written = counts.written
      }
    }

    struct Total: Encodable {
      var field: String
      var currency: String
      var company: String
      var source: String
      var destination: String
    }
    var name: String
    var source: String
    var destination: String
    var read: Int
    var filtered: Int
    var rejected: Int
    var generated: Int
    var written: Int
    var deferred: [String: Int]
    var filteredBy: [String: Int]
    var companies: [String: Counts]
    var controlTotals: [Total]
  }

  struct TemplateMember: Encodable {
    var name: String
    var tasks: [Task]

    init(_ template: TemplateReport) {
      name = template.name
      tasks = template.tasks.map { task in
        Task(
          name: task.name, source: task.source, destination: task.destination, read: task.counts.read,
          filtered: task.counts.filtered, rejected: task.counts.rejected, generated: task.counts.generated,
          written: task.counts.written, deferred: task.deferred,
          filteredBy: Dictionary(uniqueKeysWithValues: task.counts.filteredBy.map { ($0.key.rawValue, $0.value) }),
          companies: Dictionary(uniqueKeysWithValues: task.companies.map { ($0.name, Task.Counts($0.counts)) }),
          controlTotals: task.totals.map {
            Task.Total(
              field: $0.field, currency: $0.currency, company: $0.company, source: $0.source.description,
              destination: $0.destination.description)
          })
      }
    }
  }

  /// A package that was only looked into, or the project.
  struct Reference: Encodable {
    var path: String
    var sha256: String
  }

  /// What the run was asked for, so that it can be run again.
  struct Options: Encodable {
    /// One name, or several.
    enum Companies: Encodable {
      case one(String)
      case several([String])

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let name): try container.encode(name)
        case .several(let names): try container.encode(names)
        }
      }
    }

    /// A value that is `null` if there is none.
    struct Optional<Value: Encodable>: Encodable {
      var value: Value?

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
      }
    }

    /// The packages as they were given.
    var inputs: [String]
    var references: [String]
    var template: [String]
    var project: Optional<Reference>
    var set: [String]
    var company: Companies
    var to: String
    var delta: Bool
    var assignNumbers: Bool
    var firstNumber: Int
    var asOf: Optional<Int64>
    var waves: Bool
    var fileFormat: String
    var salesFormat: String
    var cdmLocation: String?

    init(_ summary: ConversionSummary, project: Reference?) {
      let options = summary.options
      inputs = options.inputs.map(\.argument)
      references = options.references.map(\.argument)
      template = options.templates
      self.project = Optional(value: project)
      set = options.overrides.map { "\($0.template).\($0.field)=\($0.value)" }
      company = summary.companies.count == 1 ? .one(summary.companies[0]) : .several(summary.companies)
      to = summary.destination.rawValue
      delta = options.isDelta
      assignNumbers = options.assignsNumbers
      firstNumber = options.firstNumber
      asOf = Optional(value: summary.time)
      waves = options.wantsWaves
      fileFormat = options.fileFormat.name
      salesFormat = options.salesFormat.name
      cdmLocation = options.folderLocation
    }
  }

  struct PackageMember: Encodable {
    var path: String
    var company: String
    var sha256: String
    var bytes: UInt64
    var records: Int
    /// 2 for a package that brings references; nil where nobody asks.
    var wave: Int?
    /// The part of the run that made it; nil if the run had none.
    var part: Int?
  }

  /// The plan of a run in parts.
  struct Shards: Encodable {
    var plan: String
    var parts: Int
  }

  struct Findings: Encodable {
    var error: Int
    var warning: Int
    var info: Int
    var byCode: [String: Int]

    init(_ sink: FindingSink) {
      error = sink.bySeverity[.error] ?? 0
      warning = sink.bySeverity[.warning] ?? 0
      info = sink.bySeverity[.info] ?? 0
      byCode = Dictionary(uniqueKeysWithValues: sink.byCode.map { ($0.key.rawValue, $0.value) })
    }
  }

  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command: String
  var direction: String
  var result: String
  var inputs: [Input]
  var templates: [TemplateMember]
  var packages: [PackageMember]
  var findings: Findings
  var references: [Reference]
  var options: Options
  var shards: Shards?

  init(_ summary: ConversionSummary) throws {
    command = summary.options.command.rawValue
    direction = summary.destination.direction
    result = summary.result.rawValue
    inputs = summary.inputs.enumerated().map { index, package in
      Input(
        path: package.argument, sha256: summary.digests[package.container.path]?.sha256 ?? "",
        kind: package.kind.rawValue,
        entities: package.described.map { place, counted in
          let entity = package.entities[place]
          return Input.Entity(
            name: entity.name, file: entity.file, records: counted.reduce(0) { $0 + summary.entities[index][$1] },
            partitions: entity.partitions)
        })
    }
    templates = summary.templates.map(TemplateMember.init)
    packages = summary.packages.map {
      PackageMember(
        path: $0.path, company: $0.company, sha256: $0.sha256, bytes: $0.bytes, records: $0.records, wave: $0.wave,
        part: $0.part)
    }
    findings = Findings(summary.findings)
    references = summary.references.map {
      Reference(path: $0.argument, sha256: summary.digests[$0.container.path]?.sha256 ?? "")
    }
    let project =
      try summary.project.map { Reference(path: $0.path, sha256: $0.sha256) }
      ?? summary.options.project.map { Reference(path: $0.file, sha256: try $0.sha256()) }
    shards = summary.shards.map { Shards(plan: $0.plan, parts: $0.parts) }
    options = Options(summary, project: project)
  }

  func text() throws -> String { try indentedJSON() + "\n" }
}
