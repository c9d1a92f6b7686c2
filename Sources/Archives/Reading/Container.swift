internal import Synchronization

/// A zip, a folder or a single file: something that has entries to read.
public final class Container: Sendable {
  /// What it is on disk.
  public enum Kind: Sendable {
    /// A zip archive.
    case zip
    /// A folder with files, also in sub-folders; without links and what begins with a dot.
    case directory
    /// A file that is no archive; it is its own only entry.
    case file
  }

  /// What it is on disk.
  public let kind: Kind
  /// What it is called, as it was given; for an archive in an archive `OUTER.zip!INNER.zip`.
  public let path: String
  /// Its files: in the order of the archive, of a folder in the order of the names' bytes.
  public let entries: [EntryInfo]
  /// Size on disk, of a folder that of all its files.
  public let bytes: UInt64

  /// What counts how far it has been read.
  public var meter: ReadMeter? { terms.watch?.meter }

  /// Threads that may parse one of its XML files at the same time.
  public var parsers: Int { terms.limits.parsers }

  /// What all that is opened under one path shares.
  private struct Terms: Sendable {
    let limits: ReadLimits
    let total: UnpackedTotal
    let watch: InputWatch?
  }

  /// Where it is: the path that the process opens.
  private let place: String
  private let terms: Terms
  /// How entries begin that somebody has looked at: what a file is, is asked more than once, and opening one costs much.
  private let beginnings = Mutex<[Int: Beginning]>([:])
  /// Where the names stand among the entries, once one of them has been asked for.
  private let places = Mutex<[String: Int]?>(nil)
  private let source: ByteSource?
  private let packed: [ZipEntry]
  private let isInner: Bool
  private let tailing: TailingEntry?

  /// Opens what is at the path. A zip is read up to its list of entries, and refused if that list is not to be trusted.
  ///
  /// Errors: `notFound`, `unreadable`, `notRegular`, `notAnArchive`, `truncated`, `readFailed`, `unpacksToTooMuch`, and
  /// everything that an entry can be refused for.
  ///
  /// `name` is what the container is called if not by its path, and a watch notes the files that are opened, also later.
  public static func open(
    _ path: String, named name: String? = nil, limits: ReadLimits = .standard, watch: InputWatch? = nil
  ) throws(ArchiveError) -> Container {
    let terms = Terms(limits: limits, total: UnpackedTotal(limit: limits.unpackedBytes), watch: watch)
    return try open(path, named: name ?? path, terms)
  }

