public import Profiling

extension ProfileSummary {
  /// `value-maps.yaml`: the proposals as a project file.
  public var proposalsFile: String {
    var text = """
      # Values that no value map knows. Set accept to yes where the proposal is right, then: p2c convert --project value-maps.yaml

      """
    if proposals.isEmpty { return text + "proposals: []\n" }
    text += "proposals:\n"
    for proposal in proposals {
      let templates = proposal.templates.map(JSONText.quoted).joined(separator: ", ")
      text += """
          - map: \(ProposalsFile.name(proposal.map))
            value: \(ProposalsFile.quoted(proposal.value))
            to: \(ProposalsFile.quoted(proposal.suggestion?.to ?? ""))
            accept: \(proposal.isAccepted ? "yes" : "no")
            templates: [\(templates)]
            records: \(proposal.records)
            score: \(JSONText.decimal(proposal.suggestion?.score ?? 0))
            by: \(ProposalsFile.quoted(proposal.suggestion?.by ?? ""))

        """
    }
    return text
  }
}

/// How texts are written in `value-maps.yaml`.
enum ProposalsFile {
  /// A text in quotes. Characters that YAML does not allow as they are, or takes for the end of a line, are written as escapes.
  static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in JSONText.quoted(text).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// The name of a map, in quotes unless it is plain.
  static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
    let starts = name.utf8.first.map { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 } ?? false
    return isPlain && starts ? name : quoted(name)
  }
}
