import Foundation

/// A page of the documentation with its blocks of commands.
struct ConsolePage {
  /// Commands between fences, and what they print.
  struct Block {
    struct Command {
      var text: String
      /// The lines of the page that show what it prints.
      var shown: Range<Int>
    }

    /// The line of the opening fence, from 1.
    var line: Int
    var commands: [Command] = []
    /// Whether the page shows what is printed (`console`) or only what is typed (`sh`).
    var showsOutput: Bool
  }

  /// The path in the repository.
  let name: String
  private(set) var lines: [String]

  /// Reads a page of the repository.
  init(_ name: String) throws {
    self.name = name
    let text = try String(contentsOf: CommandRun.repository.appending(path: name), encoding: .utf8)
    lines = text.components(separatedBy: "\n")
  }

  /// The pages that have such blocks.
  static let all: [String] = {
    let folders = ["", "docs/", "samples/"]
    return folders.flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: CommandRun.repository.appending(path: folder).path)
      return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
    }.filter { (try? ConsolePage($0).blocks.isEmpty) == false }
  }()

  /// Whether the commands of all blocks run in one folder, one block after another, as a reader of a tutorial types them.
  var isOneSession: Bool { lines.contains("<!-- one session -->") }

  /// The blocks in their order.
  var blocks: [Block] {
    var blocks: [Block] = []
    var block: Block?
    for (place, line) in lines.enumerated() {
      if let language = line.wholeMatch(of: /```(\w*)/)?.1 {
        if let ended = block {
          blocks.append(ended)
          block = nil
        } else if language == "sh" || language == "console" {
          block = Block(line: place + 1, showsOutput: language == "console")
        }
        continue
      }
      guard block != nil, !line.isEmpty else { continue }
      if block?.showsOutput == false {
        block?.commands.append(.init(text: line, shown: place..<place))
      } else if line.hasPrefix("$ ") {
        block?.commands.append(.init(text: String(line.dropFirst(2)), shown: place + 1..<place + 1))
      } else if let last = block?.commands.indices.last, let start = block?.commands[last].shown.lowerBound {
        block?.commands[last].shown = start..<place + 1
      }
    }
    return blocks
  }

  /// What the page shows of a command's output.
  func output(of command: Block.Command) -> String {
    lines[command.shown].map { $0 + "\n" }.joined()
  }

  /// Shows other output of commands, which are in the order of the page.
  mutating func show(_ outputs: [(command: Block.Command, text: String)]) throws {
    for (command, text) in outputs.reversed() {
      lines.replaceSubrange(command.shown, with: text.components(separatedBy: "\n").dropLast())
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: CommandRun.repository.appending(path: name))
  }
}

/// What a block of commands needs besides the samples.
struct BlockPreparation {
  /// The page, and how the first command of the block begins.
  var page, command: String
  /// A script that runs before the block, in its folder.
  var script: String

  /// Whether a block of a page is meant.
  func isFor(_ block: ConsolePage.Block, of page: String) -> Bool {
    page == self.page && block.commands.first?.text.hasPrefix(command) == true
  }

  /// A key that is always the same, so that a page can show its fingerprint.
  private static let key = """
    cat >mine.key <<'END'
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIGmDsWqb9pQfGwL5kG7nZq6OsxvCb4nAW4vhPRYF2qYJ
    -----END PRIVATE KEY-----
    END
    cat >mine.key.pub <<'END'
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAFOQqzOBfg/DlhKn3bU6+7fi0d46Kv3avoPH7s+cyWTA=
    -----END PUBLIC KEY-----
    END

    """

  static let all = [
    BlockPreparation(
      page: "docs/AIRGAP.md", command: "sha256sum --check SHA256SUMS",
      script: "cp samples/contoso-sales.zip sales.zip && sha256sum sales.zip >SHA256SUMS"),
    BlockPreparation(
      page: "docs/AIRGAP.md", command: "tar -cf out.tar out",
      script: key + """
        p2c convert samples/contoso-sales.zip --output out
        p2c seal out --key mine.key
        """),
    BlockPreparation(
      page: "docs/COMPANIES.md", command: "bin/p2c convert USMF=exports/us.zip",
      script: """
        mkdir exports
        cp samples/contoso-finops.zip exports/us.zip
        cp samples/contoso-finops.zip exports/de.zip
        cp samples/contoso-sales.zip crm.zip
        echo 'companies: {USMF: {}, DEMF: {prefix: DE-}}' >companies.yaml
        """),
    BlockPreparation(
      page: "docs/CONVERT.md", command: "bin/p2c convert out/rejects/accounts.customers.csv",
      script: "p2c convert samples/contoso-sales.zip --output out"),
    BlockPreparation(
      page: "docs/FIX.md", command: "bin/p2c fix customers.zip", script: "cp samples/contoso-finops.zip customers.zip"),
    BlockPreparation(
      page: "docs/RECONCILE.md", command: "bin/p2c reconcile --finops finops.zip",
      script: "cp samples/contoso-finops.zip finops.zip; cp samples/contoso-sales.zip sales.zip"),
    BlockPreparation(
      page: "docs/RECONCILE.md", command: "bin/p2c diff monday.zip",
      script: "cp samples/contoso-sales-2019.zip monday.zip; cp samples/contoso-sales.zip friday.zip"),
    BlockPreparation(
      page: "docs/REHEARSAL.md", command: "p2c reconcile --finops",
      script: """
        mkdir compared
        p2c reconcile --finops samples/contoso-finops.zip --sales samples/contoso-sales.zip --output compared/1
        """),
    BlockPreparation(
      page: "docs/SEAL.md", command: "p2c keygen mine.key",
      script: "p2c convert samples/contoso-sales.zip --output out"),
    BlockPreparation(
      page: "docs/SEAL.md", command: "p2c verify out --public-key mine.key.pub",
      script: key + """
        p2c convert samples/contoso-sales.zip --output out
        p2c seal out --key mine.key
        echo more >>out/packages/010-accounts.zip
        touch out/packages/.note
        rm out/RUNSHEET.md
        """),
    BlockPreparation(
      page: "docs/SEAL.md", command: "openssl pkeyutl",
      script: """
        p2c convert samples/contoso-sales.zip --output out
        p2c keygen mine.key
        p2c seal out --key mine.key
        """),
    BlockPreparation(
      page: "docs/VALIDATE.md", command: "bin/p2c validate samples/contoso-sales.zip",
      script: "for name in orders customers target; do cp samples/contoso-finops.zip $name.zip; done"),
  ]
}

/// Commands of pages that are not run, by their beginning, each with the reason.
enum CommandsNotRun {
  static let all: [(start: String, reason: String)] = [
    ("bin/package", "it needs a release build; bin/install-test runs it"),
    ("bin/install-test", "it needs a release build; .ci/run runs it"),
    ("bin/test", "it would run these tests again; .ci/run runs it"),
    ("bin/torture", "it takes ten minutes; .ci/run runs a part of it"),
    ("bin/kills", "it takes minutes, and needs a release build"),
    ("bin/fuzz", "it takes ten minutes and a build of its own; .ci/run runs it on the corpora"),
    ("python3 Tests/Fates/fates.py", "it needs a release build; .ci/run runs it"),
    ("python3 Tests/Terminal/terminal.py", "it needs a release build; .ci/run runs it"),
    ("bash .ci/run", "it runs these tests, and all the others"),
  ]

  /// Programs that commands of pages need and the build does not, each with what is not seen without it.
  static let programs = ["openssl": "that OpenSSL verifies a seal"]

  /// Why a command is not run; nil if it is.
  static func reason(_ command: String) -> String? { all.first { command.hasPrefix($0.start) }?.reason }
}
