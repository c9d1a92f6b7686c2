public import ArgumentParser
import Findings
import Foundation
import Mapping

extension Language: ExpressibleByArgument {}

/// In which language a command speaks.
///
/// What it prints is for the person at the terminal, and so follows the environment. Files and documents are the same on every
/// machine: their words follow the option alone.
struct LanguageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of \
      files and JSON English).
      """, valueName: "language"))
  var language: Language?

  /// No language but that of the environment.
  init() {}

  /// The language that a command line asks for, whatever else may be wrong with it.
  init(of arguments: [String]) {
    let options = Array(arguments.prefix { $0 != "--" })
    let joined = options.last { $0.hasPrefix("--language=") }.map { String($0.dropFirst("--language=".count)) }
    let parted = zip(options, options.dropFirst()).filter { $0.0 == "--language" }.last?.1
    language = (joined ?? parted).flatMap(Language.init(rawValue:))
  }

  /// The language of files and documents.
  var ofFiles: Language { language ?? .english }

  /// The language of text on the console.
  var ofConsole: Language { language ?? Language(environment: ProcessInfo.processInfo.environment) }

  /// The words of findings, and all other texts, for the console; `files` are those of files, which serve it if the language is
  /// the same. Throws `ProjectError` if the installation is damaged.
  func words(_ files: FindingCatalogue) throws -> FindingCatalogue {
    ofConsole == ofFiles ? files : try .builtIn(in: ofConsole)
  }

  /// All texts but for those of findings, for the console. Throws `ProjectError` if the installation is damaged.
  func texts() throws -> Texts { try .builtIn(in: ofConsole) }

  /// Help and failures for the console; in English if the installation is damaged.
  var messages: Translations { LanguageArguments.messages(in: ofConsole) }

  /// Failures for programs; in English if the installation is damaged.
  var messagesOfFiles: Translations { LanguageArguments.messages(in: ofFiles) }

  private static func messages(in language: Language) -> Translations {
    (try? Translations.builtIn(in: language)) ?? .none
  }
}
