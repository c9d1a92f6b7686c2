import Findings
import Packages

/// The last lines of a summary: data files that nobody understands, so that nobody overlooks that they were left out.
enum UnknownFilesText {
  private static let most = 20

  /// A line for each file, and how many more there are.
  static func lines(_ files: [UnknownFile]) -> [String] {
    var lines = files.prefix(most).map {
      "not recognised and skipped [\(FindingCode.kindNotRecognised)]: \($0.path): \($0.entity.file)"
    }
    if files.count > most {
      lines.append(
        "not recognised and skipped [\(FindingCode.kindNotRecognised)]: \(CountText.plain(files.count - most, "more file"))"
      )
    }
    return lines
  }
}
