import Archives
import Foundation
import Mapping
import Packages
import TestSupport
import Testing

@testable import Conversion
@testable import ProspectToCash

/// A package of quotes and lines, what it is meant to hold, and altered copies of it.
private struct QuotesPackage {
  let trade: Trade
  let tallies: [EntityTally]
  static let name = "030-quotes.zip"
  static let header = "SalesQuotationHeaderCDSEntity"
  static let line = "SalesQuotationLineCDSEntity"

  init() throws {
    trade = try Trade()
    try trade.writeSales(quotes: [3, 2])
    try trade.convert("sales", to: "out", templates: ["quotes"])
    var tallies = [
      EntityTally(QuotesPackage.header, key: .columns(["salesquotationnumber"])),
      EntityTally(
        QuotesPackage.line, key: .columns(["salesquotationnumber", "linecreationsequencenumber"]),
        amountColumns: ["salesprice"]),
    ]
    let file = WrittenPackages.File(
      path: QuotesPackage.name, place: trade.folder.path("out/packages/\(QuotesPackage.name)"), records: 7)
    #expect(try ReadBack.read(file, PackageOpener(schemas: .builtIn()), &tallies) == 7)
    self.tallies = tallies
  }

  /// What the comparison says of a copy in which `change` has altered the texts of the entity files, and which is read
  /// while or after it is written.
  func difference(
    records: Int = 7, isTailed: Bool, _ change: (_ file: String, _ text: String) -> String
  ) throws -> ReadBackDifference? {
    let tailing = isTailed ? try followedPackages() : nil
    let path = try copy(change) { tailing?.follow($0) }
    return try difference(at: path, records: records, tailing: tailing)
  }

  /// What reads a copy while it is written.
  func followedPackages() throws -> TailingPackages {
    let tailing = TailingPackages(schemas: try .builtIn())
    for tally in tallies { tailing.expect(tally) }
    return tailing
  }

  /// Writes a copy in which `change` has altered the texts of the entity files; its path.
  func copy(
    _ change: (_ file: String, _ text: String) -> String = { $1 }, onEntry: @escaping (TailingEntry) -> Void
  ) throws -> String {
    let package = try Container.open(trade.folder.path("out/packages/\(QuotesPackage.name)"))
    let path = trade.folder.path("altered-\(UUID().uuidString).zip")
    let file = try OutputFile(path)
    let zip = ZipWriter(file: file, level: 1, time: 0, pool: DeflatePool(jobs: 1)) { entry in
      if entry.name.hasSuffix(".csv") { onEntry(entry) }
    }
    for entry in package.entries {
      let bytes = try package.readAll(entry, limit: 1 << 20)
      try zip.begin(entry.name)
      if entry.name.hasSuffix(".csv") {
        let units = Array(change(entry.name, OutputTree.text(bytes)).utf16)
        try zip.write([0xFF, 0xFE] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
      } else {
        try zip.write(bytes)
      }
      try zip.end()
    }
    try zip.finish()
    try file.close(sync: false)
    return path
  }

  func difference(at path: String, records: Int = 7, tailing: TailingPackages? = nil) throws -> ReadBackDifference? {
    let file = WrittenPackages.File(path: QuotesPackage.name, place: path, records: records)
    do {
      var packages = WrittenPackages(files: [file], tallies: tallies)
      packages.tailing = tailing
      try ReadBack.compare(packages, PackageOpener(schemas: .builtIn()))
    } catch ConversionError.notAsWritten(QuotesPackage.name, let difference) {
      return difference
    }
    return nil
  }
}

extension TailingPackages {
  /// Follows a file of quotes or of their lines.
  fileprivate func follow(_ entry: TailingEntry) {
    follow(entry, entity: entry.name.contains("line") ? QuotesPackage.line : QuotesPackage.header)
  }
}

@Suite("Reading back")
struct ReadBackTests {
  @Test("A package that is what was meant passes", arguments: [false, true])
  func unchanged(isTailed: Bool) throws {
    #expect(try QuotesPackage().difference(isTailed: isTailed) { $1 } == nil)
    #expect(try QuotesPackage().tallies.map(\.records) == [2, 5])
  }

  @Test("A lost record shows", arguments: [false, true])
  func lost(isTailed: Bool) throws {
    let found = try QuotesPackage().difference(isTailed: isTailed) { file, text in
      file.contains("line") ? text.split(separator: "\r\n").dropLast().map { $0 + "\r\n" }.joined() : text
    }
    #expect(found == .records(found: 6, meant: 7))
  }

