import ArgumentParser
import ProspectToCash

/// The command line: arguments in, exit code out.
@main
struct P2C: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "p2c",
    abstract: "Convert customers, products, quotes, orders and invoices between Dynamics 365 Sales and F&O.",
    discussion: """
      Reads exports of either side, checks and maps them with the Prospect to Cash templates, and writes import packages \
      for the other side. Every rejected record is listed with its reason.

      Exit codes: 0 done; 1 done, with errors; 64 wrong command line; 65 an input has no known format or is damaged; \
      66 an input is missing; 70 a defect of the tool; 71 the machine refuses memory, threads or descriptors; 73 an \
      output cannot be created or exists; 74 reading or writing failed; 75 a task of a plan is not done yet; 78 a \
      wrong project.
      """,
    version: VersionText.line,
    subcommands: [
      InspectCommand.self, ProfileCommand.self, ExplainCommand.self, ValidateCommand.self, FixCommand.self,
      ConvertCommand.self, ShardCommand.self,
      ReconcileCommand.self, DiffCommand.self,
      RunCommand.self, TemplatesCommand.self, SchemaCommand.self,
      CodesCommand.self, KeygenCommand.self, SealCommand.self, VerifyCommand.self,
    ])

  static func main() {
    Terminal.prepare()
    do {
      let arguments = try Usage.arguments()
      Terminal.reportSignals(in: LanguageArguments(of: arguments))
      Terminal.end(run(arguments))
    } catch {
      let failure = Failure(error)
      Terminal.report(failure, to: [])
      Terminal.end(failure.exitCode)
    }
  }

  /// Runs the command of the arguments; its exit code.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      var command = try parseAsRoot(arguments)
      if command is P2C { return Usage.explain(in: LanguageArguments(of: arguments)) }
      try command.run()
      return 0
    } catch let failure as Failure {
      Terminal.report(failure, to: arguments)
      return failure.exitCode
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      return Usage.report(error, of: arguments)
    }
  }
}
