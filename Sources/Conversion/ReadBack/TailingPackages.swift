import Archives
import Dispatch
import Mapping
import Packages
import Synchronization

/// Reads packages while they are being written, one file after another, on a thread beside the run. What it is behind waits
/// on the disk, so that neither the writer waits nor memory grows.
final class TailingPackages: Sendable {
  private let queue = FollowedQueue()
  private let opener: PackageOpener
  private let state = Mutex(State())

  private struct State {
    var stage: Stage<[String: TailingPackage]>?
    var found: [String: TailingPackage]?
  }

  /// Packages that are read by what the tool knows of entities.
  init(schemas: SchemaCatalogue) { opener = PackageOpener(schemas: schemas) }

  deinit { queue.close(droppingRest: true) }

  /// Reports what is counted of an entity, before its records come.
  func expect(_ tally: EntityTally) { queue.expect(tally) }

  /// Begins to read an entry, when those before are read. `entity` is its entity, if that is not to be found from its
  /// columns.
  func follow(_ entry: TailingEntry, entity: String?) {
    queue.append(entry, entity: entity)
    state.withLock { state in
      if state.stage == nil { state.stage = TailingPackages.start(queue, opener) }
    }
  }

  private static func start(_ queue: FollowedQueue, _ opener: PackageOpener) -> Stage<[String: TailingPackage]> {
    Stage(name: "follow", capacity: 1) { give in
      var packages: [String: TailingPackage] = [:]
      while let (entry, entity) = queue.next() {
        packages[entry.place, default: TailingPackage()].add(entry, entity: entity, opener, counting: queue.tally)
      }
      _ = give(packages)
    }
  }

  /// What was found, by the places where packages stand, waiting until all is read. No more entries come.
  func finish() throws -> [String: TailingPackage] {
    queue.close(droppingRest: false)
    return try state.withLock { state in
      let found = try state.found ?? state.stage?.next() ?? [:]
      (state.found, state.stage) = (found, nil)
      return found
    }
  }

  /// Notes that a package stands at another place now. Only when all is read.
  func move(_ place: String, to other: String) {
    state.withLock { state in
      let found = state.found?.removeValue(forKey: place)
      state.found?[other] = found
    }
  }
}

/// What the thread of followed packages is reported.
private final class FollowedQueue: Sendable {
  private struct State {
    var entries: [(entry: TailingEntry, entity: String?)] = []
    var tallies: [EntityTally] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)

  func expect(_ tally: EntityTally) { state.withLock { $0.tallies.append(tally) } }

  func tally(of entity: String) -> EntityTally? {
    state.withLock { state in state.tallies.first { $0.entity == entity } }
  }

  func append(_ entry: TailingEntry, entity: String?) {
    state.withLock { $0.entries.append((entry, entity)) }
    filled.signal()
  }

  func close(droppingRest: Bool) {
    state.withLock { state in
      state.isClosed = true
      if droppingRest { state.entries = [] }
    }
    filled.signal()
  }

  /// The next entry, waiting for it; nil when there are no more.
  func next() -> (entry: TailingEntry, entity: String?)? {
    while true {
      let (entry, isClosed) = state.withLock { state in
        (state.entries.isEmpty ? nil : state.entries.removeFirst(), state.isClosed)
      }
      if let entry { return entry }
      if isClosed { return nil }
      filled.wait()
    }
  }
}
