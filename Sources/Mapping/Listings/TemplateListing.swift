extension TemplateCatalogue {
  /// All templates as a table, the standard ones in import order first.
  public func list() throws(ProjectError) -> String {
    var table = TextTable(["NUMBER", "NAME", "TO", "TITLE", "ENTITIES"])
    for template in try all() {
      let entities = template.tasks.map { "\($0.source) > \($0.destination)" }.joined(separator: ", ")
      table.add([template.fileNumber, template.name, template.destination.rawValue, template.title, entities])
    }
    return table.text
  }

  /// All templates as JSON: `{"templates": [{name, title, order, to, standard, after, tasks}]}`.
  public func json() throws(ProjectError) -> String {
    let members = try all().map { TemplateMembers($0, isStandard: standardNames.contains($0.name)) }
    return ListingJSON.text("templates", members)
  }

  /// A template with all its fields as JSON.
  public func json(of template: Template) -> String {
    var members = TemplateMembers(template, isStandard: standardNames.contains(template.name))
    members.schemaVersion = 1
    return ListingJSON.text(members)
  }

  /// All templates.
  func all() throws(ProjectError) -> [Template] {
    var templates: [Template] = []
    for name in names {
      if let template = try template(named: name) { templates.append(template) }
    }
    return templates
  }
}

extension Template {
  /// The template with all its fields as tables, one for each task.
  public var listing: String {
    var text = "\(name): \(title)\nnumber \(fileNumber), to \(destination.rawValue)\n"
    if !dependsOn.isEmpty { text += "after: \(dependsOn.joined(separator: "; "))\n" }
    for task in tasks {
      text += "\n\(task.name): \(task.source) > \(task.destination)\n"
      if !task.filterText.isEmpty { text += "filter: \(task.filterText)\n" }
      if let generates = task.generates { text += "generates: \(generates.rawValue)\n" }
      var table = TextTable(["DESTINATION", "SOURCE", "TRANSFORM", "NOTES"])
      for field in task.fields {
        table.add([field.destination, field.sourceText, field.transformText, field.notes.joined(separator: ", ")])
      }
      text += "\n" + table.text
    }
    return text
  }

}

extension FieldMapping {
  /// The source paths, or the constant in quotes.
  var sourceText: String {
    constant.map { "'\($0)'" } ?? sources.map(\.text).joined(separator: ", else ")
  }

  /// What is done to the value.
  var transformText: String {
    var parts: [String] = []
    if let valueMap { parts.append("map \(valueMap)") }
    if let rule { parts.append("rule \(rule.rawValue)") }
    if let blank { parts.append("blank is \(blank)") }
    if let fallback { parts.append("default \(fallback)") }
    if truncates { parts.append("cut if too long") }
    if parts.isEmpty { return constant == nil ? "copy" : "constant" }
    return parts.joined(separator: ", ")
  }

  /// What is asked of the value.
  var notes: [String] {
    var notes: [String] = []
    if isKey { notes.append("key") } else if isRequired { notes.append("required") }
    if let emptyWarning { notes.append("\(emptyWarning) if empty") }
    if isCountedOnly { notes.append("only counted") }
    return notes
  }
}

/// A template as JSON shows it.
private struct TemplateMembers: Encodable {
  struct Task: Encodable {
    var name, source, destination, filter: String
    var fields: [Field]
  }

  struct Field: Encodable {
    var destination: String
    var source: [String]
    var constant, valueMap, blank, rule: String?
    var key, required: Bool
  }

  var schemaVersion: Int?
  var name, title, to: String
  var order: Int
  var standard: Bool
  var after: [String]
  var tasks: [Task]

  init(_ template: Template, isStandard: Bool) {
    (name, title, to) = (template.name, template.title, template.destination.rawValue)
    (order, standard, after) = (template.order, isStandard, template.dependsOn)
    tasks = template.tasks.map { task in
      let fields = task.fields.map { field in
        Field(
          destination: field.destination, source: field.sources.map(\.text), constant: field.constant,
          valueMap: field.valueMap, blank: field.blank, rule: field.rule?.rawValue, key: field.isKey,
          required: field.isRequired)
      }
      return Task(
        name: task.name, source: task.source, destination: task.destination, filter: task.filterText, fields: fields)
    }
  }
}
