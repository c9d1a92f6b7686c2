// Hot path: no allocation per pair.

import Archives
import Records

/// The pairs of records that a Configuration Migration package relates many to many, in the order of `data.xml`.
public struct RelatedPairs {
  private let package: Package

  /// The pairs of a package; packages of other kinds have none.
  public init(_ package: Package) { self.package = package }

  /// Gives each pair to the body: the relationship's name and the ids of both records, as they are in the file. Throws
  /// `PackageError` and `ArchiveError`.
  public func forEach(
    _ body: (_ relationship: Span<UInt8>, _ source: Span<UInt8>, _ target: Span<UInt8>) throws -> Void
  ) throws {
    guard package.kind == .salesConfigurationMigration, let first = package.entities.first,
      let entry = package.container.entry(named: first.file)
    else { return }
    // Batches end behind elements of this depth, so that a relationship is never cut.
    let feed = XMLFeed.events(entry, of: package.container, cuttingAt: 4, keepsText: true)
    while let batch = try feed.next() { try RelatedPairs.forEach(in: batch, body) }
  }

  private static func forEach(
    in batch: XMLEventBatch,
    _ body: (_ relationship: Span<UInt8>, _ source: Span<UInt8>, _ target: Span<UInt8>) throws -> Void
  ) throws {
    let names = Names(batch.names)
    let bytes = batch.bytes.span
    var (relationship, source) = (FieldRange.empty, FieldRange.empty)
    var element = UInt16.max
    for event in batch.events {
      switch event.kind {
      case .start:
        element = event.name
        if element == names.relationship { (relationship, source) = (.empty, .empty) }
      case .attribute where element == names.relationship:
        if event.name == names.name { relationship = event.range }
        if event.name == names.source { source = event.range }
      case .text where element == names.target:
        let target = bytes.extracting(event.range.bounds)
        let trimmed = KeyText.trimmed(target)
        if !trimmed.isEmpty {
          try body(
            bytes.extracting(relationship.bounds), bytes.extracting(source.bounds), target.extracting(trimmed))
        }
      case .end: element = UInt16.max
      default: continue
      }
    }
  }

  /// The numbers that the parser gave to the names of pairs; one that no event has for a name that did not occur yet.
  private struct Names {
    var relationship, name, source, target: UInt16

    init(_ names: [String]) {
      func number(_ name: String) -> UInt16 { names.firstIndex(of: name).map { UInt16($0) } ?? UInt16.max - 1 }
      (relationship, name) = (number("m2mrelationship"), number("m2mrelationshipname"))
      (source, target) = (number("sourceid"), number("targetid"))
    }
  }
}
