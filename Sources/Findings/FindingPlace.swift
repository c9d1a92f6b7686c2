/// Where something was found: a package, a file in it, a record there. What is not known, or not meant, is empty.
public struct FindingPlace: Sendable, Equatable {
  /// The package's path, as given.
  public var package = ""
  /// The file in the package.
  public var file = ""
  /// The source entity.
  public var entity = EntityName.none
  /// The record; nil for a finding about a file or a package.
  public var record: RecordNumber?
  /// The line in the file, from 1; 0 if it has none.
  public var line = 0
  /// The record's natural key, its parts joined with `|`.
  public var key = ""
  /// The company of the record; empty if it is unknown.
  public var company = ""

  /// A file of a package, or the package if no file is given.
  public init(package: String = "", file: String = "", entity: EntityName = .none, line: Int = 0) {
    self.package = package
    self.file = file
    self.entity = entity
    self.line = line
  }

  /// The same with a file.
  public func file(_ name: String) -> FindingPlace {
    var place = self
    place.file = name
    return place
  }

  /// The same with an entity.
  public func entity(_ name: String) -> FindingPlace {
    var place = self
    place.entity = EntityName(name)
    return place
  }
}
