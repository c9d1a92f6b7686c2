public import Archives
public import Records

/// Where a package goes that is written as a Common Data Model folder, and what its descriptions say.
public struct DescribedPackageOutput {
  /// What the folder is called: the template's name.
  public var name: String
  /// The address below which packages will be unpacked, for `model.json`; nil for none.
  public var location: String?
  /// The time that `model.json` bears.
  public var time: DateTime
  /// Makes a spool for what is deflated aside.
  public var makeSpool: () throws -> DeflatedSpool
  /// Opens the file of the package.
  public var makeZip: () throws -> ZipWriter
  /// The package's path below the folder of packages without its ending, once its file is open.
  public var path: () -> String

  /// An output of a package.
  public init(
    name: String, location: String?, time: DateTime, makeSpool: @escaping () throws -> DeflatedSpool,
    makeZip: @escaping () throws -> ZipWriter, path: @escaping () -> String
  ) {
    self.name = name
    self.location = location
    self.time = time
    self.makeSpool = makeSpool
    self.makeZip = makeZip
    self.path = path
  }
}
