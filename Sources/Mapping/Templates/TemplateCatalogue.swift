import Findings
import Synchronization

/// The templates that can run: the tool's own, and those of a project.
///
/// A template's file is read when the template is first asked for, from then on it is kept.
public final class TemplateCatalogue: Sendable {
  /// The file of value maps, which a folder of templates may have too.
  static let valueMapsFile = "value_maps.yaml"

  /// The templates that come with the tool, which are the files of its folder of templates.
  private struct BuiltIn {
    /// Those that run unless others are named, in import order.
    var standard: [String] = []
    /// Those that extend another one for later entities, and run only when they are named; in import order.
    var variants: [String] = []
    /// The template that each variant extends.
    var bases: [String: String] = [:]

    var names: [String] { standard + variants }

    /// The templates by what the heads of their files say.
    init(_ heads: [String: TemplateHead]) {
      func order(_ name: String) -> Int {
        guard let head = heads[name] else { return 0 }
        // A variant has its base's place unless it says another one.
        return head.order ?? head.base.map { $0 == name ? 0 : order($0) } ?? 0
      }
      let sorted = heads.keys.map { (order($0), $0) }.sorted { $0 < $1 }.map(\.1)
      bases = heads.compactMapValues(\.base)
      standard = sorted.filter { heads[$0]?.base == nil }
      variants = sorted.filter { heads[$0]?.base != nil }
    }
  }

  /// The names of all templates: the standard ones, the variants, then a project's own.
  public let names: [String]

  /// The names of the tool's templates that run unless others are named, in import order.
  var standardNames: [String] { builtIn.standard }

  /// The names of the tool's templates for later entities, which run only when they are named, in import order.
  var variantNames: [String] { builtIn.variants }

  /// The names of the templates that run unless others are named: the standard ones, and those that only the project has.
  public var defaultNames: [String] { names.filter { builtIn.bases[$0] == nil } }

  private let builtIn: BuiltIn
  private let files: [String: ProjectPlace]
  private let valueMaps: [String: ValueMap]
  private let mapReader: ValueMapReader
  private let templates: Mutex<[String: Template]>

  private init(
    _ builtIn: BuiltIn, files: [String: ProjectPlace], valueMaps: [String: ValueMap], mapReader: ValueMapReader,
    read templates: [String: Template]
  ) {
    self.builtIn = builtIn
    self.files = files
    self.valueMaps = valueMaps
    self.mapReader = mapReader
    self.templates = Mutex(templates)
    let known = Set(builtIn.names)
    names = builtIn.names + files.keys.filter { !known.contains($0) }.sorted()
  }

  /// The templates and value maps that come with the tool.
  public static func builtIn() throws(ProjectError) -> TemplateCatalogue {
    let mapReader = ValueMapReader(codes: try CommonCodes.builtIn())
    let place = ProjectPlace(file: valueMapsFile, kind: .builtIn)
    let root = try LocatedNode.root(of: try BuiltInFiles.text(valueMapsFile), in: place)
    let maps = try root.map(mapReader.maps) ?? [:]
    var heads: [String: TemplateHead] = [:]
    for name in try BuiltInFiles.names(in: "templates", withExtension: "yaml") {
      heads[name] = TemplateHead(try BuiltInFiles.text("templates/\(name).yaml"))
    }
    return TemplateCatalogue(BuiltIn(heads), files: [:], valueMaps: maps, mapReader: mapReader, read: [:])
  }

  /// The same with those of the folder's `*.yaml` files, which win over others of the same name, and the maps of its
  /// `value_maps.yaml`; every template is checked against the schemas. A file that is still as it was exported counts as
  /// not there: a variant extends what the project made of its base, and may not fit it unless it is wanted too.
  public func adding(folder: String, schemas: SchemaCatalogue) throws(ProjectError) -> TemplateCatalogue {
    try adding(try TextFile.names(in: folder, withExtension: "yaml"), in: folder, schemas: schemas)
  }

