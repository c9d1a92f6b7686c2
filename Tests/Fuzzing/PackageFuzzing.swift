import Archives
import Foundation
import Mapping
import Packages
import Records

/// Files and packages as a command opens them: recognised, then read to their end.
enum PackageFuzzing {
  /// In memory, since each input is a file or two.
  private static let folder = "/dev/shm/p2c-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
  private static let opener: PackageOpener = {
    guard let schemas = try? SchemaCatalogue.builtIn() else {
      preconditionFailure("the tool's own schemas are missing")
    }
    return PackageOpener(schemas: schemas)
  }()

  /// A manifest of a package of one small file.
  static func manifest(_ bytes: [UInt8]) {
    read(["Manifest.xml": bytes, "Customers V2.csv": Array("CUSTOMERACCOUNT,ORGANIZATIONNAME\nA-1,Alpine\n".utf8)])
  }

  /// A file of one entity, or of records within records.
  static func entityFile(_ bytes: [UInt8]) { read(["Sales orders.xml": bytes], opening: "Sales orders.xml") }

  /// `data.xml` and, behind a zero byte, its schema.
  static func migration(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    var files = ["data.xml": parts.first ?? []]
    if parts.count > 1 { files["data_schema.xml"] = parts[1] }
    read(files)
  }

  /// A folder of a data lake: `model.json`, a manifest, a definition, a partition and metadata of option sets, one behind the
  /// other with zero bytes between. What is empty is not there.
  static func lake(_ bytes: [UInt8]) {
    let names = [
      "model.json", "default.manifest.cdm.json", "account.cdm.json", "account/1.csv", "GlobalOptionsetMetadata.csv",
    ]
    let parts = bytes.split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false).map(Array.init)
    var files: [String: [UInt8]] = [:]
    for (name, part) in Swift.zip(names, parts) where !part.isEmpty { files[name] = part }
    files["2026-04-14T20.21.50Z/account/2.csv"] = files["account/1.csv"]
    files["OptionsetMetadata/GlobalOptionsetMetadata.csv"] = files.removeValue(forKey: names[4])
    read(files)
  }

  /// An archive as it is; then once more, with its entries inflated as only large ones are.
  static func zip(_ bytes: [UInt8]) {
    read(["package.zip": bytes], opening: "package.zip")
    var limits = ReadLimits.standard
    limits.quickInflating = 0
    guard let container = try? Container.open("\(folder)/package.zip", limits: limits) else { return }
    for entry in container.entries { _ = try? container.readAll(entry, limit: 1 << 20) }
  }

  /// The parts of a workbook that hold cells, one behind the other with zero bytes between.
  static func workbook(_ bytes: [UInt8]) {
    let names = ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml"]
    let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map(Array.init)
    var files = Dictionary(uniqueKeysWithValues: Swift.zip(names, parts))
    if files["xl/workbook.xml"] == nil { files["xl/workbook.xml"] = Array(workbook.utf8) }
    files["xl/_rels/workbook.xml.rels"] = Array(relations.utf8)
    files["[Content_Types].xml"] = Array("<Types/>".utf8)
    guard (try? clear()) != nil, let file = try? OutputFile(folder + "/Customers V2.xlsx") else { return }
    let zip = ZipWriter(file: file, level: 0, time: 0, jobs: 1)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      guard (try? zip.begin(name)) != nil, (try? zip.write(bytes)) != nil, (try? zip.end()) != nil else { return }
    }
    guard (try? zip.finish()) != nil, (try? file.close(sync: false)) != nil else { return }
    readToEnd(folder + "/Customers V2.xlsx")
  }

  private static let workbook =
    "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>"
    + "<sheet name=\"Customers V2\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
  private static let relations =
    "<Relationships><Relationship Id=\"rId1\" Type=\"http://x/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
    + "</Relationships>"

  private static func clear() throws {
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private static func read(_ files: [String: [UInt8]], opening name: String = "") {
    do {
      try clear()
      for (name, bytes) in files {
        let file = URL(filePath: "\(folder)/\(name)")
        if name.contains("/") {
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        try Data(bytes).write(to: file)
      }
    } catch {
      preconditionFailure("no room in \(folder)")
    }
    readToEnd(name.isEmpty ? folder : "\(folder)/\(name)")
  }

  /// All rows of logs of changes are records or put aside.
  private static func countRows(_ package: Package) throws {
    let entities = Set(package.entities.indices)
    var all = 0
    var scan = try PackageScan(package, entities: entities, asWritten: .versions)
    while let (_, batch) = try scan.next() { all += batch.count }
    var found = 0
    scan = try PackageScan(package, entities: entities) { batch in
      precondition(batch.deletions.count == batch.count, "rows without a fate")
      found += batch.count
    }
    while let (_, batch) = try scan.next() { found += batch.count }
    precondition(found == all, "\(found) of \(all) rows")
  }

  /// Whatever stands there ends in records or in an error that a command has words for.
  private static func readToEnd(_ path: String) {
    do {
      for package in try opener.open(path) {
        var scan = try PackageScan(package, entities: Set(package.entities.indices))
        while let (_, batch) = try scan.next() {
          for record in 0..<batch.count {
            for column in 0..<batch.width { _ = batch.text(record, column) }
          }
        }
        if package.entities.contains(where: \.isLog) { try countRows(package) }
      }
    } catch is PackageError {
    } catch is ArchiveError {
    } catch is InferenceError {
    } catch {
      preconditionFailure("an error without words: \(error)")
    }
  }
}
