import Archives
import Conversion
import Mapping
import Packages
import Records

/// Reads a repaired package back before it appears, and compares it with what was meant: every entry, by its size and its
/// checksum, with the bytes that were given to it, and every file of records that is not a copy, record for record, with
/// the file that it was made from.
struct RepairCheck {
  private let original: Container
  private let given: ChecksummedEntries
  private let passed: [PassedEntry]

  /// A comparison with what was read, what was given to the output, and what became of which entry.
  init(_ original: Container, given: ChecksummedEntries, passed: [PassedEntry]) {
    self.original = original
    self.given = given
    self.passed = passed
  }

  /// Compares the package that stands at a place and is to appear at a path. Throws `ConversionError.notAsWritten`, and
  /// `ArchiveError` if it could not be read at all.
  func run(_ place: String, for path: String) throws {
    do {
      let container = try Container.open(place, limits: .ownOutput)
      try compareEntries(of: container, path)
      for (index, one) in passed.enumerated() where one.isEdited {
        try compareRecords(of: one, container, container.entries[index], path)
      }
    } catch let error as ArchiveError where error.exitCode == 65 {
      throw ConversionError.notAsWritten(package: path, .unreadable)
    }
  }

  private func compareEntries(of container: Container, _ path: String) throws {
    let isNamed = container.kind == .zip
    guard container.entries.count == given.all.count else {
      throw ConversionError.notAsWritten(package: path, .unreadable)
    }
    for (entry, meant) in zip(container.entries, given.all) {
      let found = try ChecksummedEntries.Entry(entry, of: container)
      guard found.size == meant.size, found.checksum == meant.checksum, !isNamed || found.name == meant.name else {
        throw ConversionError.notAsWritten(package: path, .unreadable)
      }
    }
  }

  /// What readers refuse in the original cannot be compared: it is repaired as text.
  private func compareRecords(
    of one: PassedEntry, _ container: Container, _ entry: EntryInfo, _ path: String
  ) throws {
    let (meant, found) = try tallies(one, of: container, entry)
    guard let meant else { return }
    guard let found else { throw ConversionError.notAsWritten(package: path, .unreadable) }
    guard found.records == meant.records else {
      throw ConversionError.notAsWritten(package: path, .records(found: found.records, meant: meant.records))
    }
    // A record with too many fields may have got the right number of them; then there is nothing to compare it with. Nor
    // is there where the only bytes were left out that are no UTF-8, or the attribute that made a record of a field.
    let isOtherText = meant.encoding == .windows1252 && found.encoding == .utf8
    if meant.faults > 0 || isOtherText || one.isMarkup && !one.leftOut.isEmpty { return }
    guard found.faults == 0, found.values == meant.values else {
      throw ConversionError.notAsWritten(package: path, .values(file: one.name))
    }
  }

  /// Both files of CSV are read at a time. XML may hold larger records, and takes more memory for them.
  private func tallies(
    _ one: PassedEntry, of container: Container, _ entry: EntryInfo
  ) throws -> (meant: ContentTally?, found: ContentTally?) {
    let (source, original, leftOut) = (one.entry, original, one.leftOut)
    if one.isMarkup {
      let meant = try RepairCheck.tally(source, of: original, leavingOut: leftOut)
      return (meant, try RepairCheck.tally(entry, of: container, leavingOut: leftOut))
    }
    let reading = Stage<ContentTally?>(name: "original", capacity: 1) { give in
      _ = give(try RepairCheck.tally(source, of: original, leavingOut: leftOut))
    }
    let found = try RepairCheck.tally(entry, of: container, leavingOut: leftOut)
    return (try reading.next() ?? nil, found)
  }

  /// What an entry's records say; nil if it cannot be read. No schema is asked: all columns are those of the file.
  private static func tally(
    _ entry: EntryInfo, of container: Container, leavingOut leftOut: [String]
  ) throws -> ContentTally? {
    do {
      return try InferredLayout.tried { inferred in
        let opener = PackageOpener(schemas: .empty, inferred: inferred)
        return try ContentTally(try opener.recordFile(entry, of: container), leavingOut: leftOut)
      }
    } catch let error as PackageError where error.exitCode == 65 {
      return nil
    }
  }
}
