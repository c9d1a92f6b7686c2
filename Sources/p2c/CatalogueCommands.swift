import Archives
import ArgumentParser
import Findings
import Mapping
import ProspectToCash

struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates", abstract: "List, show or export the built-in templates.",
    subcommands: [List.self, Show.self, Export.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the templates in import order.")

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let templates = try TemplateCatalogue.builtIn()
        if format == .json { return try Terminal.print(document: templates.json()) }
        try Terminal.print(ownText: templates.list())
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show a template's tasks and field mappings.")

    @Argument(help: "The template's short name, such as accounts.")
    var name: String

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let templates = try TemplateCatalogue.builtIn()
        guard let template = try templates.template(named: name) else {
          throw Failure(message: "there is no template \(name); see `p2c templates list`", exitCode: 64)
        }
        if format == .json { return try Terminal.print(document: templates.json(of: template)) }
        try Terminal.print(ownText: template.listing)
      }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the built-in templates to a new folder, as a starting point for custom templates.")

    @Argument(help: "The folder, which must not exist yet.")
    var folder: String

    func run() throws {
      try reportingFailures {
        let output = try OutputDirectory.create(at: folder, replacing: false)
        for exported in try TemplateCatalogue.builtIn().export() {
          let file = try output.file(exported.name)
          try file.write(exported.text)
          try file.close(sync: false)
        }
        try output.commit()
      }
    }
  }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "List or show the known entity schemas.",
    subcommands: [List.self, Show.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the entities of both sides.")

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let schemas = try SchemaCatalogue.builtIn()
        if format == .json { return try Terminal.print(document: schemas.json) }
        try Terminal.print(ownText: schemas.list)
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the columns of an entity.")

    @Argument(help: "The entity's technical name or label.")
    var entity: String

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let schemas = try SchemaCatalogue.builtIn()
        guard let schema = try schemas.schema(named: entity) ?? schemas.schema(labelled: entity) else {
          throw Failure(message: "there is no entity \(entity); see `p2c schema list`", exitCode: 64)
        }
        if format == .json { return try Terminal.print(document: schema.json) }
        try Terminal.print(ownText: schema.listing)
      }
    }
  }
}

struct CodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes", abstract: "Explain the findings: meaning, impact and remedy.")

  @Argument(help: "A code, such as P2C2104 (default: all codes).")
  var code: String?

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  func run() throws {
    try reportingFailures {
      let catalogue = try FindingCatalogue.builtIn()
      guard let code else {
        if format == .json { return try Terminal.print(document: catalogue.json) }
        return try Terminal.print(ownText: catalogue.list)
      }
      guard let known = FindingCode(rawValue: code),
        let text = format == .json ? catalogue.json(of: known) : catalogue.explanation(of: known)
      else { throw Failure(message: "there is no finding code \(code); see `p2c codes`", exitCode: 64) }
      if format == .json { return try Terminal.print(document: text) }
      try Terminal.print(ownText: text)
    }
  }
}
