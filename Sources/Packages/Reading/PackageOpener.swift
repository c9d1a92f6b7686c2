public import Archives
public import Mapping
public import Records

/// Finds out what a path holds. The kind comes from the content; names are only hints.
public struct PackageOpener: Sendable {
  let sniffer: EntitySniffer
  private let limits: ReadLimits
  private let watch: InputWatch?
  /// Whether a folder or archive of data files that nobody understands is opened all the same, as a package without entities.
  public var opensUnknownFiles = false
  private let culture: SourceCulture?

  /// An opener that knows the given entities. `limits` are those of each path that is opened; `watch` notes the files; numbers
  /// and dates of loose files are in the notation of `culture`, if there is one.
  public init(
    schemas: SchemaCatalogue, inferred: InferredLayout = InferredLayout(), limits: ReadLimits = .standard,
    watch: InputWatch? = nil, culture: SourceCulture? = nil
  ) {
    self.culture = culture
    self.watch = watch
    self.limits = limits
    sniffer = EntitySniffer(schemas: schemas, inferred: inferred)
  }

  /// The packages at a path: one, or those that a zip of packages holds. Throws `PackageError`, `InferenceError`.
  public func open(_ path: String) throws -> [Package] { try open(path, named: path) }

  /// The same with the name that reports call the path by.
  public func open(_ path: String, named name: String) throws -> [Package] {
    let container: Container
    do {
      container = try Container.package(at: path, named: name, limits: limits, watch: watch)
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
    return try packages(in: container).map { withMeanings(try withAllColumns($0).withFilesInNaturalOrder) }
  }

  /// The package with the columns that only reading it whole says, where its beginnings turned out not to.
  private func withAllColumns(_ package: Package) throws -> Package {
    guard !sniffer.inferred.knowsColumns(package: package.path) else { return package }
    var package = package
    var scan = try PackageScan(
      package, entities: Set(package.entities.indices), asWritten: [.dates, .pieces])
    while try scan.next() != nil {}
    for index in package.entities.indices { package.entities[index].columns = scan.columns(of: index) }
    return package
  }

  /// The package with columns of their own for what values mean that loose files have in another notation.
  private func withMeanings(_ package: Package) -> Package {
    guard package.kind == .finopsFiles || package.kind == .salesFiles else { return package }
    var package = package
    for index in package.entities.indices where package.entities[index].format.hasCultures {
      CultureColumns.divide(&package.entities[index], culture)
    }
    return package
  }

  private func packages(in container: Container) throws -> [Package] {
    do {
      if case .package(let kind, let root) = try ContainerContent(container), let format = PackageFormat.of(kind) {
        var versions: [String: String] = [:]
        if let packages = try format.open(container, root, sniffer, &versions) { return packages }
        return try loose(container, versions: versions)
      }
      let archives = try container.innerArchives
      if archives.isEmpty { return try loose(container) }
      var packages = try archives.flatMap { try self.packages(in: try container.inner($0)) }
      if container.entries.contains(where: { SourceFormat.names($0.name) && !archives.contains($0) }) {
        let files = try looseFiles(container)
        packages += files.packages
        packages[0].unknownFiles += files.unknown
      }
      return packages
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
  }

  /// An entry as a package of its own: an entity file, recognised by its bytes. Without a name the entity is found from
  /// columns and name. Throws `PackageError`, `InferenceError`.
  public func entityFile(_ entry: EntryInfo, of container: Container, entity name: String?) throws -> Package {
    do {
      let schema = try name.flatMap(sniffer.schemas.schema(named:))
      let entity = try sniffer.file(entry, of: container, schema: schema).entity
      return Package(
        path: container.path, kind: entity.schema?.side == .sales ? .salesFiles : .finopsFiles, container: container,
        entities: [entity], versions: [:], notes: [])
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
  }

  /// An entry that holds records as a package of its own: an entity file, or the data of a package with what that says of
  /// them. Throws `PackageError`, `InferenceError`.
  public func recordFile(_ entry: EntryInfo, of container: Container) throws -> Package {
    do {
      if case .package(let kind, let root) = try ContainerContent(container), let format = PackageFormat.of(kind),
        try format.openFile(entry, container, sniffer) != nil
      {
        var versions: [String: String] = [:]
        if let package = try format.open(container, root, sniffer, &versions)?.first { return package }
      }
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
    return try entityFile(entry, of: container, entity: nil)
  }
}
