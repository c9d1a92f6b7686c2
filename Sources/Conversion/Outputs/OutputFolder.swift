package import Archives
import Foundation

/// The output folders that the tool makes.
package enum OutputFolder {
  /// The folder of the packages, which may be empty.
  package static let packages = "packages"
  /// The report for programs, which every output has.
  package static let report = "report.json"

  /// The report of a profile, which has content of records and therefore another name.
  package static let profile = "profile.json"

  /// Begins an output. With `replacing`, a folder that the tool has made with the same report, or an empty one, may be
  /// replaced. Errors: `notOurs` for any other folder, and those of `OutputDirectory.create`.
  package static func create(
    at path: String, replacing: Bool, report: String = OutputFolder.report
  ) throws(ArchiveError) -> OutputDirectory {
    try OutputDirectory.create(at: path, replacing: replacing) { isOurs($0, report) }
  }

  /// Whether the tool has made a folder: it has the checksums and a report that says so.
  private static func isOurs(_ folder: String, _ report: String) -> Bool {
    guard WholeFile.isFile("\(folder)/\(ChecksumList.fileName)"), WholeFile.isFile("\(folder)/\(report)"),
      let bytes = try? WholeFile.read("\(folder)/\(report)", limit: 1 << 30)
    else { return false }
    return (try? JSONDecoder().decode(ToolOfReport.self, from: Data(bytes)))?.tool == "p2c"
  }
}

/// What a `report.json` says of who has made it.
private struct ToolOfReport: Decodable {
  var tool: String
}
