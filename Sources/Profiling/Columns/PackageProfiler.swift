import Conversion
import Mapping
import Packages
import Records

/// Counts the values of all entities of the inputs. Records that a template reads are seen on their way (`RecordObserver`), the
/// others are read when all templates have run.
final class PackageProfiler: RecordObserver {
  private struct Source {
    var package: Package
    var entity: Int
    var profiler: Int
    /// Its number among the files of its entity.
    var file: Int
    var isBegun = false
    var isDone = false
  }

  private static let mostLanes = 16

  private var profilers: [EntityProfiler] = []
  private var sources: [Source] = []
  /// How many entities each input has.
  private let sizes: [Int]
  private let workers: [SerialWorker<EntityProfiler.BatchPiece, Bool>]
  /// The batches that are under way.
  private var open = 0

  init(_ inputs: [Package], _ references: ReferenceTables, _ bounds: ColumnProfiler.Bounds, jobs: Int) {
    sizes = inputs.map(\.entities.count)
    let lanes = min(max(1, jobs), PackageProfiler.mostLanes)
    var known: [String: Int] = [:]
    for package in inputs {
      for (place, entity) in package.entities.enumerated() {
        let key = "\(package.kind.side)/\(entity.name.lowercased())"
        if known[key] == nil {
          known[key] = profilers.count
          profilers.append(EntityProfiler(entity, package.kind.side, bounds, references, lanes: lanes))
        }
        let profiler = known[key] ?? 0
        let file = profilers[profiler].announce(package, entity)
        sources.append(Source(package: package, entity: place, profiler: profiler, file: file))
      }
    }
    workers = (0..<lanes).map { _ in
      SerialWorker(name: "profile", capacity: LookaheadScan.lead + 1) { piece in
        piece.lane.add(piece)
        return true
      }
    }
  }

  // MARK: Records that templates read

  /// The place of an input among the sources, if it is the next one of its entity.
  private func number(of input: TaskInput) -> Int? {
    guard
      let number = sources.firstIndex(where: {
        !$0.isDone && $0.entity == input.entity && $0.package.path == input.package.path
          && $0.package.kind == input.package.kind
      }), isNext(number)
    else { return nil }
    return number
  }

  private func isNext(_ number: Int) -> Bool {
    sources[..<number].allSatisfy { $0.isDone || $0.profiler != sources[number].profiler }
  }

  func wants(_ input: TaskInput) -> Bool { number(of: input).map { !sources[$0].isBegun } ?? false }

  func take(_ batch: RecordBatch, of input: TaskInput, _ scan: PackageScan) {
    guard let number = number(of: input) else { return }
    give(batch, scan.columns(of: input.entity), number)
  }

  func reportOldest() throws {
    guard open > 0 else { return }
    open -= 1
    for worker in workers { _ = try worker.take() }
  }

  func abandon() { while open > 0 { try? reportOldest() } }

  func end(_ input: TaskInput, _ scan: PackageScan) throws {
    guard let number = number(of: input) else { return }
    begin(number)
    sources[number].isDone = true
  }

  private func begin(_ number: Int) {
    if sources[number].isBegun { return }
    sources[number].isBegun = true
    let source = sources[number]
    profilers[source.profiler].begin(source.file, source.package.entities[source.entity])
  }

  private func give(_ batch: RecordBatch, _ columns: [SourceColumn], _ number: Int) {
    begin(number)
    let source = sources[number]
    let pieces = profilers[source.profiler].pieces(batch, columns, source.package.entities[source.entity])
    for (worker, piece) in zip(workers, pieces) { worker.give(piece) }
    open += 1
  }

  // MARK: All others

  /// Reads what no template has shown, package by package.
  func readRest() throws {
    var first = 0
    for size in sizes where size > 0 {
      let package = sources[first].package
      let range = first..<first + size
      first = range.upperBound
      let left = range.filter { !sources[$0].isDone }
      if left.isEmpty { continue }
      var scan = try PackageScan(package, entities: Set(left.map { sources[$0].entity }))
      while let (entity, batch) = try scan.next() {
        // References that are laid over other records count with these.
        if package.updates.contains(entity) { continue }
        give(batch, scan.columns(of: entity), range.lowerBound + entity)
        while open > (batch.isLarge ? 0 : LookaheadScan.lead) { try reportOldest() }
      }
      while open > 0 { try reportOldest() }
      for number in left { sources[number].isDone = true }
    }
  }

  /// What came of it, in the order of the inputs.
  var results: [EntityProfile] { profilers.map(\.result) }

  /// For each input how many records its entities have, unreadable ones too.
  var records: [[Int]] {
    var first = 0
    return sizes.map { size in
      defer { first += size }
      return sources[first..<first + size].map { profilers[$0.profiler].size(of: $0.file) }
    }
  }

  /// What came of the lookups.
  var lookups: [ReferenceProfile] { profilers.flatMap(\.lookups) }
}
