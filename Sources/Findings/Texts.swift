/// The texts that people read, in one language: sentences by name, with places for what differs.
///
/// A text is asked for by its name, with its parts: `texts("page.records", ["count": 5])`. Where the form of a text depends on
/// a number, that is its part `count`, and the text has a sentence for each form of the language. Names are literals, so
/// that a test finds texts that are missing, unused or asked for with other parts.
public struct Texts: Sendable {
  /// The language.
  public let language: Language
  /// How numbers are written.
  public var numbers = NumberStyle.plain

  /// What the English sentences of the sources are in the language.
  public let translations: Translations

  private let sentences: [String: String]

  /// The texts of a language, by name. A name that ends in `.one` or `.other` is a form of a text.
  public init(_ language: Language, _ sentences: [String: String], translations: Translations = .none) {
    self.language = language
    self.translations = translations
    self.sentences = sentences
  }

  /// All names, with those of forms.
  public var names: Set<String> { Set(sentences.keys) }

  /// The same texts with numbers as pages have them: digits in groups, with the marks of the language.
  public var forPages: Texts {
    var texts = self
    texts.numbers = .grouped
    return texts
  }

  /// The sentence of a name as it is written, with its places; nil if there is none.
  public func sentence(_ name: String) -> String? { sentences[name] }

  /// The text of the name with its parts filled in. A text that does not exist is shown by its name.
  public func callAsFunction(_ name: String, _ parts: [String: any TextPart] = [:]) -> String {
    var sentence = sentences[name]
    if sentence == nil, let count = parts["count"] as? Int {
      sentence = sentences["\(name).\(language.isSingular(count) ? "one" : "other")"]
    }
    return sentence.map { fill($0, parts) } ?? name
  }

  /// All texts without parts whose names begin with the prefix, by the rest of their names: the labels of a page.
  public func labels(_ prefix: String) -> [String: String] {
    var labels: [String: String] = [:]
    for (name, sentence) in sentences where name.hasPrefix(prefix) && !sentence.contains("{") {
      labels[String(name.dropFirst(prefix.count))] = sentence
    }
    return labels
  }

  /// The names of the places of a sentence, which writes them in braces.
  public static func places(in sentence: String) -> Set<String> {
    Set(
      sentence.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
        .compactMap { $0.split(separator: "}").first.map(String.init) })
  }

  /// Parts are filled in as they are, even with braces in them.
  private func fill(_ sentence: String, _ parts: [String: any TextPart]) -> String {
    var text = ""
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += parts[String(rest[rest.index(after: open)..<close])]?.words(in: self) ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

/// What a place of a text is filled with.
public protocol TextPart: Sendable {
  /// The part in words.
  func words(in texts: Texts) -> String
}

extension String: TextPart {
  /// The text itself.
  public func words(in texts: Texts) -> String { self }
}

extension Int: TextPart {
  /// The number as the texts write it.
  public func words(in texts: Texts) -> String { texts.number(self) }
}

extension Language {
  /// Whether the count takes the form `one`.
  func isSingular(_ count: Int) -> Bool {
    self == .icelandic ? abs(count) % 10 == 1 && abs(count) % 100 != 11 : count == 1
  }
}
