import Archives
import ArgumentParser
import Mapping
import ProspectToCash

struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates", abstract: "List, show, export, test or order templates.",
    subcommands: [List.self, Show.self, Export.self, Test.self, Order.self])

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

    @Argument(help: "The template's short name, such as accounts.", completion: NameCompletion.template)
    var name: String

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let templates = try TemplateCatalogue.builtIn()
        guard let template = try templates.template(named: name) else {
          throw Failure(unknownTemplate: name, among: templates.names)
        }
        if format == .json { return try Terminal.print(document: templates.json(of: template)) }
        try Terminal.print(ownText: template.listing)
      }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the built-in templates to a new folder, as a starting point for custom templates.")

    @Argument(help: "The folder, which must not exist yet.", completion: .directory)
    var folder: String

    func run() throws {
      try reportingFailures {
        let output = try OutputDirectory.create(at: folder, replacing: false)
        for exported in try TemplateCatalogue.builtIn().export() {
          try output.write(exported.name, Array(exported.text.utf8))
        }
        try output.commit()
      }
    }
  }

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Convert the records of tests, and compare what becomes of them with what the tests expect.")

    @Argument(
      help: "A file NAME.test.yaml, or a folder with such files (default: the built-in tests).",
      completion: NameCompletion.package)
    var paths: [String] = []

    @Option(
      name: .customLong("template"), help: "A template to test; repeatable (default: all that have tests).",
      completion: NameCompletion.template)
    var templates: [String] = []

    @Option(help: "A project file, whose templates and changes apply.", completion: NameCompletion.project)
    var project: String?

    @Flag(help: "Replace the expectations in the files by the results.")
    var update = false

    @OptionGroup var languages: LanguageArguments

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    @OptionGroup var progress: ProgressArguments

    func validate() throws {
      if update, paths.isEmpty { throw ValidationError("--update needs a file or folder; the built-in tests stay") }
    }

    func run() throws {
      try reportingFailures {
        // Before anything is written: without texts the command fails as a whole.
        let texts = try languages.texts()
        let line = try progress.line(in: languages)
        defer { line.end() }
        let summary = try TemplateTestJob(
          paths: paths, templates: templates, project: project, updates: update
        ).run { line.progress.report(.template($0)) }
        line.finish()
        if format == .json {
          try Terminal.print(document: summary.json())
        } else if !progress.quiet || summary.exitCode != 0 {
          try Terminal.print(summary.lines(texts))
        }
        if summary.exitCode != 0 { throw ExitCode(summary.exitCode) }
      }
    }
  }

  struct Order: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the packages of templates in the order of their import, and why.")

    @Option(
      name: .customLong("template"), help: "A template to order; repeatable (default: all that run by themselves).",
      completion: NameCompletion.template)
    var templates: [String] = []

    @Option(help: "A project file, whose templates and changes apply.", completion: NameCompletion.project)
    var project: String?

    @Option(help: "The destination: finops or sales (default: both).")
    var to: DestinationName?

    @OptionGroup var languages: LanguageArguments

    @Option(help: "Format of standard output: text or json.")
    var format = OutputFormat.text

    func run() throws {
      try reportingFailures {
        let order = try ImportOrder(templates: templates, project: project, to: to?.side)
        if format == .json { return try Terminal.print(document: order.steps.orderJSON()) }
        try Terminal.print(order.steps.lines(languages.texts()))
      }
    }
  }
}
