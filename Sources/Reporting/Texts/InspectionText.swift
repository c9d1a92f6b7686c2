public import Findings
import Foundation
public import Inspection

extension Inspection {
  /// The facts as one JSON document.
  public func json() throws -> String {
    try InspectionJSON(packages: packages).indentedJSON()
  }

  /// The facts in words, line by line.
  public func lines(_ texts: Texts) -> [String] {
    packages.map { Inspection.lines(of: $0, texts) }.enumerated().flatMap { index, lines in
      index == 0 ? lines : [""] + lines
    }
  }

  private static func lines(of package: InspectedPackage, _ texts: Texts) -> [String] {
    func fact(_ name: String, _ value: String) -> String {
      "  \(name.padding(toLength: max(10, name.count + 1), withPad: " ", startingAt: 0))\(value)"
    }
    let size = texts("summary.bytes", ["count": Int(package.bytes)])
    var lines = [package.path, fact(texts("inspect.kind"), package.kind), fact(texts("inspect.size"), size)]
    if !package.sha256.isEmpty { lines.append(fact("sha256", package.sha256)) }
    for (name, value) in package.versions.sorted(by: { $0.key < $1.key }) {
      lines.append(fact(name, value))
    }
    for entity in package.entities {
      let label = entity.label.isEmpty || entity.label == entity.name ? "" : " (\(entity.label))"
      lines.append("  \(entity.name)\(label): \(texts("summary.records", ["count": entity.records]))")
      let delimiter =
        entity.delimiter.isEmpty ? "" : ", " + texts("inspect.delimiter", ["delimiter": shown(entity.delimiter, texts)])
      let others = entity.partitions.map { $0 > 1 ? " (+\($0 - 1))" : "" } ?? ""
      lines.append("    \(entity.file)\(others), \(entity.format), \(entity.encoding)\(delimiter)")
      let unknown = entity.unknownColumns
      let columns = texts("inspect.columns", ["count": entity.columns.count])
      lines.append("    \(columns), \(texts("inspect.unknown", ["count": unknown.count]))")
      if !unknown.isEmpty {
        lines.append(
          "    \(texts("inspect.unknownList")): \(unknown.prefix(12).joined(separator: ", "))\(unknown.count > 12 ? ", …" : "")"
        )
      }
    }
    return lines
  }

  private static func shown(_ delimiter: String, _ texts: Texts) -> String {
    delimiter == "\t" ? texts("inspect.tab") : delimiter
  }
}

/// The shape of an inspection's JSON.
private struct InspectionJSON: Encodable {
  var schemaVersion = 1
  var packages: [Inspection.InspectedPackage]
}
