import Records

/// Puts the members of a manifest's elements in the order in which F&O reads them, and takes out the maps of columns that
/// are left out. Blanks between members stay where they are.
struct ManifestEdit {
  /// What was done to one entity of the manifest, by its place there; nil for the package's own members.
  struct Change: Equatable {
    var entity: Int?
    /// How many elements were put in order.
    var reordered = 0
    /// The columns whose maps were taken out.
    var columns: [String] = []
  }

  private static let contracts: Set<String> = [
    "DataManagementPackageManifest", "DataManagementPackageEntityData", "EntityMap",
  ]

  private let text: [UInt8]
  private let isLeftOut: (_ entity: Int, _ column: String) -> Bool
  private(set) var changes: [Change] = []
  private var entity: Int?
  private var entities = 0

  /// An edit of a manifest's text in UTF-8.
  init(_ text: [UInt8], isLeftOut: @escaping (_ entity: Int, _ column: String) -> Bool) {
    self.text = text
    self.isLeftOut = isLeftOut
  }

  /// The manifest as it should be.
  mutating func run() throws -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    write(try MarkupTree.read(text), to: &output)
    return output
  }

  private mutating func write(_ element: MarkupTree, to output: inout [UInt8]) {
    let outer = entity
    if element.name == "DataManagementPackageEntityData" {
      entity = entities
      entities += 1
    }
    defer { entity = outer }
    let members = ordered(element)
    var place = element.range.lowerBound
    for (slot, member) in zip(element.children, members) {
      let isGone = isMapLeftOut(slot)
      // With what is taken out go the blanks before it, but not the tag that holds it.
      if !isGone || place == element.range.lowerBound { output += text[place..<slot.range.lowerBound] }
      place = slot.range.upperBound
      if !isGone { write(member, to: &output) }
    }
    output += text[place..<element.range.upperBound]
  }

  /// The members in the order of their names, as data contracts are written, if they are not so already.
  private mutating func ordered(_ element: MarkupTree) -> [MarkupTree] {
    let members = element.children
    guard ManifestEdit.contracts.contains(element.name),
      zip(members, members.dropFirst()).contains(where: { ManifestEdit.isBefore($1, $0) })
    else { return members }
    change { $0.reordered += 1 }
    return members.enumerated().sorted {
      ManifestEdit.isBefore($0.element, $1.element)
        || !ManifestEdit.isBefore($1.element, $0.element) && $0.offset < $1.offset
    }.map(\.element)
  }

  /// Contracts sort by the bytes of the names.
  private static func isBefore(_ left: MarkupTree, _ right: MarkupTree) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }

  private mutating func isMapLeftOut(_ member: MarkupTree) -> Bool {
    guard member.name == "EntityMap", let entity, let field = member.child("XMLField") else { return false }
    let column = MarkupText.content(text, field)
    guard isLeftOut(entity, column) else { return false }
    change { $0.columns.append(column) }
    return true
  }

  private mutating func change(_ body: (inout Change) -> Void) {
    let entity = entity
    let place = changes.firstIndex { $0.entity == entity } ?? changes.count
    if place == changes.count { changes.append(Change(entity: entity)) }
    body(&changes[place])
  }
}

/// The text of elements that hold nothing else.
enum MarkupText {
  /// What stands between an element's tags. Names of columns hold nothing that must be escaped.
  static func content(_ text: [UInt8], _ element: MarkupTree) -> String {
    let whole = text[element.range]
    guard let open = whole.firstIndex(of: UInt8(ascii: ">")), let close = whole.lastIndex(of: UInt8(ascii: "<")),
      open < close
    else { return "" }
    return String(decoding: whole[(open + 1)..<close], as: UTF8.self)
  }
}
