import Foundation

/// `docs/COMMANDS.md`: every option of every command, in the words of the help.
struct CommandPage {
  /// The pages that describe what a command does, by the words that call it.
  private static let pages = [
    "convert": "CONVERT.md", "diff": "RECONCILE.md", "explain": "EXPLAIN.md", "fix": "FIX.md", "inspect": "FORMATS.md",
    "keygen": "SEAL.md", "profile": "PROFILE.md", "reconcile": "RECONCILE.md", "run": "PROJECTS.md", "seal": "SEAL.md",
    "codes": "FINDINGS.md", "templates": "TEMPLATES.md", "templates export": "PROJECTS.md",
    "templates order": "PROJECTS.md", "templates test": "PROJECTS.md",
    "shard plan": "SCALE.md", "shard run": "SCALE.md",
    "shard status": "SCALE.md", "shard merge": "SCALE.md", "validate": "VALIDATE.md", "verify": "SEAL.md",
  ]

  private static let beginning = """
    # Commands
    Every command with its arguments and options. This page is generated from the help of the program; `p2c COMMAND --help`
    shows the same in the terminal. `p2c --help` lists the commands, `p2c --version` shows the version.

    Results go to standard output, everything else to standard error. No command asks questions. Paths may be given in any
    order; `--` ends the options, for paths that begin with a dash.

    ## Exit codes
    | code | meaning |
    | ---: | --- |
    | 0 | done, no errors |
    | 1 | done, with errors: records were rejected, or a package must not be imported as it is |
    | 64 | the command line is wrong, or an output is inside an input |
    | 65 | an input has no known format or is damaged |
    | 66 | an input does not exist or cannot be read |
    | 69 | `bin/p2c` in a clone only: something that the build needs is missing |
    | 70 | a defect of the tool, or of its installation |
    | 71 | the machine refuses memory, threads or file descriptors |
    | 73 | an output cannot be created or already exists |
    | 74 | reading or writing failed midway, for example because the disk is full or an input changed |
    | 75 | `p2c shard` only: a task that is needed is not done yet |
    | 78 | a project file, template or value map is wrong |

    With 0 and 1 the output is complete. With every other code nothing was written. [TROUBLESHOOTING.md](TROUBLESHOOTING.md)
    has the messages.

    """

  /// The text of the page.
  let text: String

  /// The page of the commands that do something themselves.
  init(_ commands: [(path: [String], outline: CommandOutline)]) {
    let leaves = commands.filter {
      !$0.path.isEmpty && $0.outline.isLeaf && $0.outline.shouldDisplay != false
    }
    let contents = leaves.map { command in
      let name = command.path.joined(separator: " ")
      return "| [`p2c \(name)`](#p2c-\(name.replacing(" ", with: "-"))) | \(Self.cell(command.outline.abstract)) |\n"
    }
    let head = "## All commands\n| command | what it does |\n| --- | --- |\n"
    let sections = leaves.map { Self.section($0.path, $0.outline) }
    text = ([Self.beginning, head + contents.joined()] + sections).joined(separator: "\n")
  }

  private static func section(_ path: [String], _ command: CommandOutline) -> String {
    let name = path.joined(separator: " ")
    var text = "## p2c \(name)\n\(command.abstract ?? "")\n"
    if let discussion = command.discussion { text += "\n\(discussion)\n" }
    if let page = pages[name] { text += "\nMore: [\(page)](\(page))\n" }
    text += "\n    \(usage(name, command))\n\n| argument or option | meaning |\n| --- | --- |\n"
    for row in rows(command) { text += row }
    return text
  }

  /// What has to be given.
  private static func usage(_ name: String, _ command: CommandOutline) -> String {
    var words = ["p2c \(name)"]
    for argument in command.positionals {
      let word = argument.placeholder + (argument.isRepeating ? "..." : "")
      words.append(argument.isOptional ? "[\(word)]" : word)
    }
    for option in command.options where !option.isOptional {
      words.append("\(option.shown) \(option.placeholder)" + (option.isRepeating ? "..." : ""))
    }
    let canHaveMore = !command.flags.isEmpty || command.options.contains(where: \.isOptional)
    return (words + (canHaveMore ? ["[OPTION...]"] : [])).joined(separator: " ")
  }

  /// A row for each argument; a flag and its opposite share one.
  private static func rows(_ command: CommandOutline) -> [String] {
    var rows: [(names: String, argument: CommandOutline.Argument)] = []
    for argument in (command.arguments ?? []) where !argument.isGeneral && argument.shouldDisplay != false {
      if argument.kind == "flag", let last = rows.last, last.argument.kind == "flag",
        last.argument.abstract == argument.abstract
      {
        rows[rows.count - 1].names += ", " + argument.syntax
      } else {
        rows.append((argument.syntax, argument))
      }
    }
    return rows.map { "| \($0.names) | \(cell($0.argument.meaning)) |\n" }
  }

  private static func cell(_ text: String?) -> String { (text ?? "").replacing("|", with: "\\|") }
}

extension CommandOutline.Argument {
  /// The value as the reader replaces it.
  fileprivate var placeholder: String { (valueName ?? name).uppercased() }

  /// How it is typed, in code.
  fileprivate var syntax: String {
    if kind == "positional" { return "`\(placeholder)\(isRepeating ? "..." : "")`" }
    let spellings = (names ?? []).sorted { $0.kind < $1.kind }.map(\.text)
    return spellings.map { "`\($0)\(kind == "option" ? " \(placeholder)" : "")`" }.joined(separator: ", ")
  }

  /// What the help says of it.
  fileprivate var meaning: String {
    var text = abstract ?? ""
    if let allValues, !allValues.isEmpty { text += " Values: \(allValues.map { "`\($0)`" }.joined(separator: ", "))." }
    if let defaultValue { text += " Default: `\(defaultValue)`." }
    return text
  }
}
