import Archives
import Records

extension Package {
  /// When the package was made, in seconds since 1970, as it says itself: the `timestamp` of a Configuration Migration
  /// package, the `modifiedTime` of a `model.json`, the newest entry of any other zip, taken as UTC. Nil for loose files, and for a stamp that cannot be read.
  /// It is never the time of a file on the disk.
  public var stamp: Int64? {
    if kind == .salesConfigurationMigration { return versions["timestamp"].flatMap(DateTime.epoch(iso:)) }
    if versions[Package.descriptionMember] == Package.modelDescription {
      return versions["modifiedTime"].flatMap(DateTime.epoch(iso:))
    }
    return container.kind == .zip ? container.entries.compactMap(\.stamp).max() : nil
  }

  /// The member of `versions` that names the description of a Common Data Model folder, and the description that has a time.
  static let (descriptionMember, modelDescription) = ("description", "model.json")
}
