import ArgumentParser
import Findings
import Mapping
import ProspectToCash

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

    @Argument(help: "The entity's technical name or label.", completion: NameCompletion.entity)
    var entity: String

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let schemas = try SchemaCatalogue.builtIn()
        guard let schema = try schemas.schema(named: entity) ?? schemas.schema(labelled: entity) else {
          throw Failure(
            unknown: "entity", entity, among: schemas.entries.flatMap { [$0.name, $0.label] },
            listedBy: "p2c schema list")
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

  @Argument(help: "A code, such as P2C2104 (default: all codes).", completion: NameCompletion.code)
  var code: String?

  @OptionGroup var languages: LanguageArguments

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  func run() throws {
    try reportingFailures {
      let language = format == .json ? languages.ofFiles : languages.ofConsole
      let catalogue = try FindingCatalogue.builtIn(in: language)
      guard let code else {
        if format == .json { return try Terminal.print(document: catalogue.json) }
        return try Terminal.print(ownText: catalogue.list)
      }
      guard let known = FindingCode(rawValue: code),
        let text = format == .json ? catalogue.json(of: known) : catalogue.explanation(of: known)
      else {
        throw Failure(
          unknown: "finding code", code, like: code.allSatisfy(\.isNumber) ? "P2C\(code)" : code,
          among: catalogue.all.map(\.code.rawValue), listedBy: "p2c codes")
      }
      if format == .json { return try Terminal.print(document: text) }
      try Terminal.print(ownText: text)
    }
  }
}
