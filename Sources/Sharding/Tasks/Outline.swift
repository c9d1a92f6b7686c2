import Conversion
import Mapping
import Packages
import Records

/// What a split has found out about the packages of an input.
struct Outline {
  /// One package.
  struct Opened {
    var package: Package
    /// By entity.
    var records: [Int] = []
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
      opened.unmapped = try reader.list { reader -> UnmappedColumns.Counter? in
        guard try reader.bool() else { return nil }
        return UnmappedColumns.Counter(
          columns: try reader.list { try $0.int(in: 0...Int(UInt32.max)) }, filled: try reader.list { try $0.int() },
          records: try reader.int())
      }
      guard opened.records.count == entities.count, opened.unmapped.count == entities.count else { throw PackedError() }
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
