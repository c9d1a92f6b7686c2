import Foundation
public import Inspection

extension Inspection {
  /// The facts as one JSON document.
  public func json() throws -> String {
    try InspectionJSON(packages: packages).indentedJSON()
  }

  /// The facts in words, line by line.
  public var lines: [String] {
    packages.map(Inspection.lines).enumerated().flatMap { index, lines in index == 0 ? lines : [""] + lines }
  }

  private static func lines(of package: InspectedPackage) -> [String] {
    var lines = ["\(package.path)", "  kind      \(package.kind)", "  size      \(package.bytes) bytes"]
    if !package.sha256.isEmpty { lines.append("  sha256    \(package.sha256)") }
    for (name, value) in package.versions.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(name.padding(toLength: max(10, name.count + 1), withPad: " ", startingAt: 0))\(value)")
    }
    for entity in package.entities {
      let label = entity.label.isEmpty || entity.label == entity.name ? "" : " (\(entity.label))"
      lines.append("  \(entity.name)\(label): \(CountText.plain(entity.records, "record"))")
      let delimiter = entity.delimiter.isEmpty ? "" : ", delimiter \(shown(entity.delimiter))"
      lines.append("    \(entity.file), \(entity.format), \(entity.encoding)\(delimiter)")
      let unknown = entity.unknownColumns
      lines.append("    \(CountText.plain(entity.columns.count, "column")), \(unknown.count) unknown")
      if !unknown.isEmpty {
        lines.append("    unknown: \(unknown.prefix(12).joined(separator: ", "))\(unknown.count > 12 ? ", …" : "")")
      }
    }
    return lines
  }

  private static func shown(_ delimiter: String) -> String { delimiter == "\t" ? "tab" : delimiter }
}

/// The shape of an inspection's JSON.
private struct InspectionJSON: Encodable {
  var schemaVersion = 1
  var packages: [Inspection.InspectedPackage]
}
