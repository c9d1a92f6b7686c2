/// A package of a run in the order of the import, and why it has its place.
public struct ImportStep: Sendable, Equatable {
  /// Why a package comes after another one.
  public struct Reason: Sendable, Hashable {
    /// What ties the packages together.
    public enum Tie: String, Sendable {
      /// The template's `after:` names the other one.
      case after
      /// A field looks up what the other one writes.
      case lookup
    }

    /// The template of the other package.
    public var template: String
    /// What ties them together.
    public var because: Tie
    /// The field that looks something up; nil for `after`.
    public var field: String?
  }

  /// The number of the package.
  public var number: Int
  /// The name of the package behind its number.
  public var name: String
  /// The template that fills it.
  public var template: String
  /// The side that it goes to.
  public var destination: Side
  /// 2 for a package that brings references to records of other packages, else 1.
  public var wave: Int
  /// What it comes after.
  public var after: [Reason]
  /// The columns that a package of wave 2 brings.
  public var fields: [String]

  /// The number as the file's name has it: `010`.
  public var fileNumber: String { Template.fileNumber(number) }
}

extension TemplateOrder {
  /// The packages of the templates in the order of the import, with the second packages that there are if the data need them.
  /// Throws `ProjectError` for a schema that cannot be read.
  public func steps(_ schemas: SchemaCatalogue, defersReferences: Bool = true) throws(ProjectError) -> [ImportStep] {
    let order = places
    var steps = order.map { index in
      let template = templates[index]
      return ImportStep(
        number: template.order, name: template.name, template: template.name, destination: template.destination,
        wave: 1, after: sorted(needs[index].map(\.reason), order), fields: [])
    }
    for (position, index) in order.enumerated() where defersReferences {
      guard let second = try second(index, later: Set(order[position...]), order, schemas) else { continue }
      // Packages are imported in the order of their files' names.
      let place = steps.firstIndex { $0.number > second.number || $0.number == second.number && $0.name > second.name }
      steps.insert(second, at: place ?? steps.count)
    }
    return steps
  }

  /// The package of a template's loose references to records of its own or of a later template; nil if there are none.
  private func second(
    _ index: Int, later: Set<Int>, _ order: [Int], _ schemas: SchemaCatalogue
  ) throws(ProjectError) -> ImportStep? {
    let template = templates[index]
    guard let found = try deferrable(index, later: later, schemas) else { return nil }
    var reasons: [ImportStep.Reason] = []
    for reference in found.references {
      for writer in writers(of: reference, to: template.destination) {
        let reason = ImportStep.Reason(
          template: templates[writer].name, because: .lookup, field: reference.field)
        if !reasons.contains(reason) { reasons.append(reason) }
      }
    }
    return ImportStep(
      number: found.number, name: found.name, template: template.name, destination: template.destination, wave: 2,
      after: sorted(reasons, order), fields: Set(found.references.map(\.field)).sorted())
  }

  /// The references of the templates that second packages may bring, in the order of the templates. Throws `ProjectError` for a
  /// schema that cannot be read.
  public func deferrable(_ schemas: SchemaCatalogue) throws(ProjectError) -> [DeferrableReferences] {
    let order = places
    var found: [DeferrableReferences] = []
    for (position, index) in order.enumerated() {
      if let own = try deferrable(index, later: Set(order[position...]), schemas) { found.append(own) }
    }
    return found
  }

  private func deferrable(
    _ index: Int, later: Set<Int>, _ schemas: SchemaCatalogue
  ) throws(ProjectError) -> DeferrableReferences? {
    let template = templates[index]
    var references: [TemplateReference] = []
    var number = template.order
    for reference in try template.references(schemas) where !reference.isFixed {
      let writers = writers(of: reference, to: template.destination)
      // The greatest number does not depend on which of them the data need.
      number = max(number, writers.map { templates[$0].order }.max() ?? number)
      if !later.isDisjoint(with: writers) { references.append(reference) }
    }
    return references.isEmpty
      ? nil : DeferrableReferences(template: template.name, number: number + 1, references: references)
  }

  /// The templates that write what a reference may lead to.
  private func writers(of reference: TemplateReference, to destination: Side) -> [Int] {
    templates.indices.filter { place in
      templates[place].destination == destination
        && !templates[place].writtenEntities.isDisjoint(with: reference.entities)
    }
  }

  /// Reasons in the order of the templates; of one template `after` first, then by field.
  private func sorted(_ reasons: [ImportStep.Reason], _ order: [Int]) -> [ImportStep.Reason] {
    let names = order.map { templates[$0].name }
    func rank(_ reason: ImportStep.Reason) -> (Int, String, String) {
      (names.firstIndex(of: reason.template) ?? 0, reason.because.rawValue, reason.field ?? "")
    }
    return reasons.sorted { rank($0) < rank($1) }
  }
}
