import Foundation
import TestSupport
import Testing

@Suite("A wrong command line")
struct GoldenUsageTests {
  /// A wrong command line, and what its message must name.
  private struct Mistake {
    var arguments: [String]
    var names: String

    init(_ arguments: [String], names: String) {
      self.arguments = arguments
      self.names = names
    }

    /// As a shell would take it.
    var line: String {
      let words = arguments.map { word in
        word.isEmpty || word.contains { " %<>'".contains($0) } ? "'\(word)'" : word
      }
      return (["p2c"] + words).joined(separator: " ")
    }
  }

  private static let golden = GoldenFiles(CommandRun.repository.appending(path: "Tests/p2cTests/Snapshots/Usage"))

  @Test("Each command and option is in the tables of these tests")
  func tables() {
    let leaves = CommandOutline.all.filter { $0.outline.isLeaf }
    #expect(leaves.map { $0.path }.sorted(by: <) == CommandCall.all.map(\.path).sorted(by: <))
    let options = Set(leaves.flatMap { $0.outline.options.map(\.name) })
    #expect(options == WrongValues.anyText.union(WrongValues.all.keys))
  }

  @Test("A right command line is none of the mistakes", arguments: CommandCall.all)
  func right(_ call: CommandCall) throws {
    let run = try CommandRun(call.arguments(), in: TestFolder())
    #expect(run.code != 64, "\(run.messages)")
  }

  @Test(
    "Every mistake ends with exit code 64 and one line that names it, and changes nothing", arguments: CommandCall.all)
  func mistakes(_ call: CommandCall) throws {
    let folder = try TestFolder()
    var text = ""
    for mistake in try mistakes(of: call) {
      let run = try CommandRun(mistake.arguments, in: folder)
      #expect(run.code == 64, "\(mistake.line)")
      #expect(run.output.isEmpty, "\(mistake.line)")
      #expect(isOneLine(run.messages), "\(mistake.line): \(run.messages)")
      #expect(run.messages.contains(mistake.names), "\(mistake.line): \(run.messages)")
      text += "$ \(mistake.line)\n\(run.messages)"
    }
    #expect(try folder.names.isEmpty)
    #expect(try Self.golden.difference("p2c-\(call.path.joined(separator: "-")).txt", text) == nil)
  }

  @Test("Every mistake is reported in the language of the console", arguments: CommandCall.all)
  func languages(_ call: CommandCall) throws {
    let folder = try TestFolder()
    let languages = ["nl": "zie", "da": "se", "sv": "se", "is": "sjá"].sorted { $0.key < $1.key }
    let number = CommandCall.all.firstIndex { $0.path == call.path } ?? 0
    let (language, see) = languages[number % languages.count]
    for mistake in try mistakes(of: call) where !mistake.arguments.contains(where: { $0.hasPrefix("--language") }) {
      let english = try CommandRun(mistake.arguments, in: folder)
      let run = try CommandRun(mistake.arguments, in: folder, environment: ["LC_ALL": "\(language)_XX.UTF-8"])
      #expect(run.code == 64 && run.output.isEmpty && isOneLine(run.messages), "\(mistake.line)")
      #expect(run.messages.contains(mistake.names) && run.messages.contains("; \(see) `p2c "), "\(run.messages)")
      let words = [english, run].map { $0.messages.split(separator: ";")[0] }
      #expect(words[0] != words[1], "\(mistake.line): \(run.messages)")
    }
  }

  @Test("No words are kept of commands that are gone")
  func kept() throws {
    let names = CommandCall.all.map { "p2c-\($0.path.joined(separator: "-")).txt" }
    #expect(try Self.golden.superfluous(names) == [])
  }

  @Test(
    "A mistake before any command is one line, too",
    arguments: [
      (["converts"], "'converts', did you mean 'convert'?"),
      (["templates", "ordr"], "'ordr', did you mean 'order'?"),
      (["fxi"], "'fxi', did you mean 'fix'?"),
      (["templates", "lsit"], "'lsit', did you mean 'list'?"),
      (["frobnicate"], "'frobnicate'; see"),
      (["--converts"], "'--converts'"),
      (["templates", "nosuch"], "'nosuch'"),
      (["schema", "nosuch"], "'nosuch'"),
      (["templates", "show", "nosuch"], "there is no template nosuch"),
      (["schema", "show", "nosuch"], "there is no entity nosuch"),
      (["codes", "P2C9999"], "there is no finding code P2C9999"),
      (["codes", "2104"], "there is no finding code 2104; did you mean P2C2104?"),
      (["schema", "show", "acount"], "there is no entity acount; did you mean account?"),
      (["validate", "in.zip", "--template", "acounts"], "there is no template acounts; did you mean accounts?"),
      (["convert", "in.zip", "--output", "out", "--template", "nosuch"], "there is no template nosuch"),
    ])
  func commands(_ arguments: [String], words: String) throws {
    let run = try CommandRun(arguments, in: TestFolder())
    #expect(run.code == 64)
    #expect(run.output.isEmpty)
    #expect(isOneLine(run.messages), "\(run.messages)")
    #expect(run.messages.contains(words), "\(run.messages)")
  }

