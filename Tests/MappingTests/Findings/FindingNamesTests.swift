import Findings
import Foundation
import Mapping
import Testing

/// The names of codes in Swift, made from the catalogue. `P2C_UPDATE_DOCS=1` writes them anew.
@Suite("Names of finding codes")
struct FindingNamesTests {
  @Test("The file of names is what the catalogue says")
  func names() throws {
    let all = try FindingCatalogue.builtIn().all
    #expect(Set(all.map(\.name)).count == all.count)
    let path = #filePath.components(separatedBy: "/Tests/")[0] + "/Sources/Findings/FindingCode+Names.swift"
    let text = FindingNamesTests.file(all)
    if ProcessInfo.processInfo.environment["P2C_UPDATE_DOCS"] == "1" {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    let written = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    #expect(written == text, "it is stale; P2C_UPDATE_DOCS=1 bin/test --filter FindingNames writes it anew")
  }

  @Test("A code's severity and purpose are those of the catalogue, and its text is read again")
  func facts() throws {
    for one in try FindingCatalogue.builtIn().all {
      #expect(one.code.severity == one.severity && one.code.purpose == one.purpose, "\(one.code)")
      #expect(FindingCode(rawValue: one.code.rawValue.lowercased()) == one.code)
    }
    for text in ["", "P2C", "P2C21", "P2C21045", "P2C21O4", "X2C2104", "P2C+104"] {
      #expect(FindingCode(rawValue: text) == nil, "\(text)")
    }
  }

  private static func file(_ all: [FindingDescription]) -> String {
    var text =
      "// Made from Sources/Mapping/Resources/codes.csv; `P2C_UPDATE_DOCS=1 bin/test --filter FindingNames` makes it anew.\n\n"
      + "extension FindingCode {\n"
    for one in all {
      text += "  /// \(one.code): \(one.title).\n"
      text += "  public static let \(one.name) = FindingCode(number: \(one.code.number))\n"
    }
    text += "\n  /// The highest severity that findings of the code can have.\n"
    text += "  public var severity: Severity {\n    switch number {\n"
    text +=
      cases(all.filter { $0.severity == .info }, ".info") + cases(all.filter { $0.severity == .warning }, ".warning")
    text += "    default: .error\n    }\n  }\n"
    text += "\n  /// What a package with such a finding is no good for.\n"
    text += "  public var purpose: FindingPurpose {\n    switch number {\n"
    text += cases(all.filter { $0.purpose == .import }, ".import")
    return text + "    default: .both\n    }\n  }\n}\n"
  }

  private static func cases(_ codes: [FindingDescription], _ result: String) -> String {
    var lines = ["    case"]
    for (place, one) in codes.enumerated() {
      let number = " \(one.code.number)" + (place < codes.count - 1 ? "," : ":")
      if lines[lines.count - 1].count + number.count > 119 { lines.append("     ") }
      lines[lines.count - 1] += number
    }
    return lines.joined(separator: "\n") + (lines.count > 1 ? "\n      " : " ") + "\(result)\n"
  }
}
