public import Findings

extension FindingCatalogue {
  /// The page on finding codes in Markdown, as `docs/FINDINGS.md` has it.
  public var page: String {
    var text = """
      # Findings
      Every finding has a code. A code never changes its meaning and is never reused, so batch jobs can rely on it. This page
      is generated from the catalogue that `p2c codes` prints; `p2c codes P2C2104` explains one code in the terminal.

      The severity is the highest that findings of the code can have:

      - **error**: the record is rejected, or the package must not be imported as it is. The exit code is 1.
      - **warning**: the record is converted, but should be checked.
      - **info**: for information; nothing is wrong.

      """
    for area in areas {
      text += "\n## \(FindingCatalogue.heading(of: area))\n"
      for one in all where one.area == area {
        text += "\n### \(one.code): \(one.title)\n"
        text += "*\(one.severity.rawValue)*. \(one.why) **What to do:** \(one.whatToDo)\n"
      }
    }
    return text
  }

  /// The areas in the order of their first code.
  private var areas: [String] {
    var areas: [String] = []
    for one in all where !areas.contains(one.area) { areas.append(one.area) }
    return areas
  }

  private static func heading(of area: String) -> String {
    switch area {
    case "archive": "Archives"
    case "finops-package": "Packages of Finance and Operations"
    case "sales-package": "Packages of Sales"
    case "file": "Files in packages"
    case "record": "Records in a conversion"
    case "requirements": "Versions of the two systems"
    case "project": "Project files, templates and value maps"
    case "shards": "Conversions in parts"
    default: area.prefix(1).uppercased() + area.dropFirst()
    }
  }
}
