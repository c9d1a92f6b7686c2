/// What a project changes in one template.
public struct TemplateChanges: Sendable, Equatable {
  /// Values for destination fields, in the order of the file: a new constant, or what fills an empty value.
  public var defaults: [Override] = []
  /// Changes of value maps, by the map's name; by the name of a destination field that is copied, a map for it.
  public var valueMaps: [String: ValueMapChange] = [:]
  /// New filters by task.
  public var filters: [String: FilterChange] = [:]
  /// Whether too long a text is cut, by destination field in lower case.
  public var truncates: [String: Bool] = [:]
  /// How price lists are chosen.
  public var priceList: PriceListChoice?
  /// The unit group.
  public var unitGroup: String?
  /// Where freight tax goes.
  public var freightTax: FreightTax?

  /// No changes.
  public init() {}

  /// What a project adds to a value map.
  public struct ValueMapChange: Sendable, Equatable {
    /// Entries that win over the template's, by source value in lower case.
    public var entries: [String: String] = [:]
    /// What becomes of values without an entry; nil leaves that as it is.
    public var otherwise: ValueMap.Otherwise?
  }

  /// A filter that takes the place of a task's own.
  public struct FilterChange: Sendable, Equatable {
    /// The condition.
    public var filter: FilterExpression
    /// The condition as it was written.
    public var text: String
  }

  /// These changes with later ones, which win.
  func merging(_ later: TemplateChanges) -> TemplateChanges {
    var merged = self
    merged.defaults += later.defaults
    for (name, change) in later.valueMaps {
      merged.valueMaps[name, default: ValueMapChange()].entries.merge(change.entries) { _, new in new }
      if let otherwise = change.otherwise { merged.valueMaps[name]?.otherwise = otherwise }
    }
    merged.filters.merge(later.filters) { _, new in new }
    merged.truncates.merge(later.truncates) { _, new in new }
    merged.priceList = later.priceList ?? priceList
    merged.unitGroup = later.unitGroup ?? unitGroup
    merged.freightTax = later.freightTax ?? freightTax
    return merged
  }

  /// The template with the changes.
  public func applied(to template: Template) -> Template {
    var changed = template
    for override in defaults { override.apply(to: &changed) }
    for (name, change) in valueMaps {
      if changed.valueMaps[name] == nil {
        changed.valueMaps[name] = ValueMap(entries: [:])
        changed.changeFields(named: name) { if $0.isCopied { $0.valueMap = name } }
      }
      changed.valueMaps[name]?.entries.merge(change.entries) { _, new in new }
      if let otherwise = change.otherwise { changed.valueMaps[name]?.otherwise = otherwise }
    }
    for index in changed.tasks.indices {
      if let change = filters[changed.tasks[index].name] {
        changed.tasks[index].filter = change.filter
        changed.tasks[index].filterText = change.text
        changed.tasks[index].filterIsReplaced = true
      }
    }
    for (field, truncates) in truncates {
      changed.changeFields(named: field) { $0.truncates = truncates }
    }
    if let priceList { changed.priceList = priceList }
    if let unitGroup {
      changed.unitGroup = unitGroup
      changed.changeFields(named: Template.unitGroupColumn) { ($0.constant, $0.isReplaced) = (unitGroup, true) }
    }
    if let freightTax { changed.freightTax = freightTax }
    return changed
  }
}

extension Template {
  /// The column of new products that holds their unit group.
  static let unitGroupColumn = "defaultuomscheduleid"

  /// Whether the template has a destination field of the name: the path as a whole, or its column.
  func hasField(named name: String) -> Bool { tasks.contains { $0.fields.contains { $0.isNamed(name) } } }

  /// Whether it has a destination field of the name whose values are copied, so that a map may translate them.
  func copiesField(named name: String) -> Bool {
    tasks.contains { $0.fields.contains { $0.isNamed(name) && $0.isCopied } }
  }

  /// The names of all destination fields.
  var fieldNames: [String] { tasks.flatMap(\.fields).map(\.destination) }

  /// Whether a field has the rule.
  func has(_ rule: FieldRule) -> Bool { tasks.contains { $0.fields.contains { $0.rule == rule } } }

  /// Whether it looks up units at the destination, so that the unit group counts.
  var looksUpUnits: Bool {
    destination == .sales
      && tasks.contains { $0.fields.contains { ["uomid", "defaultuomid"].contains($0.column.lowercased()) } }
  }

  /// Changes every field of the name.
  mutating func changeFields(named name: String, _ change: (inout FieldMapping) -> Void) {
    for task in tasks.indices {
      for field in tasks[task].fields.indices where tasks[task].fields[field].isNamed(name) {
        change(&tasks[task].fields[field])
      }
    }
  }
}

extension FieldMapping {
  /// Whether its values are written as they are read.
  var isCopied: Bool { !sources.isEmpty && valueMap == nil && rule == nil && !destination.contains(".") }

  /// Whether the name is the whole destination path or its column, compared without case.
  func isNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    return destination.lowercased() == name || column.lowercased() == name
  }
}
