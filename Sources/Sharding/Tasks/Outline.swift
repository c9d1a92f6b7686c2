import Conversion
import Mapping
import Packages
import Records

/// Where a split has put the records of an entity.
struct KeptRecords: OptionSet {
  let rawValue: UInt8

  /// In a file for lookups, which all tasks may read.
  static let lookup = KeptRecords(rawValue: 1)
  /// Not in the files of the parts; in a file of their own if not in that for lookups.
  static let unplaced = KeptRecords(rawValue: 2)
  /// In the files of the parts.
  static let parts = KeptRecords(rawValue: 4)

  /// Whether the records find their part when all inputs were read.
  var isUnplaced: Bool { contains(.unplaced) }

  /// The name of the file that has all records of an entity of a package; nil if they are in those of the parts.
  func file(_ package: Int, _ entity: Int) -> String? {
    if contains(.lookup) { return "\(WorkFiles.lookup)-\(package)-\(entity)" }
    return contains(.unplaced) ? "\(WorkFiles.records)-\(package)-\(entity)" : nil
  }
}

/// What a split has found out about the packages of an input.
struct Outline {
  /// One package.
  struct Opened {
    var package: Package
    /// By entity.
    var records: [Int] = []
    /// Where the records are, by entity.
    var kept: [KeptRecords] = []
    /// What was counted of the columns that no template reads, by entity; nil for those that nobody reads.
    var unmapped: [UnmappedColumns.Counter?] = []
    /// The digest of its container.
    var digest = FileDigest(sha256: "", bytes: 0)
  }

  var packages: [Opened] = []
  /// The companies that records name, and the one of records that name none, if there are such.
  var companies: Set<CompanyID> = []
  /// Whether a record names something that is no company.
  var hasInvalidCompany = false

  init() {}

  var bytes: [UInt8] {
    var packed = PackedWriter()
    packed.add(packages) { writer, opened in
      writer.add(opened.package)
      writer.add(opened.records) { $0.add($1) }
      writer.add(opened.kept) { $0.add(Int($1.rawValue)) }
      writer.add(opened.unmapped) { writer, counter in
        writer.add(counter != nil)
        guard let counter else { return }
        writer.add(counter.columns) { $0.add($1) }
        writer.add(counter.filled) { $0.add($1) }
        writer.add(counter.records)
      }
      writer.add(opened.digest.sha256)
      writer.add(Int(clamping: opened.digest.bytes))
    }
    packed.add(companies.sorted().map(\.description)) { $0.add($1) }
    packed.add(hasInvalidCompany)
    return packed.take()
  }

  /// Reads an outline. Throws `PackedError`, `ProjectError`.
  init(_ bytes: [UInt8], _ schemas: SchemaCatalogue, _ culture: SourceCulture?) throws {
    var reader = PackedReader(bytes)
    packages = try reader.list { reader in
      var opened = Opened(package: try reader.package(schemas, culture))
      let entities = opened.package.entities
      opened.records = try reader.list { try $0.int(in: 0...Int(UInt32.max)) }
      opened.kept = try reader.list { KeptRecords(rawValue: UInt8(try $0.int(in: 0...7))) }
      opened.unmapped = try reader.list { reader -> UnmappedColumns.Counter? in
        guard try reader.bool() else { return nil }
        return UnmappedColumns.Counter(
          columns: try reader.list { try $0.int(in: 0...Int(UInt32.max)) }, filled: try reader.list { try $0.int() },
          records: try reader.int())
      }
      guard [opened.records.count, opened.kept.count, opened.unmapped.count].allSatisfy({ $0 == entities.count }) else {
        throw PackedError()
      }
      for (entity, counter) in opened.unmapped.enumerated() {
        guard let counter else { continue }
        guard counter.columns.count == counter.filled.count,
          counter.columns.allSatisfy({ $0 < entities[entity].columns.count })
        else { throw PackedError() }
      }
      opened.digest = FileDigest(sha256: try reader.string(), bytes: UInt64(try reader.int(in: 0...Int.max)))
      return opened
    }
    companies = Set(try reader.list { try $0.string() }.compactMap { CompanyID($0) })
    hasInvalidCompany = try reader.bool()
    guard reader.isAtEnd else { throw PackedError() }
  }
}
