import Archives

/// A format of files that hold records of entities: what reports and options call it, and how a file of it is read. Each folder
/// of formats declares its own.
public struct EntityFormat: Sendable {
  /// The name in reports and options.
  public let name: String
  /// Whether parsing a file takes longer than reading its records back from where they were put aside.
  public var isSlowToParse = false
  /// Whether people's settings decide how numbers and dates are written.
  var hasCultures = false
  /// Whether files are XML, in which a record may lack a field.
  public var isMarkup = false
  /// Makes a reader of an entity's file, which is an entry of its package; nil if the file has nothing to read.
  let makeReader: MakeReader

  typealias MakeReader = @Sendable (PackageEntity, EntryInfo, Package) throws -> (any EntityFileReader)?

  init(_ name: String, makeReader: @escaping MakeReader) {
    self.name = name
    self.makeReader = makeReader
  }

  /// The format, with facts that are not the usual ones.
  func with(_ change: (inout EntityFormat) -> Void) -> EntityFormat {
    var format = self
    change(&format)
    return format
  }
}

extension EntityFormat: Hashable {
  /// Formats are distinguished by their names.
  public static func == (left: EntityFormat, right: EntityFormat) -> Bool { left.name == right.name }

  /// Formats are distinguished by their names.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
