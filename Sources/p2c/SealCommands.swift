import ArgumentParser
import Findings
import ProspectToCash

struct KeygenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen", abstract: "Make a key pair for seals.",
    discussion: """
      Keep the private key, which makes seals; only you can read its file. Give the public key, in FILE.pub, to those who \
      verify seals, and its fingerprint by another way, so that they can compare it. Existing files are never replaced.
      """)

  @Argument(help: "The file of the private key.", completion: .file())
  var file = "p2c.key"

  @OptionGroup var languages: LanguageArguments

  func run() throws {
    try reportingFailures {
      let texts = try languages.texts()
      let pair = KeyPair()
      try pair.write(to: file)
      try Terminal.print([
        texts("keys.private", ["file": file]), texts("keys.public", ["file": KeyPair.publicPath(of: file)]),
        texts("keys.fingerprint", ["fingerprint": pair.fingerprint]),
      ])
    }
  }
}

struct SealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal", abstract: "Sign the checksums of an output folder, so that any change can be detected.",
    discussion: "The folder is first compared with SHA256SUMS; SHA256SUMS.sig is written only if they agree.")

  @Argument(help: "The output folder.", completion: .directory)
  var folder: String

  @Option(help: "The file of the private key.", completion: .file())
  var key: String

  @OptionGroup var languages: LanguageArguments

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var progress: ProgressArguments

  func run() throws {
    try reportingFailures {
      try progress.report(format, languages) { try Seal.put(on: folder, key: key, progress: $0) }
    }
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Show which files of an output folder were changed or added, or are missing.",
    discussion: "With --public-key the seal is also verified; it must exist.")

  @Argument(help: "The output folder.", completion: .directory)
  var folder: String

  @Option(help: "The file of the public key.", completion: .file())
  var publicKey: String?

  @OptionGroup var languages: LanguageArguments

  @Option(help: "Format of standard output: text or json.")
  var format = OutputFormat.text

  @OptionGroup var progress: ProgressArguments

  func run() throws {
    try reportingFailures {
      try progress.report(format, languages) { try Seal.check(folder, publicKey: publicKey, progress: $0) }
    }
  }
}

extension ProgressArguments {
  /// Compares a folder with its checksums and reports the outcome; differences are the exit code 1.
  fileprivate func report(
    _ format: OutputFormat, _ languages: LanguageArguments, _ check: (Progress) throws -> SealCheck
  ) throws {
    // Before anything is written: without texts the command fails as a whole.
    let texts = try languages.texts()
    let line = try line(in: languages)
    defer { line.end() }
    let check = try check(line.progress)
    line.finish()
    if format == .json {
      try Terminal.print(document: check.json())
    } else if !quiet || check.result != .ok {
      try Terminal.print(summary: check.lines(texts))
    }
    if check.result != .ok { throw ExitCode(check.result.exitCode) }
  }
}
