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

  struct PackageMember: Encodable {
    var path: String
    var company: String
    var sha256: String
    var bytes: UInt64
    var records: Int
    /// 2 for a package that brings references; nil where nobody asks.
    var wave: Int?
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

  init(_ summary: ConversionSummary) {
    command = summary.options.command.rawValue
    direction = summary.destination == .finops ? "sales-to-finops" : "finops-to-sales"
    result = summary.result.rawValue
    inputs = summary.inputs.enumerated().map { index, package in
      Input(
        path: package.path, sha256: summary.digests[package.container.path]?.sha256 ?? "", kind: package.kind.rawValue,
        entities: package.entities.enumerated().map {
          Input.Entity(name: $0.element.name, file: $0.element.file, records: summary.entities[index][$0.offset])
        })
    }
    templates = summary.templates.map(TemplateMember.init)
    packages = summary.packages.map {
      PackageMember(
        path: $0.path, company: $0.company, sha256: $0.sha256, bytes: $0.bytes, records: $0.records, wave: $0.wave)
    }
    findings = Findings(summary.findings)
  }

  func text() throws -> String { try indentedJSON() + "\n" }
}
