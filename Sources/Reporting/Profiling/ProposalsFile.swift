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
          - map: \(YAMLText.name(proposal.map))
            value: \(YAMLText.quoted(proposal.value))
            to: \(YAMLText.quoted(proposal.suggestion?.to ?? ""))
            accept: \(proposal.isAccepted ? "yes" : "no")
            templates: [\(templates)]
            records: \(proposal.records)
            score: \(JSONText.decimal(proposal.suggestion?.score ?? 0))
            by: \(YAMLText.quoted(proposal.suggestion?.by ?? ""))

        """
    }
    return text
  }
}
