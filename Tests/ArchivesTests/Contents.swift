import Archives

extension ReadLimits {
  /// Every deflated entry goes the way of the large ones.
  static var quick: ReadLimits {
    var limits = standard
    limits.quickInflating = 0
    return limits
  }
}

extension Container {
  /// All entries with their bytes, each read to its end in chunks of the given size.
  func contents(chunk: Int = 1 << 16) throws(ArchiveError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for entry in entries { found[entry.name] = try open(entry).all(chunk: chunk) }
    return found
  }
}

extension EntryStream {
  func all(chunk: Int = 1 << 16) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: chunk + 3)
    while true {
      let read = try read(into: &buffer, at: 3, count: chunk)
      if read == 0 { return bytes }
      bytes += buffer[3..<3 + read]
    }
  }
}