  @Test("A record that stands for another one shows, though the count agrees", arguments: [false, true])
  func doubled(isTailed: Bool) throws {
    let found = try QuotesPackage().difference(isTailed: isTailed) { file, text in
      guard file.contains("line") else { return text }
      var lines = text.split(separator: "\r\n")
      lines[2] = lines[1]
      return lines.map { $0 + "\r\n" }.joined()
    }
    #expect(found == .keys(entity: QuotesPackage.line))
  }

  @Test("Keys that change places between columns show", arguments: [false, true])
  func swapped(isTailed: Bool) throws {
    let found = try QuotesPackage().difference(isTailed: isTailed) { file, text in
      file.contains("line") ? text : text.replacing("Q-0", with: "Q-2")
    }
    #expect(found == .keys(entity: QuotesPackage.header))
  }

  @Test("An amount that reads otherwise shows, be it by a thousandth", arguments: [false, true])
  func amount(isTailed: Bool) throws {
    let found = try QuotesPackage().difference(isTailed: isTailed) { file, text in
      file.contains("line") ? text.replacing("9.99", with: "9.991", maxReplacements: 1) : text
    }
    #expect(found == .amounts(entity: QuotesPackage.line, column: "salesprice"))
  }

  @Test("A record that splits into other fields shows", arguments: [false, true])
  func shifted(isTailed: Bool) throws {
    let found = try QuotesPackage().difference(isTailed: isTailed) { file, text in
      file.contains("line") ? text.replacing("9.99", with: "9,99", maxReplacements: 1) : text
    }
    #expect(found == .unreadable)
  }

  @Test("An entity that the manifest does not name any more shows")
  func renamed() throws {
    let package = try QuotesPackage()
    for isTailed in [false, true] {
      let found = try package.difference(records: 8, isTailed: isTailed) { $1 }
      #expect(found == .records(found: 7, meant: 8))
    }
    let tallies = [EntityTally(QuotesPackage.header, key: .columns([]))]
    let place = package.trade.folder.path("out/packages/\(QuotesPackage.name)")
    let packages = WrittenPackages(files: [.init(path: "p", place: place, records: 7)], tallies: tallies)
    #expect(throws: ConversionError.notAsWritten(package: "p", .unreadable)) {
      try ReadBack.compare(packages, PackageOpener(schemas: .builtIn()))
    }
  }