  /// The first entry of this very name, however many there are beside it.
  public func entry(named name: String) -> EntryInfo? {
    places.withLock { places in
      let known =
        places ?? Dictionary(entries.indices.map { (entries[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
      places = known
      return known[name].map { entries[$0] }
    }
  }

  private static func open(_ path: String, named name: String, _ terms: Terms) throws(ArchiveError) -> Container {
    if path == StandardInput.path, let watch = terms.watch {
      let source = try watch.standardInput(limits: terms.limits)
      if let zip = try Container(zip: source, at: UnpackedTotal.Place(file: path), named: name, terms) { return zip }
      return Container(file: source, named: name, terms)
    }
    let kind: FileSystem.Status.Kind
    do throws(SystemError) {
      kind = try FileSystem.status(path, followLinks: true).kind
    } catch {
      throw ByteSource.failure(error, path)
    }
    if kind == .folder {
      return Container(try FolderListing(path, limits: terms.limits), at: path, named: name, terms)
    }
    let source = try ByteSource(path: path)
    try terms.watch?.note(source, followsLinks: true)
    if let zip = try Container(zip: source, at: UnpackedTotal.Place(file: path), named: name, terms) { return zip }
    if path.lowercased().hasSuffix(".zip") { throw .notAnArchive(path: path) }
    return Container(file: source, named: name, terms)
  }

  private init(_ listing: FolderListing, at place: String, named name: String, _ terms: Terms) {
    kind = .directory
    path = name
    self.place = place
    entries = listing.files.enumerated().map { index, file in
      EntryInfo(
        name: file.name, size: file.status.size, packedSize: file.status.size, index: index, stamp: nil)
    }
    bytes = entries.reduce(0) { $0 + $1.size }
    source = nil
    packed = []
    isInner = false
    tailing = nil
    self.terms = terms
  }

  private init(file: ByteSource, named: String, _ terms: Terms) {
    kind = .file
    path = named
    place = file.path
    bytes = file.length
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    entries = [EntryInfo(name: name, size: bytes, packedSize: bytes, index: 0, stamp: nil)]
    source = file
    packed = []
    isInner = false
    tailing = nil
    self.terms = terms
  }

  /// An archive that is being written, of which only one entry is seen. Streams of it wait for the writer, and give an
  /// error if the entry is lost. The sizes of the entry are not known: they are 0.
  public init(following entry: TailingEntry) {
    kind = .zip
    path = entry.path
    place = entry.path
    entries = [EntryInfo(name: entry.name, size: 0, packedSize: 0, index: 0, stamp: nil)]
    bytes = 0
    source = nil
    packed = []
    isInner = false
    tailing = entry
    terms = Terms(
      limits: .ownOutput, total: UnpackedTotal(limit: ReadLimits.ownOutput.unpackedBytes), watch: nil)
  }

  /// What is known of a container that is not there: its path and size, and nothing in it.
  public init(known path: String, bytes: UInt64) {
    kind = .directory
    (self.path, place, self.bytes) = (path, path, bytes)
    (entries, packed) = ([], [])
    (source, tailing) = (nil, nil)
    isInner = false
    terms = Terms(limits: .standard, total: UnpackedTotal(limit: ReadLimits.standard.unpackedBytes), watch: nil)
  }

  /// Nil if it is no zip at all.
  private init?(
    zip: ByteSource, at place: UnpackedTotal.Place, named name: String, _ terms: Terms
  ) throws(ArchiveError) {
    guard let end = try ZipEnd.find(in: zip) else {
      let head = try zip.bytes(at: 0, count: Int(min(4, zip.length)))
      if ZipSignature.begins(head) { throw .truncated(path: zip.path) }
      return nil
    }
    packed = try ZipDirectory(end, in: zip, limits: terms.limits).entries
    try terms.total.add(packed.map(\.size), at: place, path: zip.path)
    entries = packed.enumerated().map { index, entry in
      EntryInfo(
        name: entry.name, size: entry.size, packedSize: entry.packedSize, index: index, stamp: entry.stamp)
    }
    kind = .zip
    tailing = nil
    path = name
    self.place = zip.path
    bytes = zip.length
    source = zip
    isInner = place.entry != nil
    self.terms = terms
  }
}

extension Container {
  /// The entry's bytes from the first on. Every call gives a stream of its own, also to different threads at once.
  /// Errors: `unreadable`, `notAFile`, `sizesDisagree`, `readFailed`.
  public func open(_ entry: EntryInfo) throws(ArchiveError) -> EntryStream {
    precondition(
      entries.indices.contains(entry.index) && entries[entry.index] == entry, "an entry of another container")
    if let tailing { return try EntryStream(entry, following: tailing) }
    guard let source else {
      do throws(ArchiveError) {
        let source = try ByteSource(path: "\(place)/\(entry.name)", followLinks: false)
        try terms.watch?.note(source, followsLinks: false)
        return EntryStream(entry, plain: source, meter: meter)
      } catch .notRegular {
        throw .notAFile(entry: entry.name, path: path)
      }
    }
    guard kind == .zip else { return EntryStream(entry, plain: source, meter: meter) }
    return try EntryStream(entry, packed[entry.index], in: source, limits: terms.limits, meter: meter)
  }

  /// Counts the bytes that were made of an entry so far, where that is more than the entry's own: they count with what is
  /// unpacked. Errors: `unpacksToTooMuch`.
  public func count(made bytes: UInt64, of entry: String) throws(ArchiveError) {
    try terms.total.add([bytes], at: UnpackedTotal.Place(file: path, entry: entry, isMade: true), path: path)
  }

  /// Whether the archive has an entry with what the header says, at its place.
  func holds(_ header: LocalHeader, at position: UInt64) -> Bool {
    packed.contains { entry in
      entry.rawName == header.name && entry.method == header.method && entry.crc == header.crc
        && entry.size == header.size && entry.packedSize == header.packedSize && entry.header == position
        && entry.data == position + UInt64(header.bytes.count)
    }
  }

  /// All bytes of a small entry, such as a manifest. Errors: those of reading, and `entryTooLarge` if it has more than
  /// `limit` bytes.
  public func readAll(_ entry: EntryInfo, limit: Int) throws(ArchiveError) -> [UInt8] {
    let tooLarge = ArchiveError.entryTooLarge(entry: entry.name, path: path, limit: limit)
    guard entry.size <= UInt64(limit) else { throw tooLarge }
    let stream = try open(entry)
    // One byte more than it says it has: the end must be seen, where size and checksum are compared.
    var bytes = [UInt8](repeating: 0, count: Int(entry.size) + 1)
    var done = 0
    while true {
      if done == bytes.count { bytes += [UInt8](repeating: 0, count: min(max(done, 4_096), limit + 1 - done)) }
      let read = try stream.read(into: &bytes, at: done, count: bytes.count - done)
      if read == 0 { break }
      done += read
      guard done <= limit else { throw tooLarge }
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  /// What the first bytes of an entry tell.
  private enum Beginning {
    case zip, markup, other
  }

  private func beginning(_ entry: EntryInfo) throws(ArchiveError) -> Beginning {
    if let known = beginnings.withLock({ $0[entry.index] }) { return known }
    let stream = try open(entry)
    var head = [UInt8](repeating: 0, count: 256)
    var done = 0
    while done < 4 {
      let read = try stream.read(into: &head, at: done, count: head.count - done)
      if read == 0 { break }
      done += read
    }
    // Blanks, marks and the zeros of UTF-16 may stand before a tag.
    let first = head[..<done].first { ![0, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
    let found: Beginning =
      ZipSignature.begins(Array(head[..<done])) ? .zip : first == UInt8(ascii: "<") ? .markup : .other
    beginnings.withLock { $0[entry.index] = found }
    return found
  }

  /// The entry begins as a zip archive does.
  public func looksLikeZip(_ entry: EntryInfo) throws(ArchiveError) -> Bool { try beginning(entry) == .zip }

  /// The entry begins as markup does, whatever its encoding.
  public func beginsWithMarkup(_ entry: EntryInfo) throws(ArchiveError) -> Bool { try beginning(entry) == .markup }

  /// The archive that the entry is. From within a zip it is unpacked to a file without a name where `TMPDIR` points, in a
  /// folder it is opened in place. Errors: `nestedTooDeep` if this container is an inner archive itself, `notAnArchive`,
  /// `writeFailed`, and all of opening and reading. What it unpacks to counts with what this container does.
  public func inner(_ entry: EntryInfo) throws(ArchiveError) -> Container {
    guard !isInner else { throw .nestedTooDeep(entry: entry.name, path: path) }
    if kind != .zip {
      let inner = kind == .file ? "" : "/\(entry.name)"
      return try .open(place + inner, named: path + inner, terms)
    }
    let spool = try ScratchFile()
    let stream = try open(entry)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let read = try stream.read(into: &chunk, at: 0, count: chunk.count)
      if read == 0 { break }
      try spool.write(chunk[..<read])
    }
    let source = spool.source(named: "\(path)!\(entry.name)")
    let inner = UnpackedTotal.Place(file: path, entry: entry.name)
    guard let zip = try Container(zip: source, at: inner, named: source.path, terms) else {
      throw .notAnArchive(path: source.path)
    }
    return zip
  }

  /// The bytes of the container's own file as they are on disk, for a checksum. Errors: `notAFile` for a folder.
  public func wholeFile() throws(ArchiveError) -> EntryStream {
    guard let source else { throw .notAFile(entry: "", path: path) }
    return EntryStream(
      EntryInfo(name: path, size: bytes, packedSize: bytes, index: 0, stamp: nil), plain: source)
  }
}

/// The bytes that a zip archive begins with.
enum ZipSignature {
  /// An entry's header, or the end of an archive without entries.
  static func begins(_ head: [UInt8]) -> Bool {
    head.count >= 4 && (head.uint32(at: 0) == 0x0403_4B50 || head.uint32(at: 0) == 0x0605_4B50)
  }
}
