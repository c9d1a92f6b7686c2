import Findings
import Foundation
import Mapping
import Testing

@Suite("Translations of what the sources say in English")
struct TranslationTests {
  /// What the parser of command lines says by itself.
  private static let parser = [
    "Unknown option '{1}'", "Unknown option '{1}'. Did you mean '{2}'", "Missing value for '{1}'",
    "Missing expected argument '{1}'", "Missing one of: '{1}'", "Unexpected argument '{1}'",
    "{1} unexpected arguments: '{2}'", "The option '{1}' does not take any value, but '{2}' was specified",
    "The value '{1}' is invalid for '{2}'", "The value '{1}' is invalid for '{2}': {3}",
    "The value '{1}' is invalid for '{2}'. Please provide one of {3}",
    "The value '{1}' is invalid for '{2}'. Please provide one of the following: {3}", "{1} or {2}", "{1} and {2}",
    "Can't generate completion scripts for '{1}'. Please use --generate-completion-script=<shell> with one of: {2}",
  ]

  /// What the system says of calls that fail.
  private static let system = [
    "No such file or directory", "Permission denied", "No space left on device", "Input/output error", "Is a directory",
    "Not a directory", "File exists", "Read-only file system", "File name too long",
    "Too many levels of symbolic links", "Operation not permitted", "Disk quota exceeded", "File too large",
    "Directory not empty", "Stale file handle", "Device or resource busy",
  ]

  /// What help says of commands and their arguments.
  private static var help: Set<String> {
    Set(
      CommandOutline.all.flatMap { _, command in
        let discussion = command.discussion?.split(separator: "\n\n").map(String.init) ?? []
        return [command.abstract ?? ""] + discussion + (command.arguments ?? []).map { $0.abstract ?? "" }
      }.filter { !$0.isEmpty })
  }

  private static let languages = Language.allCases.filter { $0 != .english }

  @Test("Every sentence of the sources, of help and of the parser is translated, and no other", arguments: languages)
  func complete(language: Language) throws {
    let sources = try SourceSentences.all()
    #expect(sources.count > 200)
    let kinds = ProjectError.NameKind.allCases.map(\.rawValue)
    let used = Set(sources.keys).union(Self.help).union(Self.parser).union(Self.system).union(kinds)
    let translated = try Translations.builtIn(in: language).patterns
    #expect(used.subtracting(translated).sorted() == [], "they are not translated")
    #expect(translated.subtracting(used).sorted() == [], "they are not used")
  }

  @Test("Translations have the parts, the options and the code of the English sentence", arguments: languages)
  func parts(language: Language) throws {
    let words = try Translations.builtIn(in: language)
    for english in words.patterns {
      let translated = words.sentence(english)
      for pattern in [/\{[0-9]\}/, /--[a-z-]*[a-z]/, /`[^`]*`/, /P2C[0-9]{4}/] {
        let (one, other) = [english, translated].map { text in
          Set(text.matches(of: pattern).map { String($0.output) })
        }.pair
        #expect(one == other, "\(english)")
      }
      #expect(!translated.isEmpty && translated == translated.trimmingCharacters(in: .whitespaces), "\(english)")
    }
  }

  @Test("Most translations are not the English sentence", arguments: languages)
  func translated(language: Language) throws {
    let words = try Translations.builtIn(in: language)
    let same = words.patterns.filter { words.sentence($0) == $0 }
    // Words that are alike in both languages.
    #expect(same.count <= 8, "\(same)")
  }

  @Test(
    "A text of the parser is recognised with what it quotes",
    arguments: [
      (
        "Unknown option '--converts'. Did you mean '--convert'", "Ukendt indstilling '--converts'. Mente du '--convert'"
      ),
      ("--jobs must be 1 or more", "--jobs skal være 1 eller mere"),
      (
        "The value 'a or b' is invalid for '--to <to>'. Please provide one of 'finops' and 'sales'",
        "Værdien 'a or b' er ugyldig for '--to <to>'. Angiv en af 'finops' og 'sales'"
      ),
      (
        "The value 'x y' is invalid for '--company <company>': x y is not a company; a company has 1 to 4 letters, digits, _ or -",
        "Værdien 'x y' er ugyldig for '--company <company>': x y er ikke et firma; et firma har 1 til 4 bogstaver, cifre, _ eller -"
      ),
    ])
  func recognised(english: String, danish: String) throws {
    let words = try Translations.builtIn(in: .danish)
    #expect(words.recognised(english).map { words($0) } == danish)
    #expect(words.recognised("something else entirely") == nil)
  }

  @Test("A message is translated with the messages within it, and what is filled in stays")
  func nested() throws {
    let words = Translations(["{1}: {2} is wrong": "{2} er forkert i {1}", "the field {1}": "feltet {1}"])
    let inner: Message = "the field \("{1}")"
    let message: Message = "\("a.csv"): \(inner) is wrong"
    #expect(message.description == "a.csv: the field {1} is wrong")
    #expect(words(message) == "feltet {1} er forkert i a.csv")
    #expect(words("no translation") == "no translation")
  }
}

extension [Set<String>] {
  fileprivate var pair: (Set<String>, Set<String>) { (self[0], self[1]) }
}
