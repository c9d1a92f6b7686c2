import ArgumentParser
import ProspectToCash

/// The command line: arguments in, exit code out.
@main
struct P2C: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "p2c",
    abstract: "Moves customers, products, quotes, orders and invoices between Dynamics 365 Sales and F&O, from files.",
    discussion: """
      Reads exports of either side, checks and maps them by the Prospect to Cash templates, and writes import packages \
      for the other side, with every refused record listed and explained.

      Exit codes: 0 done; 1 done, with errors found; 64 wrong command line; 65 an input cannot be understood; 66 an \
      input is missing; 70 a defect of the tool; 73 an output cannot be made; 74 reading or writing failed; 78 a wrong \
      project.
      """,
    version: ToolVersion.text,
    subcommands: [
      InspectCommand.self, ValidateCommand.self, FixCommand.self, ConvertCommand.self, ReconcileCommand.self,
      DiffCommand.self,
      RunCommand.self, TemplatesCommand.self, SchemaCommand.self,
      CodesCommand.self, KeygenCommand.self, SealCommand.self, VerifyCommand.self,
    ])

  static func main() {
    Terminal.prepare()
    Terminal.end(run(nil))
  }

  /// Runs the command of the arguments, by default those of the process; its exit code. A wrong command line, and one that
  /// asks for help, ends the program.
  static func run(_ arguments: [String]?) -> Int32 {
    do {
      var command = try parseAsRoot(arguments)
      if command is P2C { throw ValidationError("a command is missing") }
      try command.run()
      return 0
    } catch let failure as Failure {
      Terminal.say("p2c: \(failure.message)")
      return failure.exitCode
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      exit(withError: error)
    }
  }
}
