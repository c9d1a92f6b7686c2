import Records

/// What the description of a folder says: `model.json`, or manifests with what they name.
struct Description {
  /// The culture of the values; empty if it says none.
  var culture = ""
  /// When the folder was exported, as it says it.
  var modifiedTime: String?
  var entities: [DescribedEntity] = []
  /// The document that says so.
  var document: String
}

/// An entity as a description says it.
struct DescribedEntity {
  var name: String
  /// The document that says so.
  var document: String
  /// Whether its data are in another model.
  var isElsewhere = false
  /// Whether the first copy of its data is not complete.
  var isIncomplete = false
  /// Whether partitions come besides that add to others or remove from them.
  var isIncremental = false
  /// Its attributes, where the description itself has them.
  var attributes: [DescribedAttribute] = []
  /// The path of its definition, where that has them.
  var definition: String?
  var partitions: [DescribedPartition] = []
  var patterns: [DescribedPattern] = []
  /// Whether files below folders of its name are its partitions, if none is listed.
  var hasFolders = false
}

/// An attribute of an entity.
struct DescribedAttribute: Equatable {
  var name: String
  /// What the description calls the type; empty if it does not.
  var type = ""
  /// What it is called at its source.
  var sourceName: String?
  /// The symbols of an enumeration, by their numbers as they are written.
  var symbols: [String: String] = [:]
}

/// A partition that is listed.
struct DescribedPartition {
  /// The location as it is written, and what it means.
  var text: String
  var location: DescribedLocation
  var settings = PartitionSettings()
  /// The path of a definition of its own.
  var definition: String?
}

/// A pattern by which partitions are found.
struct DescribedPattern {
  /// The folder below which files are looked for.
  var root = DescribedLocation.path("")
  var glob: String?
  var expression: String?
  var settings = PartitionSettings()
}
