import ArgumentParser

/// When progress is shown on standard error.
enum ProgressMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// What every command takes that can take longer than a second.
struct ProgressArguments: ParsableArguments {
  @Flag(help: "Write nothing but errors, and what --format json or sarif asks for.")
  var quiet = false

  @Option(help: "Progress on standard error: auto (on a terminal), always or never.")
  var progress = ProgressMode.auto

  /// Where a command shows how far it is. Throws `ProjectError` if the installation is damaged.
  func line(in languages: LanguageArguments) throws -> ProgressLine {
    switch progress {
    case .never: .hidden
    case _ where quiet: .hidden
    case .always: ProgressLine(.plain, ProgressText(try languages.texts()))
    case .auto: Terminal.isInteractive ? ProgressLine(.overwritten, ProgressText(try languages.texts())) : .hidden
    }
  }
}
