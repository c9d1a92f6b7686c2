import Conversion
public import Findings
public import Mapping

extension [ImportStep] {
  /// The packages in words, a line for each with what it comes after and why.
  public func lines(_ texts: Texts) -> [String] { map { $0.line(texts) } }

  /// The packages as one JSON document.
  public func orderJSON() throws -> String { try ImportOrderJSON(order: map(ImportOrderJSON.Step.init)).indentedJSON() }
}

extension ImportStep {
  /// The package in words: `020 contacts: after accounts (after)`.
  fileprivate func line(_ texts: Texts) -> String {
    var templates: [String] = []
    for reason in after where !templates.contains(reason.template) { templates.append(reason.template) }
    let reasons = templates.map { template in
      let ties = after.filter { $0.template == template }.map { $0.field ?? "after" }
      return "\(template) (\(ties.joined(separator: ", ")))"
    }
    var text = "\(fileNumber) \(name)"
    if !reasons.isEmpty { text += ": \(texts("order.after", ["templates": reasons.joined(separator: ", ")]))" }
    if wave > 1 { text += "; \(texts("order.brings", ["fields": fields.joined(separator: ", ")]))" }
    return text
  }
}

/// The shape of the JSON of an order.
private struct ImportOrderJSON: Encodable {
  struct Step: Encodable {
    var number: String
    var name: String
    var template: String
    var to: String
    var wave: Int
    var after: [Reason]
    var fields: [String]

    init(_ step: ImportStep) {
      (number, name, template) = (step.fileNumber, step.name, step.template)
      (to, wave, fields) = (step.destination.rawValue, step.wave, step.fields)
      after = step.after.map(Reason.init)
    }
  }

  struct Reason: Encodable {
    private enum Member: String, CodingKey {
      case template, because, field
    }

    let reason: ImportStep.Reason

    init(_ reason: ImportStep.Reason) { self.reason = reason }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Member.self)
      try members.encode(reason.template, forKey: .template)
      try members.encode(reason.because.rawValue, forKey: .because)
      try members.encode(reason.field, forKey: .field)
    }
  }

  var schemaVersion = 1
  var tool = "p2c"
  var version = ToolVersion.text
  var command = "templates order"
  var order: [Step]
}