  @Test(
    "A message is one line whatever the argument contains",
    arguments: ["\n", "a\nb", "\u{1B}[31mred", "a\r\nb", "\u{2028}", "\u{202E}txt"])
  func quoted(_ word: String) throws {
    for arguments in [[word], ["inspect", "--format", word], ["templates", "show", word], ["codes", "--\(word)"]] {
      let run = try CommandRun(arguments, in: TestFolder())
      #expect(run.code == 64)
      #expect(isOneLine(run.messages), "\(run.messages)")
      #expect(!run.messages.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test("An argument that is not UTF-8 is refused")
  func invalidText() throws {
    let run = try CommandRun(script: #"p2c inspect $'in\xFF.zip'"#, in: TestFolder())
    #expect(run.code == 64)
    #expect(isOneLine(run.messages), "\(run.messages)")
    #expect(run.messages.contains("not UTF-8"))
  }

  @Test(
    "A wrong SOURCE_DATE_EPOCH is refused by whatever writes a time", arguments: ["1.5", "253402300800"])
  func time(_ value: String) throws {
    for name in ["validate", "fix", "convert", "reconcile", "run"] {
      let call = try #require(CommandCall.all.first { $0.path == [name] })
      let run = try CommandRun(call.arguments(), in: TestFolder(), environment: ["SOURCE_DATE_EPOCH": value])
      #expect(run.code == 64, "\(name)")
      #expect(isOneLine(run.messages), "\(run.messages)")
      #expect(run.messages.contains("SOURCE_DATE_EPOCH"))
    }
  }

  /// Whether a message is one line as the tool writes it.
  private func isOneLine(_ messages: String) -> Bool {
    messages.hasPrefix("p2c: ") && messages.hasSuffix("\n") && messages.count(where: \.isNewline) == 1
  }

  /// Every mistake that can be made of a command's call. Of an option that several commands share, the first one makes all,
  /// every other one a single one.
  private func mistakes(of call: CommandCall) throws -> [Mistake] {
    let outline = try #require(CommandOutline.all.first { $0.path == call.path }).outline
    var mistakes = [Mistake(call.arguments() + ["--no-such-option"], names: "'--no-such-option'")]
    if !outline.positionals.contains(where: \.isRepeating) {
      // Where an argument is optional it is not in the call.
      let missing = Array(repeating: "surplus", count: outline.positionals.count - call.positionals.count)
      mistakes.append(Mistake(call.arguments(and: missing + ["surplus"]), names: "'surplus'"))
    }
    for (place, argument) in outline.positionals.enumerated() where !argument.isOptional {
      // Whichever is left out, there is none for the last one.
      mistakes.append(Mistake(call.arguments(positional: place), names: "<\(outline.positionals.last?.name ?? "")"))
    }
    for option in outline.options {
      if !option.isOptional { mistakes.append(Mistake(call.arguments(without: option.name), names: option.shown)) }
      let missing = (option.names ?? []).map { Mistake(call.arguments() + [$0.text], names: $0.text) }
      let wrong = (WrongValues.all[option.name] ?? []).map { value in
        Mistake(call.arguments() + ["--\(option.name)=\(value)"], names: "--\(option.name)")
      }
      mistakes += (missing + wrong).suffix(call.path == Self.firstCommand(with: option) ? .max : 1)
    }
    for flag in outline.flags where call.path == Self.firstCommand(with: flag) {
      mistakes += (flag.names ?? []).map { Mistake(call.arguments() + ["\($0.text)=yes"], names: $0.text) }
    }
    return mistakes + combined(call, outline)
  }

  /// The first command that has an option or a flag.
  private static func firstCommand(with argument: CommandOutline.Argument) -> [String]? {
    CommandOutline.all.first { command in
      (command.outline.options + command.outline.flags).contains { $0.name == argument.name }
    }?.path
  }

  /// Options that do not go together.
  private func combined(_ call: CommandCall, _ outline: CommandOutline) -> [Mistake] {
    let options = Set(outline.options.map(\.name))
    var mistakes: [Mistake] = []
    if options.contains("format"), !WrongValues.analysers.contains(call.path[0]) {
      mistakes.append(Mistake(call.arguments() + ["--format", "sarif"], names: "--format"))
    }
    if options.contains("first-number") {
      mistakes.append(Mistake(call.arguments() + ["--first-number", "5"], names: "--assign-numbers"))
      let most = ["--assign-numbers", "--first-number", "999999999999999999"]
      mistakes.append(Mistake(call.arguments() + most, names: "--first-number"))
    }
    if call.path == ["run"] {
      mistakes.append(Mistake(call.arguments() + ["--project", "other.yaml"], names: "--project"))
    }
    return mistakes
  }
}

/// The order of paths.
private func < (left: [String], right: [String]) -> Bool { left.lexicographicallyPrecedes(right) }
