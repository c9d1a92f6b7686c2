import Foundation
import ProspectToCash
import TestSupport

/// What a reconciliation has written, read back without the tool's own readers.
struct Reconciled {
  /// A row of `differences.csv`.
  struct Row: Hashable, CustomStringConvertible {
    var template, task, outcome, key, field, finops, sales, kind: String
    var company = "USMF"

    init(_ cells: [String]) {
      (template, task, outcome, key) = (cells[0], cells[1], cells[2], cells[3])
      (field, finops, sales, kind) = (cells[4], cells[5], cells[6], cells[7])
      if cells.count > 8 { company = cells[8] }
    }

    /// A row of the words between bars.
    init(_ text: String) { self.init(text.components(separatedBy: "¦")) }

    var description: String { [template, task, outcome, key, field, finops, sales, kind].joined(separator: "¦") }
  }

  /// What the tests read of `report.json`.
  struct Report: Decodable {
    struct Task: Decodable {
      struct Records: Decodable {
        var source: [String: Int]
        var destination: [String: Int]
      }
      var name: String
      var notCompared: [String]
      var records: Records
    }
    struct Template: Decodable {
      var name: String
      var tasks: [Task]
    }
    struct Package: Decodable {
      var path: String
      var records: Int
    }
    struct Rehearsal: Decodable {
      struct Changes: Decodable {
        var new, known, gone: Int
      }
      var differences: Int
      var changes: Changes?
    }
    struct Omission: Decodable {
      var template: String
      var task: String?
      var entity: String
    }
    var result: String
    var templates: [Template]
    var notCompared: [Omission]
    var differences: Int
    var byOutcome: [String: Int]
    var partners: Int
    var packages: [Package]
    var trend: [Rehearsal]
  }

  let result: RunResult
  let report: Report
  let rows: [Row]
  let folder: TestFolder
  let name: String

  /// Compares packages of a folder, or the samples; the output has the name.
  init(
    _ folder: TestFolder, finops: [String], sales: [String], samples: Bool = false, to name: String = "reconciled",
    change: (inout ReconciliationOptions) throws -> Void = { _ in }
  ) throws {
    let job = try ReconciliationJob(
      finops: samples ? [Samples.path("contoso-finops")] : finops.map(folder.path),
      sales: samples ? [Samples.path("contoso-sales")] : sales.map(folder.path), output: folder.path(name), project: nil
    ) { options in
      options.epoch = 1_717_243_200
      try change(&options)
    }
    let summary = try job.run(progress: .silent)
    result = summary.result
    report = try JSONDecoder().decode(Report.self, from: Data(folder.text("\(name)/report.json").utf8))
    rows = CSVRows(try folder.text("\(name)/differences.csv")).records.dropFirst().map(Row.init)
    self.folder = folder
    self.name = name
  }

  /// The rows as texts with their parts between bars.
  var lines: [String] { rows.map(\.description) }

  /// The records of a CSV file of the output, the header first.
  func records(_ file: String) throws -> [[String]] { CSVRows(try folder.text("\(name)/\(file)")).records }

  /// The counts of a task.
  func task(_ template: String, _ name: String) -> Report.Task.Records? {
    report.templates.first { $0.name == template }?.tasks.first { $0.name == name }?.records
  }
}

/// A plain reading of CSV, for tests.
struct CSVRows {
  private(set) var records: [[String]] = []

  init(_ text: String) {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isQuoted {
        if scalar == "\"" { isQuoted = false } else { cell.unicodeScalars.append(scalar) }
      } else if scalar == "\"" {
        // A quote right behind one that closed is one of the text.
        if previous == "\"" { cell.append("\"") }
        isQuoted = true
      } else if scalar == "," {
        cells.append(cell)
        cell = ""
      } else if scalar == "\n" {
        records.append(cells + [cell])
        (cells, cell) = ([], "")
      } else if scalar != "\r" {
        cell.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    if !cell.isEmpty || !cells.isEmpty { records.append(cells + [cell]) }
  }
}
