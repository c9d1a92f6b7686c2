import Findings
public import Records

/// A project: what a job reads and writes and what it changes in the templates.
///
/// Members that the file does not have are nil or empty; paths are as the file writes them, see `path(of:)`.
public struct ProjectFile: Sendable {
  /// The file as the user named it.
  public var file: String
  /// What to convert.
  public var inputs: [String] = []
  /// What is only looked into.
  public var references: [String] = []
  /// Where the results go.
  public var output: String?
  /// The side to convert to.
  public var to: Side?
  /// The legal entities that run; empty for all that the inputs hold.
  public var selectedCompanies: [CompanyID] = []
  /// What is said of legal entities, in the order in which they run.
  public var companies: [ProjectCompany] = []
  /// The templates to run; empty for all that the inputs can feed.
  public var only: [String] = []
  /// The format of entity files for F&O, one of those that the project was read with.
  public var fileFormat: String?
  /// `cmt`, `csv` or `cdm`.
  public var salesFormat: String?
  /// The address at which Common Data Model folders will be unpacked.
  public var folderLocation: String?
  /// Whether only what is new or changed is written.
  public var delta: Bool?
  /// Whether references to records that come later go over in second packages.
  public var waves: Bool?
  /// How loose CSV files and workbooks have numbers and dates; nil for the forms that packages have.
  public var sourceCulture: SourceCulture?
  /// A number of records or a percentage: `100`, `5%`.
  public var rejectLimit: String?
  /// What the two systems run.
  public var environments: Environments?
  /// What is changed, by template.
  public var changes: [String: TemplateChanges] = [:]
  /// The templates of the tool and of the project's folder `templates`.
  public var templates: TemplateCatalogue
  /// The schemas of the tool and of the project's folder `schemas`.
  public var schemas: SchemaCatalogue

  /// Reads and checks the file, with the folders `templates` and `schemas` beside it. `fileFormats` are the names of the
  /// formats of entity files, `salesFormats` those of the formats of packages for Sales.
  public static func read(
    _ file: String, templates: TemplateCatalogue, schemas: SchemaCatalogue, fileFormats: [String],
    salesFormats: [String] = []
  ) throws(ProjectError) -> ProjectFile {
    let place = ProjectPlace(file: file, kind: .project)
    let text = try TextFile.read(file, place: place)
    let folder = Self.folder(of: file)
    let schemas = try schemas.adding(folder: Self.join(folder, "schemas"))
    let templates = try templates.adding(folder: Self.join(folder, "templates"), schemas: schemas)
    return try read(
      text, file: file, templates: templates, schemas: schemas, fileFormats: fileFormats, salesFormats: salesFormats)
  }

  /// Reads and checks the text of a project file.
  public static func read(
    _ text: String, file: String, templates: TemplateCatalogue, schemas: SchemaCatalogue, fileFormats: [String],
    salesFormats: [String] = []
  ) throws(ProjectError) -> ProjectFile {
    var project = ProjectFile(file: file, templates: templates, schemas: schemas)
    if let root = try LocatedNode.root(of: text, in: ProjectPlace(file: file, kind: .project)) {
      try ProjectReader.read(root, into: &project, fileFormats: fileFormats, salesFormats: salesFormats)
    }
    try project.checkOrder()
    return project
  }

  /// Fails if the templates that run cannot be put in an order in which their packages' numbers sort.
  private func checkOrder() throws(ProjectError) {
    var running: [Template] = []
    for name in only.isEmpty ? templates.defaultNames : only {
      if let template = try templates.template(named: name) { running.append(template) }
    }
    try TemplateOrder(running, catalogue: templates, schemas: schemas, defersReferences: waves ?? true)
      .check(templates)
  }

  /// The template as the project wants it.
  public func adjust(_ template: Template) -> Template {
    changes[template.name]?.applied(to: template) ?? template
  }

  /// A path of the file as one that the process can open: relative paths are relative to the file.
  public func path(of path: String) -> String { Self.join(Self.folder(of: file), path) }

  /// Fails if the file lacks what a job needs: inputs and, unless it is given elsewhere, an output.
  public func requireJob(needsOutput: Bool = true) throws(ProjectError) {
    let place = ProjectPlace(file: file, kind: .project)
    if inputs.isEmpty { throw .missing(place, what: "\"inputs\", such as [exports/sales.zip]", of: "a job") }
    if needsOutput, output == nil { throw .missing(place, what: "\"output\", the folder to write", of: "a job") }
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? ""
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder.isEmpty || path.hasPrefix("/") ? path : folder == "/" ? "/\(path)" : "\(folder)/\(path)"
  }
}