  @Test("Any damage to the archive's bytes shows", arguments: 1..<8)
  func damaged(_ part: Int) throws {
    let package = try QuotesPackage()
    let place = URL(filePath: package.trade.folder.path("out/packages/\(QuotesPackage.name)"))
    var bytes = [UInt8](try Data(contentsOf: place))
    // Within the first entity's packed bytes, which begin behind its header.
    bytes[64 + part * 16] ^= UInt8(1 << part)
    let path = package.trade.folder.path("damaged.zip")
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try package.difference(at: path) == .unreadable)
  }

  @Test("Damage between writing and reading shows", arguments: 1..<8)
  func damagedMeanwhile(_ part: Int) throws {
    let package = try QuotesPackage()
    var entries: [TailingEntry] = []
    let path = try package.copy { entries.append($0) }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    bytes[64 + part * 16] ^= UInt8(1 << part)
    try Data(bytes).write(to: URL(filePath: path))
    let tailing = try package.followedPackages()
    for entry in entries { tailing.follow(entry) }
    #expect(try package.difference(at: path, tailing: tailing) == .unreadable)
  }

  @Test("What was read while it was written is not read again, and is the finished package")
  func tailing() throws {
    let package = try QuotesPackage()
    let tailing = try package.followedPackages()
    let path = try package.copy { tailing.follow($0) }
    let found = try #require(try tailing.finish()[path])
    let opened = try PackageOpener(schemas: .builtIn()).open(path)[0]
    let reading = try #require(try found.reading(of: opened))
    #expect(reading.records == 7)
    #expect(reading.tallies.sorted { $0.entity < $1.entity } == package.tallies.sorted { $0.entity < $1.entity })
    // Another package is not the one that was read, though it holds the same records.
    let other = try PackageOpener(schemas: .builtIn()).open(try package.copy({ $1 + "\r\n" }) { _ in })[0]
    #expect(throws: UnreadablePackage.self) { try found.reading(of: other) }
  }

  @Test("A package of which only a part could be tailing is read as a whole")
  func partlyFollowed() throws {
    let package = try QuotesPackage()
    let tailing = try package.followedPackages()
    let path = try package.copy { if $0.name.contains("line") { tailing.follow($0) } }
    #expect(try package.difference(at: path, tailing: tailing) == nil)
  }

  @Test("A writer that gives up leaves nobody waiting")
  func givenUp() throws {
    let package = try QuotesPackage()
    let tailing = try package.followedPackages()
    do {
      let file = try OutputFile(package.trade.folder.path("given-up.zip"))
      let pool = DeflatePool(jobs: 1)
      let zip = ZipWriter(file: file, level: 1, time: 0, pool: pool) { tailing.follow($0) }
      try zip.begin("lines.csv")
      try zip.write(Array("a,b".utf8))
    }
    let found = try #require(try tailing.finish()[package.trade.folder.path("given-up.zip")])
    let path = try package.copy { _ in }
    #expect(try found.reading(of: PackageOpener(schemas: .builtIn()).open(path)[0]) == nil)
  }

  @Test(
    "A run's packages for F&O are tailing, whatever their format; those of a split one are not",
    arguments: FinopsFileFormat.all.filter { !["xlsx", "cdm"].contains($0.name) }, [nil, 4])
  func formats(format: FinopsFileFormat, most: Int?) throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [3, 2])
    try expectFollowed(trade, "sales", ["quotes"]) {
      $0.fileFormat = format
      $0.maxRecords = most
    }
  }

  @Test("A workbook is read back when its package is whole")
  func workbook() throws {
    let trade = try Trade()
    try trade.writeSales(quotes: [3, 2])
    let output = try trade.convert("sales", to: "out", templates: ["quotes"]) { $0.fileFormat = .workbook }
    var tallies = try QuotesPackage().tallies
    for index in tallies.indices {
      tallies[index] = EntityTally(
        tallies[index].entity, key: tallies[index].key, amountColumns: tallies[index].amountColumns)
    }
    let place = trade.folder.path("out/packages/\(output.packages[0])")
    let file = WrittenPackages.File(path: QuotesPackage.name, place: place, records: 7)
    #expect(try ReadBack.read(file, PackageOpener(schemas: .builtIn()), &tallies) == 7)
    #expect(try tallies == QuotesPackage().tallies, "keys and amounts are those of a package of CSV files")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: place)))
    bytes[900] ^= 1
    try Data(bytes).write(to: URL(filePath: place))
    #expect(throws: ConversionError.notAsWritten(package: QuotesPackage.name, .unreadable)) {
      try ReadBack.compare(
        WrittenPackages(files: [file], tallies: tallies), PackageOpener(schemas: .builtIn(), limits: .ownOutput))
    }
  }

  @Test("A run's packages for Sales are tailing, those for the import wizard too", arguments: [false, true])
  func formats(writesCSV: Bool) throws {
    let trade = try Trade()
    try trade.writeFinops(orders: [2, 1, 3])
    try expectFollowed(trade, "finops", ["products", "orders-to-sales"]) {
      $0.references = [PackagePath(trade.folder.path("known"))]
      $0.salesFormat = writesCSV ? .importWizard : .configurationMigration
    }
  }

  /// Converts, and sees that all records of all packages were read while they were written, unless the run is split.
  private func expectFollowed(
    _ trade: Trade, _ input: String, _ templates: [String], change: (inout ConversionOptions) -> Void
  ) throws {
    var isSplit = false
    let job = try ConversionJob(packages: [trade.folder.path(input)], output: trade.folder.path("out"), project: nil) {
      $0.templates = templates
      change(&$0)
      isSplit = $0.maxRecords != nil
    }
    let reports = try job.run(progress: .silent).templates
    #expect(reports.map(\.name) == templates)
    for template in reports {
      #expect(!template.packages.isEmpty && (template.tailing == nil) == isSplit)
      let found = try template.tailing?.finish() ?? [:]
      #expect(found.count == (isSplit ? 0 : template.packages.count))
      for package in template.packages where !isSplit {
        let one = try #require(found.first { $0.key.hasSuffix(package.path) }).value
        let opened = try PackageOpener(schemas: .builtIn()).open(trade.folder.path("out/\(package.path)"))[0]
        #expect(try one.reading(of: opened)?.records == package.records)
      }
    }
  }

  @Test("A package that cannot be read is no difference but a failed read")
  func gone() throws {
    let package = try QuotesPackage()
    #expect(throws: PackageError.self) { try package.difference(at: package.trade.folder.path("nowhere.zip")) }
  }
}

@Suite("Hashes of keys")
struct KeyHashTests {
  @Test("Parts do not run into each other, and empty ones count")
  func parts() {
    func hash(_ parts: String...) -> UInt64 {
      var hash = KeyHash()
      for part in parts {
        let bytes = Array(part.utf8)
        if bytes.isEmpty { hash.end() } else { hash.append(bytes.span) }
      }
      return hash.value
    }
    let all = [hash("ab", "c"), hash("a", "bc"), hash("abc"), hash("abc", ""), hash("", "abc"), hash("b", "a")]
    #expect(Set(all).count == all.count)
    #expect(hash("ab", "c") == hash("ab", "c"))
  }
}
