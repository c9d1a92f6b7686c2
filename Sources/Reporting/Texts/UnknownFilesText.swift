import Findings
import Packages

/// The last lines of a summary: data files that nobody understands, so that nobody overlooks that they were left out.
enum UnknownFilesText {
  private static let most = 20

  /// A line for each file, and how many more there are.
  static func lines(_ files: [UnknownFile], _ texts: Texts) -> [String] {
    let skipped = "\(texts("summary.skipped")) [\(FindingCode.kindNotRecognised)]"
    var lines = files.prefix(most).map { "\(skipped): \($0.path): \($0.entity.file)" }
    if files.count > most {
      lines.append("\(skipped): \(texts("summary.moreFiles", ["count": files.count - most]))")
    }
    return lines
  }
}
