import Archives
import Findings
import Mapping
import Packages
import Records

/// What the serializer of F&O asks of a file before it reads any member: the root's name and namespace, and an encoding
/// that the declaration does not contradict.
struct ContractRoot {
  private static let namespace = "http://schemas.microsoft.com/dynamics/2015/01/DataManagement"

  private let judge: Judge
  private let place: FindingPlace
  private let container: Container
  private let entry: EntryInfo

  init(_ judge: Judge, _ place: FindingPlace, _ container: Container, _ entry: EntryInfo) {
    self.judge = judge
    self.place = place.file(entry.name)
    self.container = container
    self.entry = entry
  }

  /// Tells what stops the import; false if a contradiction makes the file unreadable.
  @discardableResult
  func check(element: String) throws -> Bool {
    let bytes = try FileHead.bytes(entry, of: container, limit: 16 << 10)
    let encoding = TextEncoding.detect(bytes.span).encoding
    let text = try FileHead.text(entry, of: container, limit: 16 << 10)
    if let declared = ContractRoot.attribute("encoding", of: ContractRoot.tag(text, from: "<?xml") ?? "") {
      let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
      if declared.lowercased().hasPrefix("utf-16") != isWide {
        try judge.tell(.manifestUnreadable, .error, place, detail: .name("encoding=\"\(declared)\""))
        return false
      }
    }
    guard let tag = ContractRoot.root(text) else { return true }
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }
    let parts = name.split(separator: ":")
    let declaration = parts.count == 2 ? "xmlns:\(parts[0])" : "xmlns"
    if parts.last.map(String.init) != element {
      try judge.tell(.manifestUnreadable, .error, place, detail: .name(String(name)))
    } else if ContractRoot.attribute(declaration, of: tag) != ContractRoot.namespace {
      try judge.tell(.manifestUnreadable, .error, place, detail: .name(declaration))
    }
    return true
  }

  /// The root's tag without its brackets.
  static func root(_ text: String) -> String? {
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let first = rest.first, let close = rest.firstIndex(of: ">") else { return nil }
      if first != "?", first != "!" { return String(rest[..<close]) }
      rest = rest[close...]
    }
    return nil
  }

  static func tag(_ text: String, from start: String) -> String? {
    guard text.hasPrefix(start), let close = text.firstIndex(of: ">") else { return nil }
    return String(text[..<close])
  }

  static func attribute(_ name: String, of tag: String) -> String? {
    for quote in ["\"", "'"] {
      guard let start = tag.firstRange(of: " \(name)=\(quote)") else { continue }
      let rest = tag[start.upperBound...]
      return rest.firstIndex(of: Character(quote)).map { String(rest[..<$0]) }
    }
    return nil
  }
}
