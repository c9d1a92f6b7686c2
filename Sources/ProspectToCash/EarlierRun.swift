import Archives
import Conversion
import Findings
import Foundation
import Mapping
import Packages
import Records

/// The run that made an output folder, as its `report.json` tells it.
struct EarlierRun {
  private struct Report: Decodable {
    struct Package: Decodable {
      var path: String
      var sha256: String
    }
    struct Options: Decodable {
      enum Companies: Decodable {
        case names([String])

        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let one = try? container.decode(String.self) {
            self = .names([one])
          } else {
            self = .names(try container.decode([String].self))
          }
        }

        var names: [String] { if case .names(let names) = self { names } else { [] } }
      }

      var inputs: [String]
      var references: [String]
      var template: [String]
      var project: Package?
      var set: [String]
      var company: Companies
      var to: String
      var delta: Bool
      var assignNumbers: Bool
      var firstNumber: Int
      var asOf: Int64?
      var waves: Bool
      var fileFormat: String
      var salesFormat: String
      var cdmLocation: String?
    }

    var command: String
    var inputs: [Package]?
    var references: [Package]?
    var options: Options?
  }

  /// The commands whose runs can be asked about.
  private static let commands: Set<String> = ["convert", "run", "shard"]

  private let path: String
  private let report: Report
  private let given: Report.Options

  /// Nil if the folder has no report. Throws `Failure` for the report of another command, or of an older version.
  init?(folder: String) throws {
    path = "\(folder)/report.json"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let bytes = try WholeFile.read(path, limit: 64 << 20)
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(bytes)),
      EarlierRun.commands.contains(report.command), let given = report.options
    else {
      throw Failure(
        message: "\(path) is not the report of a conversion that says its options; run the conversion again",
        exitCode: 65)
    }
    (self.report, self.given) = (report, given)
  }

  /// What the run was asked for. Throws `ProjectError`, and `Failure` for a project that has changed.
  func options() throws -> ConversionOptions {
    var options = ConversionOptions(inputs: [], output: "")
    if let project = given.project {
      guard FileManager.default.fileExists(atPath: project.path) else {
        throw Failure(message: "\(project.path), which \(path) names, is not there", exitCode: 66)
      }
      let file = try JobCatalogues.project(project.path)
      guard try file.sha256() == project.sha256 else {
        throw Failure(message: "\(project.path) is not the file that \(path) names: its SHA-256 differs", exitCode: 65)
      }
      options.project = file
    }
    let project = report.command == "run" ? options.project : nil
    let resolve = { (path: String) in project?.path(of: path) ?? path }
    options.inputs = given.inputs.map { PackagePath($0, resolve: resolve) }
    options.references = given.references.map { PackagePath($0, resolve: resolve) }
    options.templates = given.template
    options.overrides = try given.set.map { try Override.set($0) }
    options.companies = given.company.names.compactMap { CompanyID($0) }
    options.destination = Side(rawValue: given.to)
    options.isDelta = given.delta
    options.assignsNumbers = given.assignNumbers
    options.firstNumber = given.firstNumber
    options.epoch = given.asOf
    options.hasWaves = given.waves
    options.fileFormat = FinopsFileFormat(named: given.fileFormat) ?? options.fileFormat
    options.salesFormat = SalesFormat(named: given.salesFormat) ?? options.salesFormat
    options.folderLocation = given.cdmLocation
    return options
  }

  /// The SHA-256 that the packages of the run have, by argument, and the report that says so.
  var expected: (digests: [String: String], report: String) {
    let all = (report.inputs ?? []) + (report.references ?? [])
    return (Dictionary(all.map { ($0.path, $0.sha256) }, uniquingKeysWith: { first, _ in first }), path)
  }
}
