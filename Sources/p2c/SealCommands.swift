import ArgumentParser
import ProspectToCash

struct KeygenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen", abstract: "Make a pair of keys for seals.",
    discussion: """
      The private key seals and stays with you; only you can read its file. The public key, in FILE.pub, goes to those \
      who check seals; they should compare its fingerprint with what you tell them. Existing files are never replaced.
      """)

  @Argument(help: "The private key's file.")
  var file = "p2c.key"

  func run() throws {
    try reportingFailures {
      let pair = KeyPair()
      try pair.write(to: file)
      try Terminal.print([
        "private key: \(file)", "public key: \(KeyPair.publicPath(of: file))", "fingerprint: \(pair.fingerprint)",
      ])
    }
  }
}

struct SealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal", abstract: "Sign an output folder's checksums, so that any change can be told.",
    discussion: "The folder is compared with SHA256SUMS first; only if it agrees SHA256SUMS.sig is written.")

  @Argument(help: "The output folder.")
  var folder: String

  @Option(help: "The private key's file.")
  var key: String

  @Option(help: "Form of standard output: text or json.")
  var format = OutputFormat.text

  func run() throws {
    try reportingFailures { try Seal.put(on: folder, key: key).tell(format) }
  }
}

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Say which files of an output folder were changed, added or are missing.",
    discussion: "With --public-key the seal is checked too, and must be there.")

  @Argument(help: "The output folder.")
  var folder: String

  @Option(help: "The public key's file.")
  var publicKey: String?

  @Option(help: "Form of standard output: text or json.")
  var format = OutputFormat.text

  func run() throws {
    try reportingFailures { try Seal.check(folder, publicKey: publicKey).tell(format) }
  }
}

extension SealCheck {
  /// Tells the outcome; differences are the exit code 1.
  fileprivate func tell(_ format: OutputFormat) throws {
    if format == .json { try Terminal.print(document: json()) } else { try Terminal.print(lines) }
    if result != .ok { throw ExitCode(result.exitCode) }
  }
}
