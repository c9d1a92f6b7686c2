package import Mapping

/// The paths of a template's packages: names sort in the order of import. How many digits the numbers of parts need is known
/// only when all are written, so until then parts have provisional names.
package struct SplitNames {
  private let base: String

  /// The names of the template's packages, in the folder of a company, with `/`, or in none.
  package init(_ template: Template, folder: String = "") {
    base = "packages/\(folder)\(template.fileNumber)-\(template.name)"
  }

  /// The names of the packages of another kind, which begin with `base`.
  init(base: String) { self.base = base }

  /// The name of the file of a number, from 1, while others may still come.
  func provisional(_ number: Int) -> String { number == 1 ? "\(base).zip" : "\(base)~\(number).zip" }

  /// The names of so many packages: numbered from 01 with as many digits as the last one needs, at least two. A single
  /// package has no number.
  package func names(_ count: Int) -> [String] {
    guard count > 1 else { return Array(repeating: "\(base).zip", count: count) }
    let digits = max(2, String(count).utf8.count)
    return (1...count).map { number in
      let text = String(number)
      return "\(base)-\(String(repeating: "0", count: digits - text.utf8.count))\(text).zip"
    }
  }
}
