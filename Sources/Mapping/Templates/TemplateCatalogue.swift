import Synchronization

/// The templates that can run: the tool's own, and those of a project.
///
/// A template's file is read when the template is first asked for, from then on it is kept.
public final class TemplateCatalogue: Sendable {
  /// The tool's templates that run unless others are named, in import order.
  public static let standardNames = [
    "accounts", "products", "contacts", "contacts-to-customers", "quotes", "orders-to-finops", "orders-to-sales",
    "invoices",
  ]
  /// The tool's templates for later entities, which run only when they are named.
  public static let variantNames = ["accounts-v3", "contacts-v2", "contacts-to-customers-v3", "orders-to-finops-v2"]
  /// The file of value maps, which a folder of templates may have too.
  static let valueMapsFile = "value_maps.yaml"

  /// The names of all templates: the standard ones, the variants, then a project's own.
  public let names: [String]

  /// The names of the templates that run unless others are named: the standard ones, and those that only the project has.
  public var defaultNames: [String] { names.filter { !Self.variantNames.contains($0) } }

  private let files: [String: ProjectPlace]
  private let valueMaps: [String: ValueMap]
  private let mapReader: ValueMapReader
  private let templates = Mutex<[String: Template]>([:])

  private init(files: [String: ProjectPlace], valueMaps: [String: ValueMap], mapReader: ValueMapReader) {
    self.files = files
    self.valueMaps = valueMaps
    self.mapReader = mapReader
    let known = Self.standardNames + Self.variantNames
    names = known + files.keys.filter { !known.contains($0) }.sorted()
  }

  /// The templates and value maps that come with the tool.
  public static func builtIn() throws(ProjectError) -> TemplateCatalogue {
    let mapReader = ValueMapReader(codes: try CommonCodes.builtIn())
    let place = ProjectPlace(file: valueMapsFile, kind: .builtIn)
    let maps = try LocatedNode.root(of: try BuiltInFiles.text(valueMapsFile), in: place)
    return TemplateCatalogue(files: [:], valueMaps: try maps.map(mapReader.maps) ?? [:], mapReader: mapReader)
  }

  /// The same with those of the folder's `*.yaml` files, which win over others of the same name, and the maps of its
  /// `value_maps.yaml`; every template is checked against the schemas. A file that is still as it was exported counts as
  /// not there: a variant extends what the project made of its base, and may not fit it unless it is wanted too.
  public func adding(folder: String, schemas: SchemaCatalogue) throws(ProjectError) -> TemplateCatalogue {
    var files = files
    var maps = valueMaps
    var added: [String] = []
    for file in try TextFile.names(in: folder, withExtension: "yaml") {
      let place = ProjectPlace(file: "\(folder)/\(file)", kind: .template)
      if file == Self.valueMapsFile {
        let root = try LocatedNode.root(of: try TextFile.read(place.file, place: place), in: place)
        maps.merge(try root.map(mapReader.maps) ?? [:]) { _, new in new }
      } else {
        let name = String(file.dropLast(".yaml".count))
        if try isAsExported(name, place) { continue }
        files[name] = place
        added.append(name)
      }
    }
    let catalogue = TemplateCatalogue(files: files, valueMaps: maps, mapReader: mapReader)
    for name in added { try catalogue.check(name, against: schemas) }
    return catalogue
  }

  private func isAsExported(_ name: String, _ place: ProjectPlace) throws(ProjectError) -> Bool {
    guard Self.standardNames.contains(name) || Self.variantNames.contains(name) else { return false }
    return try TextFile.read(place.file, place: place) == BuiltInFiles.text("templates/\(name).yaml")
  }

  /// The template of the name; nil if there is none.
  public func template(named name: String) throws(ProjectError) -> Template? {
    guard names.contains(name) else { return nil }
    if let template = templates.withLock({ $0[name] }) { return template }
    let template = try read(name, trail: []).template
    templates.withLock { $0[name] = template }
    return template
  }

  /// The name of the template that has the name or title, compared without case; titles of the tool's templates count also
  /// where a project has given them others. Nil if there is none.
  func name(of text: String) throws(ProjectError) -> String? {
    let wanted = text.lowercased()
    if let name = names.first(where: { $0.lowercased() == wanted }) { return name }
    for name in names where try template(named: name)?.title.lowercased() == wanted { return name }
    for name in Self.standardNames + Self.variantNames where files[name] != nil {
      if try read(name, trail: [], isBuiltIn: true).template.title.lowercased() == wanted { return name }
    }
    return nil
  }

  /// The tool's templates that run unless others are named, in import order.
  public var standard: [Template] {
    get throws(ProjectError) {
      var templates: [Template] = []
      for name in Self.standardNames {
        if let template = try template(named: name) { templates.append(template) }
      }
      return templates
    }
  }

  /// Fails if the template names an entity or column that no schema has.
  public func check(_ name: String, against schemas: SchemaCatalogue) throws(ProjectError) {
    guard names.contains(name) else { return }
    let (template, places) = try read(name, trail: [])
    try TemplateCheck(template: template, places: places, schemas: schemas).run()
  }

  /// Where the template's file is: a project's own, or one that comes with the tool.
  func place(of name: String) -> ProjectPlace {
    files[name] ?? ProjectPlace(file: "templates/\(name).yaml", kind: .builtIn)
  }

  /// The template's YAML as it stands in its file.
  func text(of name: String) throws(ProjectError) -> String { try text(at: place(of: name)) }

  private func text(at place: ProjectPlace) throws(ProjectError) -> String {
    place.kind == .builtIn ? try BuiltInFiles.text(place.file) : try TextFile.read(place.file, place: place)
  }

  private func read(
    _ name: String, trail: [String], isBuiltIn: Bool = false
  ) throws(ProjectError) -> (template: Template, places: TemplatePlaces) {
    let place = isBuiltIn ? ProjectPlace(file: "templates/\(name).yaml", kind: .builtIn) : place(of: name)
    guard let root = try LocatedNode.root(of: try text(at: place), in: place) else {
      throw .missing(place, what: "a template", of: "the file")
    }
    var base: Template?
    if let extended = try TemplateReader.base(of: root) {
      base = try self.base(extended.name, of: name, at: extended.place, trail: trail + [name])
    }
    var reader = TemplateReader(file: place, valueMaps: valueMaps, mapReader: mapReader)
    return (try reader.template(root, named: name, base: base), reader.places)
  }

  /// The template that another one extends; one of a project that extends its own name extends the tool's.
  private func base(
    _ name: String, of extending: String, at place: ProjectPlace, trail: [String]
  ) throws(ProjectError) -> Template {
    let known = Self.standardNames + Self.variantNames
    if name == extending, files[name] != nil, known.contains(name) {
      return try read(name, trail: trail, isBuiltIn: true).template
    }
    guard names.contains(name) else {
      throw .unknownName(place, kind: .template, name: name, of: "the tool", known: names)
    }
    guard !trail.contains(name) else { throw .circle(place, templates: trail + [name]) }
    return try read(name, trail: trail).template
  }
}

extension Template {
  /// The number of the package's file: `010`.
  public var fileNumber: String {
    let digits = String(order)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
