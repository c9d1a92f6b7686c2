public import Archives

extension Container {
  /// The files of a folder that are read: those of entities, manifests and schemas, without packages and attachments.
  public var dataFiles: [EntryInfo] {
    get throws {
      try entries.filter { entry in
        let lower = entry.name.lowercased()
        guard SourceFormat.names(lower), !"/\(lower)".contains("/resources/") else { return false }
        return try SourceFormat.namesArchive(lower) || !looksLikeZip(entry)
      }
    }
  }
}
