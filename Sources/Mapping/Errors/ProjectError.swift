public import Findings

/// What is wrong in a project file, a template, a schema or a value map, and what would be right.
public enum ProjectError: Error, Sendable, Equatable {
  /// Names that a file can get wrong.
  public enum NameKind: String, Sendable, Equatable, CaseIterable {
    case member, template, task, field, entity, rule, code
    case valueMap = "value map"
    case filterField = "filter field"
  }

  /// The file does not exist or cannot be read.
  case unreadable(ProjectPlace)
  /// The machine refuses what it takes to read the file; the error number says what.
  case refused(ProjectPlace, errno: Int32)
  /// The file is not UTF-8 text.
  case notUTF8(ProjectPlace)
  /// The file is not YAML (or JSON, for schemas); the reason is the parser's.
  case notReadable(ProjectPlace, format: Message, reason: Message)
  /// The member has another kind of value than it takes.
  case wrongType(ProjectPlace, what: Message, expected: Message)
  /// The name is none of those that are possible at this place.
  case unknownName(ProjectPlace, kind: NameKind, name: String, of: Message, known: [String])
  /// A member that must be there is not.
  case missing(ProjectPlace, what: Message, of: Message)
  /// The member does not take this value.
  case wrongValue(ProjectPlace, what: Message, value: String, expected: Message)
  /// The value map has an entry twice, or an `otherwise` that is none.
  case wrongValueMap(ProjectPlace, map: String, value: String, expected: Message)
  /// The filter cannot be read.
  case wrongFilter(ProjectPlace, task: String, FilterSyntaxError)
  /// The templates extend each other in a circle.
  case circle(ProjectPlace, templates: [String])
  /// Each of the templates needs records of the next one first: the templates with why they wait, the first one again last.
  case waiting(ProjectPlace, templates: [String])
  /// A template must run before another one, whose number is smaller; `reason` is that one with why it waits.
  case wrongOrder(ProjectPlace, before: String, number: Int, after: String, least: Int, reason: String)

  /// Where it is.
  public var place: ProjectPlace {
    switch self {
    case .unreadable(let place), .refused(let place, _), .notUTF8(let place), .notReadable(let place, _, _),
      .wrongType(let place, _, _), .unknownName(let place, _, _, _, _), .missing(let place, _, _),
      .wrongValue(let place, _, _, _),
      .wrongValueMap(let place, _, _, _), .wrongFilter(let place, _, _), .circle(let place, _), .waiting(let place, _),
      .wrongOrder(let place, _, _, _, _, _):
      place
    }
  }

  /// The finding code.
  public var code: FindingCode {
    switch self {
    case .circle: return .circularExtension
    case .waiting, .wrongOrder: return .circularOrder
    default: break
    }
    if place.kind == .template || place.kind == .schema { return .wrongTemplateOrSchema }
    if place.kind == .valueMap { return .wrongValueMap }
    switch self {
    case .unreadable, .refused, .notUTF8, .notReadable, .wrongType: return .notAProjectFile
    case .unknownName(_, let kind, _, _, _):
      switch kind {
      case .member, .rule: return .unknownMember
      case .template, .task: return .unknownTemplateOrTask
      case .field, .filterField: return .unknownField
      case .valueMap: return .wrongValueMap
      case .entity, .code: return .wrongTemplateOrSchema
      }
    case .missing, .wrongValue: return .wrongValue
    case .wrongValueMap: return .wrongValueMap
    case .wrongFilter: return .wrongFilter
    case .circle: return .circularExtension
    case .waiting, .wrongOrder: return .circularOrder
    }
  }

  /// What the process ends with: 66 for a project file that cannot be opened, 70 for a damaged installation, 71
  /// where the machine refuses to read a file, else 78.
  public var exitCode: Int32 {
    switch (self, place.kind) {
    case (.refused, _): 71
    case (_, .builtIn): 70
    case (.unreadable, .project): 66
    default: 78
    }
  }
}
