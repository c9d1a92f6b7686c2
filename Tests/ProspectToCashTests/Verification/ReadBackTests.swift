import Archives
import Foundation
import Mapping
import Packages
import Testing

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

  /// What the comparison says of a copy in which `change` has altered the texts of the entity files.
  func difference(records: Int = 7, _ change: (_ file: String, _ text: String) -> String) throws -> ReadBackDifference?
  {
    let package = try Container.open(trade.folder.path("out/packages/\(QuotesPackage.name)"))
    let path = trade.folder.path("altered-\(UUID().uuidString).zip")
    let file = try OutputFile(path)
    let zip = ZipWriter(file: file, level: 1, time: 0, jobs: 1)
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
    return try difference(at: path, records: records)
  }

  func difference(at path: String, records: Int = 7) throws -> ReadBackDifference? {
    let file = WrittenPackages.File(path: QuotesPackage.name, place: path, records: records)
    do {
      try ReadBack.compare(
        WrittenPackages(files: [file], tallies: tallies), PackageOpener(schemas: .builtIn()))
    } catch ConversionError.notAsWritten(QuotesPackage.name, let difference) {
      return difference
    }
    return nil
  }
}

@Suite("Reading back")
struct ReadBackTests {
  @Test("A package that is what was meant passes")
  func unchanged() throws {
    #expect(try QuotesPackage().difference { $1 } == nil)
    #expect(try QuotesPackage().tallies.map(\.records) == [2, 5])
  }

  @Test("A lost record shows")
  func lost() throws {
    let found = try QuotesPackage().difference { file, text in
      file.contains("line") ? text.split(separator: "\r\n").dropLast().map { $0 + "\r\n" }.joined() : text
    }
    #expect(found == .records(found: 6, meant: 7))
  }

  @Test("A record that stands for another one shows, though the count agrees")
  func doubled() throws {
    let found = try QuotesPackage().difference { file, text in
      guard file.contains("line") else { return text }
      var lines = text.split(separator: "\r\n")
      lines[2] = lines[1]
      return lines.map { $0 + "\r\n" }.joined()
    }
    #expect(found == .keys(entity: QuotesPackage.line))
  }

  @Test("Keys that change places between columns show")
  func swapped() throws {
    let found = try QuotesPackage().difference { file, text in
      file.contains("line") ? text : text.replacing("Q-0", with: "Q-2")
    }
    #expect(found == .keys(entity: QuotesPackage.header))
  }

  @Test("An amount that reads otherwise shows, be it by a thousandth")
  func amount() throws {
    let found = try QuotesPackage().difference { file, text in
      file.contains("line") ? text.replacing("9.99", with: "9.991", maxReplacements: 1) : text
    }
    #expect(found == .amounts(entity: QuotesPackage.line, column: "salesprice"))
  }

  @Test("A record that splits into other fields shows")
  func shifted() throws {
    let found = try QuotesPackage().difference { file, text in
      file.contains("line") ? text.replacing("9.99", with: "9,99", maxReplacements: 1) : text
    }
    #expect(found == .unreadable)
  }

  @Test("An entity that the manifest does not name any more shows")
  func renamed() throws {
    let package = try QuotesPackage()
    #expect(try package.difference(records: 8) { $1 } == .records(found: 7, meant: 8))
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
