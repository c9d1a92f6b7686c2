/// The sentences for what is particular about a finding, in one language, with places for what differs.
public struct FindingPhrases: Sendable {
  /// A sentence, as `phrases.csv` names it.
  public enum Name: String, Sendable, CaseIterable {
    case earlierRecord = "earlier record"
    case otherInput = "other input"
    case culprit, fields, limit, follows, records
    case keyLimit = "key limit"
    case moved, renamed, added, reordered, encoded
    case encodedTwice = "encoded twice"
    case lineEnds = "line ends"
    case columnLeftOut = "column left out"
    case columnsCut = "columns cut off"
    case fieldsCut = "fields cut off"
    case listInactive = "list inactive"
    case listOtherCurrency = "list in another currency"
    case listNotYetValid = "list not yet valid"
    case listNoLongerValid = "list no longer valid"
    case priceListItem = "price list item"
    case pricingOfLine = "pricing: line"
    case pricingWithoutList = "pricing: no list"
    case pricingWithoutAmount = "pricing: no price"
    case pricingWithoutUnit = "pricing: no unit"
    case pricingNotInList = "pricing: not in list"
    case pricingOtherCurrency = "pricing: other currency"
    case assignable = "number to assign"
    case stateName = "state name"
    case alike = "look-alike key"
    case firstInput = "first input"
    case takenKey = "taken key"
  }

  /// What stands in a place of a sentence, which writes it in braces.
  public enum Part: String, Sendable, CaseIterable {
    case record, entity, key, package, code, found, expected, field, limit, file, value, count
  }

  private enum Piece {
    case words(String)
    case part(Part)
  }

  private let pieces: [Name: [Piece]]

  /// Phrases of the given sentences.
  public init(_ sentences: [Name: String]) { pieces = sentences.mapValues(FindingPhrases.pieces) }

  /// The sentence with its parts filled in.
  public func text(_ name: Name, _ parts: [Part: String]) -> String {
    var text = ""
    for piece in pieces[name] ?? [] {
      switch piece {
      case .words(let words): text += words
      case .part(let part): text += parts[part] ?? ""
      }
    }
    return text
  }

  /// The parts that the sentence has places for.
  public func parts(of name: Name) -> Set<Part> {
    Set(
      (pieces[name] ?? []).compactMap { piece in
        if case .part(let part) = piece { part } else { nil }
      })
  }

  /// The sentence for why Sales could not price a record, by its code; nil for a code that has only its number.
  static func pricingError(_ code: Int) -> Name? {
    switch code {
    case 1: .pricingOfLine
    case 2: .pricingWithoutList
    case 5: .pricingWithoutAmount
    case 10: .pricingWithoutUnit
    case 11: .pricingNotInList
    case 34: .pricingOtherCurrency
    default: nil
    }
  }

  private static func pieces(_ sentence: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = sentence[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}"),
      let part = Part(rawValue: String(rest[rest.index(after: open)..<close]))
    {
      pieces += [.words(String(rest[..<open])), .part(part)]
      rest = rest[rest.index(after: close)...]
    }
    return pieces + [.words(String(rest))]
  }
}
