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
        let tree = run.tree.filter { !(Torment.mayStay(hit) && Torment.isLeftover($0.key)) }
        return torment.undisturbed.differences(from: tree).map { "the result is not whole: \($0)" }
      }
      var wrong: [String] = []
      // A file of the tool's own that cannot be read is a defect, a project a missing input, what it names a wrong project.
      let right: [Int32] =
        switch hit {
        case .text: [66, 70, 78]
        case .thread, .allocate: [71]
        default: run.messages.hasPrefix("p2c: a defect of the installation: ") ? [70] : [66, 73, 74]
        }
      if !right.contains(run.code) { wrong.append("the exit code is \(run.code)") }
      // Only telling the result comes after the result.
      if run.tree != torment.before, hit != .write || run.tree != torment.undisturbed.tree {
        wrong.append("something is left, or gone")
      }
      if !run.messages.hasPrefix("p2c: ") || run.messages.count(where: { $0 == "\n" }) != 1 {
        wrong.append("the message is not one line")
      }
      return wrong
    }
  }

  @Test(
    "Whatever the machine refuses from some call on, a command does without it or ends in order",
    arguments: TortureCase.all)
  func limited(_ torture: TortureCase) throws {
    try Torment(torture).run(.limit) { torment, hit, run in
      if run.code == torment.undisturbed.code {
        let tree = run.tree.filter { !(Torment.mayStay(hit) && Torment.isLeftover($0.key)) }
        return torment.undisturbed.differences(from: tree).map { "the result is not whole: \($0)" }
      }
      var wrong: [String] = []
      // Without descriptors an output may not be made, or not be read again.
      if run.code != 71, hit != .open || ![73, 74].contains(run.code) { wrong.append("the exit code is \(run.code)") }
      if run.tree != torment.before { wrong.append("something is left, or gone") }
      if !run.messages.hasPrefix("p2c: ") || run.messages.count(where: { $0 == "\n" }) != 1 {
        wrong.append("the message is not one line")
      }
      return wrong
    }
  }

  @Test("Interrupted calls are made again", arguments: TortureCase.all)
  func interrupted(_ torture: TortureCase) throws {
    try Torment(torture).run(.interruption(EINTR)) { torment, _, run in
      torment.undisturbed.differences(from: run).map { "the interruption shows: \($0)" }
    }
  }

  @Test("Short reads and writes are gone on with", arguments: TortureCase.all)
  func short(_ torture: TortureCase) throws {
    try Torment(torture).run(.short) { torment, _, run in
      torment.undisturbed.differences(from: run).map { "the short call shows: \($0)" }
    }
  }
}

/// How thorough the tests are.
enum TortureSettings {
  /// The first call that is hit; nil to hit none.
  private static let wanted = number("P2C_TORTURE_FIRST")
  static let isOn = wanted != nil
  /// The first call that is hit, counted from 1.
  static let first = wanted ?? 1
  /// From there every so many calls is hit.
  static let step = number("P2C_TORTURE_STEP") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// One case with its world: what it comes to undisturbed, and what under a plan.
private struct Torment {
  /// What a run has come to.
  struct Run {
    var code: Int32
    var tree: [String: Data]
    var messages: String
    var place = ""

    /// The files that another run has not, has besides, or has with other bytes.
    func differences(from other: [String: Data]) -> [String] {
      Set(tree.keys).union(other.keys).filter { tree[$0] != other[$0] }.sorted().map { name in
        let sizes = [tree[name], other[name]].map { $0.map { "\($0.count)" } ?? "none" }
        return "\(name) (\(sizes[0]) bytes, now \(sizes[1]))"
      }
    }

    /// What another run has come to otherwise: its exit code, its messages, its files.
    func differences(from other: Run) -> [String] {
      (code == other.code ? [] : ["the exit code is \(other.code)"])
        + (messages == other.messages ? [] : ["the messages are others"]) + differences(from: other.tree)
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

  /// Hits one call after another, until there are no more, and has each run checked: what is wrong with it.
  func run(_ kind: FaultPlan.Kind, check: (Torment, Fault.Call, Run) -> [String]) throws {
    defer { world.remove() }
    // Threads of the first run are gone by then, and what is opened once stays.
    usleep(100_000)
    let open = TortureWorld.descriptors
    var number = TortureSettings.first
    var bad = 0
    var hits: [Fault.Call: Int] = [:]
    while true {
      try prepare()
      FaultPlan(at: number, kind).arm()
      var run = try command()
      let descriptors = settled(open)
      guard let hit = FaultPlan.disarm().hit else { break }
      run.place = "\(torture.name), \(kind), call \(number), \(hit.rawValue): \(run.messages.prefix { !$0.isNewline })"
      hits[hit, default: 0] += 1
      var wrong = check(self, hit, run)
      if descriptors.count > open.count { wrong.append("left open: \(TortureWorld.extra(descriptors, open))") }
      #expect(wrong.isEmpty, "\(run.place): \(wrong.joined(separator: ", "))")
      if !wrong.isEmpty { bad += 1 }
      number += TortureSettings.step
    }
    let list = hits.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
    // For bin/torture, which adds them up.
    print("\(hits.values.reduce(0, +)) hits, \(bad) wrong: \(torture.name), \(kind): \(list.joined(separator: ", "))")
    // The next command has standard output turned elsewhere.
    fflush(nil)
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
