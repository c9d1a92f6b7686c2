import Findings

/// A value for one destination field of one template, from `--set TEMPLATE.FIELD=VALUE` or a project's `defaults`.
///
/// It replaces the constant of a constant field and fills any other where the source has no value. The unit group of
/// products and the name of a price list are chosen so too.
public struct Override: Sendable, Equatable {
  /// The template's name.
  public var template: String
  /// The destination field: the whole path or its column.
  public var field: String
  /// The value, taken as it is.
  public var value: String

  /// A value for the field.
  public init(template: String, field: String, value: String) {
    self.template = template
    self.field = field
    self.value = value
  }

  /// Reads `TEMPLATE.FIELD=VALUE`: the first `=` divides, and the first dot before it.
  public static func set(_ text: String) throws(ProjectError) -> Override {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, names.count == 2, !names[0].isEmpty, !names[1].isEmpty else {
      throw .wrongValue(
        place(of: text), what: Message(verbatim: "--set"), value: text, expected: "TEMPLATE.FIELD=VALUE")
    }
    return Override(template: String(names[0]), field: String(names[1]), value: String(halves[1]))
  }

  /// Fails if there is no such template, or the template has no such field.
  public func check(in templates: TemplateCatalogue) throws(ProjectError) {
    let place = Self.place(of: "\(template).\(field)")
    guard let found = try templates.template(named: template) else {
      throw .unknownName(place, kind: .template, name: template, of: "the tool", known: templates.names)
    }
    guard found.hasField(named: field) else {
      throw .unknownName(
        place, kind: .field, name: field, of: "the template \(template)", known: found.fieldNames)
    }
  }

  /// Changes the template; another one stays as it is.
  public func apply(to template: inout Template) {
    guard template.name == self.template else { return }
    let value = value
    template.changeFields(named: field) { mapping in
      if mapping.constant == nil {
        mapping.fallback = value
      } else {
        (mapping.constant, mapping.isReplaced) = (value, true)
      }
    }
    for mapping in template.tasks.flatMap(\.fields) where mapping.isNamed(field) {
      if mapping.rule == .priceList { template.priceList = .named(value) }
      if mapping.column.lowercased() == Template.unitGroupColumn { template.unitGroup = value }
    }
  }

  private static func place(of text: String) -> ProjectPlace {
    ProjectPlace(file: "--set \(text.prefix { $0 != "=" })", kind: .commandLine)
  }
}
