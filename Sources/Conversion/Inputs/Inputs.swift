package import Mapping
package import Packages

/// The packages of a conversion, by what they are for.
package struct Inputs {
  /// What is converted.
  package var sources: [Package]
  /// Packages of the source side that are only looked into.
  package var sourceReferences: [Package]
  /// What the destination holds already: its side's references, and inputs of that side.
  package var destinations: [Package]
  /// The side that data go to.
  package var destination: Side
  /// All packages given as inputs, in their order.
  package var all: [Package]
  /// The sources with those of their records that templates read, where that is only a share of them.
  package var shares: [Package]?
  /// The numbers that later sources bring for records of earlier ones.
  var updates = NumberUpdates()

  package init(
    sources: [Package], sourceReferences: [Package], destinations: [Package], destination: Side, all: [Package]
  ) {
    self.sources = sources
    self.sourceReferences = sourceReferences
    self.destinations = destinations
    self.destination = destination
    self.all = all
  }

  /// Opens everything and finds the direction.
  package static func open(_ options: ConversionOptions, _ opener: PackageOpener) throws -> Inputs {
    try Inputs(
      options.inputs.flatMap { try opener.open($0) }, references: options.references.flatMap { try opener.open($0) },
      to: options.destination)
  }

  /// The packages that were opened as inputs and references, and the side that data go to, if that was said. Throws
  /// `ConversionError.bothSides` and what reading throws.
  package init(_ inputs: [Package], references: [Package], to wanted: Side?) throws {
    let inputs = try inputs.layingOverReferences()
    let references = try references.layingOverReferences()
    let sides = Set(inputs.map(\.kind.side))
    let destination: Side
    if let wanted {
      destination = wanted
    } else if sides.count == 1, let only = sides.first {
      destination = only.opposite
    } else {
      throw ConversionError.bothSides
    }
    self.init(
      sources: inputs.filter { $0.kind.side != destination },
      sourceReferences: references.filter { $0.kind.side != destination },
      destinations: (inputs + references).filter { $0.kind.side == destination }, destination: destination, all: inputs)
  }

  /// The same with the numbers of later sources laid over the records of earlier ones; to F&O only, which knows records by
  /// them. Throws what reading throws.
  package func layingOverNumbers(_ schemas: SchemaCatalogue) throws -> Inputs {
    guard destination == .finops, sources.count > 1 else { return self }
    var inputs = self
    inputs.updates = try NumberUpdates(in: &inputs.sources, schemas: schemas)
    return inputs
  }

  /// The packages that are only looked into, of either side.
  package var references: [Package] {
    (sourceReferences + destinations).filter { reference in
      !all.contains { $0.path == reference.path && $0.kind == reference.kind }
    }
  }

  /// Data files of inputs and references that nobody understands, each once.
  package var unknownFiles: [UnknownFile] { (all + sourceReferences + destinations).unknownFiles }

  /// The columns, in lower case, that any input has for an entity.
  func columns(of entity: String) -> Set<String> {
    var names: Set<String> = []
    for package in sources {
      for index in package.indices(of: entity) {
        for column in package.entities[index].columns where column.part == .value {
          names.insert(column.name.lowercased())
        }
      }
    }
    return names
  }

  /// The files of an entity in all inputs, in the order in which they are read.
  func files(of entity: String) -> [TaskInput] {
    var files: [TaskInput] = []
    for (origin, package) in (shares ?? sources).enumerated() {
      for index in package.indices(of: entity) {
        files.append(TaskInput(package: package, entity: index, number: files.count, origin: origin))
      }
    }
    return files
  }

  /// Whether any input holds the entity.
  func hold(_ entity: String) -> Bool { sources.contains { $0.index(of: entity) != nil } }
}

extension PackageOpener {
  /// The packages at a path, with the company that was given with it.
  package func open(_ package: PackagePath) throws -> [Package] {
    try open(package.path, named: package.name).map { opened in
      var opened = opened
      opened.company = package.company
      return opened
    }
  }
}

extension SourceColumns {
  /// The places of a file's columns.
  package init(_ columns: [SourceColumn]) {
    self.init(width: columns.count)
    hasUnclearDates = columns.contains { $0.isUnclearDate }
    for (index, column) in columns.enumerated() {
      let name = column.name.lowercased()
      switch column.part {
      case .value: if values[name] == nil { values[name] = index }
      case .lookupTable: tables[name] = index
      case .lookupName: names[name] = index
      case .written: continue
      case .service: break
      }
    }
  }
}