  /// The same with the file of one template in a folder, with those there that it extends, and with the value maps there;
  /// the same catalogue if the folder has no such file.
  func adding(_ name: String, in folder: String, schemas: SchemaCatalogue) throws(ProjectError) -> TemplateCatalogue {
    let present = try TextFile.names(in: folder, withExtension: "yaml")
    var wanted: [String] = []
    var next: String? = "\(name).yaml"
    while let file = next, present.contains(file), !wanted.contains(file) {
      wanted.append(file)
      let place = ProjectPlace(file: "\(folder)/\(file)", kind: .template)
      let root = try LocatedNode.root(of: try TextFile.read(place.file, place: place), in: place)
      next = try root.flatMap { node throws(ProjectError) in try TemplateReader.base(of: node) }.map {
        "\($0.name).yaml"
      }
    }
    if wanted.isEmpty { return self }
    return try adding(wanted + present.filter { $0 == Self.valueMapsFile }, in: folder, schemas: schemas)
  }

  private func adding(
    _ names: [String], in folder: String, schemas: SchemaCatalogue
  ) throws(ProjectError) -> TemplateCatalogue {
    var files = files
    var maps = valueMaps
    var hasOwnMaps = false
    var added: [String] = []
    for file in names {
      let place = ProjectPlace(file: "\(folder)/\(file)", kind: .template)
      if file == Self.valueMapsFile {
        let root = try LocatedNode.root(of: try TextFile.read(place.file, place: place), in: place)
        maps.merge(try root.map(mapReader.maps) ?? [:]) { _, new in new }
        hasOwnMaps = true
      } else {
        let name = String(file.dropLast(".yaml".count))
        if try isAsExported(name, place) { continue }
        files[name] = place
        added.append(name)
      }
    }
    // What was read already stays as it is, unless a file of the project or a map of its own may change it.
    let read = hasOwnMaps ? [:] : templates.withLock { $0 }
    let unchanged = read.filter { name, _ in
      builtIn.names.contains(name) && lineage(of: name).allSatisfy { files[$0] == nil }
    }
    let catalogue = TemplateCatalogue(builtIn, files: files, valueMaps: maps, mapReader: mapReader, read: unchanged)
    for name in added { try catalogue.check(name, against: schemas) }
    return catalogue
  }

  /// A built-in template with those that it extends, directly or not.
  private func lineage(of name: String) -> [String] {
    var names = [name]
    while let last = names.last, let base = builtIn.bases[last] { names.append(base) }
    return names
  }

  private func isAsExported(_ name: String, _ place: ProjectPlace) throws(ProjectError) -> Bool {
    guard builtIn.names.contains(name) else { return false }
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
    for name in builtIn.names where files[name] != nil {
      if try read(name, trail: [], isBuiltIn: true).template.title.lowercased() == wanted { return name }
    }
    return nil
  }

  /// The names of the variants of a template: those that extend it for later entities.
  public func variants(of name: String) -> [String] { builtIn.variants.filter { builtIn.bases[$0] == name } }

  /// The tool's templates that run unless others are named, in import order.
  public var standard: [Template] {
    get throws(ProjectError) {
      var templates: [Template] = []
      for name in builtIn.standard {
        if let template = try template(named: name) { templates.append(template) }
      }
      return templates
    }
  }

  /// Fails if the template names an entity or column that no schema has.
  public func check(_ name: String, against schemas: SchemaCatalogue) throws(ProjectError) {
    guard names.contains(name) else { return }
    let (template, places, _) = try read(name, trail: [])
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
  ) throws(ProjectError) -> (template: Template, places: TemplatePlaces, base: String?) {
    let place = isBuiltIn ? ProjectPlace(file: "templates/\(name).yaml", kind: .builtIn) : place(of: name)
    guard let root = try LocatedNode.root(of: try text(at: place), in: place) else {
      throw .missing(place, what: "a template", of: "the file")
    }
    var base: Template?
    let extended = try TemplateReader.base(of: root)
    if let extended { base = try self.base(extended.name, of: name, at: extended.place, trail: trail + [name]) }
    var reader = TemplateReader(file: place, valueMaps: valueMaps, mapReader: mapReader)
    return (try reader.template(root, named: name, base: base), reader.places, extended?.name)
  }

  /// The template that another one extends; one of a project that extends its own name extends the tool's.
  private func base(
    _ name: String, of extending: String, at place: ProjectPlace, trail: [String]
  ) throws(ProjectError) -> Template {
    if name == extending, files[name] != nil, builtIn.names.contains(name) {
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
  public var fileNumber: String { Template.fileNumber(order) }

  /// The number of a package as its file's name has it.
  static func fileNumber(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
