import Faults
import Foundation
import Glibc
import Testing

@testable import p2c

/// Makes every single call of every command fail in turn. Plans hold for the whole process, so these tests run in one of
/// their own: `bin/torture`.
@Suite("Torture", .serialized, .enabled(if: TortureSettings.isOn))
struct TortureTests {
  @Test("Whichever call fails, a command ends in order", arguments: TortureCase.all)
  func failing(_ torture: TortureCase) throws {
    try Torment(torture).run(.failure(EIO)) { torment, hit, run in
      if run.code == torment.undisturbed.code {
        // What is not needed for the result may fail; only what a removal was to take away may stay.
        #expect(
          run.tree.filter { !(Torment.mayStay(hit) && Torment.isLeftover($0.key)) } == torment.undisturbed.tree,
          "\(run.place): the result is not whole")
      } else {
        // A file of the tool's own that cannot be read is a defect; one of a project is a wrong project.
        let isRight = hit == .text ? [70, 78].contains(run.code) : [66, 73, 74].contains(run.code)
        #expect(isRight, "\(run.place): \(run.code)")
        // Only telling the result comes after the result.
        #expect(
          run.tree == torment.before || hit == .write && run.tree == torment.undisturbed.tree,
          "\(run.place): something is left, or gone")
        #expect(run.messages.hasPrefix("p2c: ") && run.messages.count { $0 == "\n" } == 1, "\(run.place)")
      }
    }
  }

  @Test("Interrupted calls are made again", arguments: TortureCase.all)
  func interrupted(_ torture: TortureCase) throws {
    try Torment(torture).run(.interruption(EINTR)) { torment, _, run in #expect(run == torment.undisturbed) }
  }

  @Test("Short reads and writes are gone on with", arguments: TortureCase.all)
  func short(_ torture: TortureCase) throws {
    try Torment(torture).run(.short) { torment, _, run in #expect(run == torment.undisturbed) }
  }
}

/// How thorough the tests are.
enum TortureSettings {
  private static let wanted = ProcessInfo.processInfo.environment["P2C_TORTURE"]
  static let isOn = wanted != nil
  /// Every so many calls is hit.
  static let step = wanted.flatMap { Int($0) } ?? 1
}

/// One case with its world: what it comes to undisturbed, and what under a plan.
private struct Torment {
  /// What a run has come to.
  struct Run: Equatable {
    var code: Int32
    var tree: [String: Data]
    var messages: String
    var place = ""

    static func == (left: Run, right: Run) -> Bool {
      left.code == right.code && left.tree == right.tree && left.messages == right.messages
    }
  }

  let torture: TortureCase
  let world: TortureWorld
  /// What stands in the place before the command runs.
  private(set) var before: [String: Data] = [:]
  private(set) var undisturbed = Run(code: 0, tree: [:], messages: "")
  private let terminal: QuietTerminal

  init(_ torture: TortureCase) throws {
    self.torture = torture
    world = try TortureWorld()
    terminal = QuietTerminal(world.root)
    try prepare()
    before = try world.tree(withoutBytes: torture.isRandom)
    undisturbed = try command()
  }

  /// Hits one call after another, until there are no more, and has each run judged.
  func run(_ kind: FaultPlan.Kind, judge: (Torment, Fault.Call, Run) -> Void) throws {
    defer { world.remove() }
    // Threads of the first run are gone by then, and what is opened once stays.
    usleep(100_000)
    let open = TortureWorld.descriptors
    var number = 1
    var hits: [Fault.Call: Int] = [:]
    while true {
      try prepare()
      FaultPlan(at: number, kind).arm()
      var run = try command()
      let descriptors = settled(open)
      guard let hit = FaultPlan.disarm().hit else { break }
      run.place = "\(torture.name), \(kind), call \(number), \(hit.rawValue): \(run.messages.prefix { !$0.isNewline })"
      hits[hit, default: 0] += 1
      judge(self, hit, run)
      #expect(
        descriptors.count <= open.count, "\(run.place): left open: \(TortureWorld.extra(descriptors, open))")
      number += TortureSettings.step
    }
    let list = hits.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
    print("\(torture.name), \(kind): \(hits.values.reduce(0, +)) hits: \(list.joined(separator: ", "))")
  }

  private func prepare() throws {
    try world.clear()
    try torture.prepare(world)
  }

  private func command() throws -> Run {
    let arguments = torture.arguments(world)
    let (code, messages) = terminal.run { P2C.run(arguments) }
    // Threads of a run that has failed may be about to close what they read.
    return Run(code: code, tree: try world.tree(withoutBytes: torture.isRandom), messages: messages)
  }

  /// The open descriptors, when there are no more than wanted, or after a while.
  private func settled(_ wanted: [String]) -> [String] {
    for _ in 0..<500 {
      if TortureWorld.descriptors.count <= wanted.count { break }
      usleep(2_000)
    }
    return TortureWorld.descriptors
  }

  /// Whether what a removal was to take away may stay when this call fails.
  static func mayStay(_ hit: Fault.Call) -> Bool { [.remove, .list, .status, .open, .lock].contains(hit) }

  /// Whether a path is that of a hidden folder, or in one, that the next run removes.
  static func isLeftover(_ path: String) -> Bool { path.hasPrefix(".") && path.contains(".p2c-") }
}
