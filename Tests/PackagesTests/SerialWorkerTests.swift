import Packages
import Testing

@Suite("Work on another thread")
struct WorkbenchTests {
  private struct Failure: Error {}

  @Test("Results come in the order of the pieces")
  func order() throws {
    let bench = SerialWorker<Int, Int>(name: "test", capacity: 3) { $0 * 2 }
    var taken: [Int?] = []
    for piece in 0..<1_000 {
      bench.give(piece)
      if piece >= 2 { taken.append(try bench.take()) }
    }
    for _ in 0..<2 { taken.append(try bench.take()) }
    #expect(taken == (0..<1_000).map { $0 * 2 })
  }

  @Test("An error comes out where its result would, and ends the work")
  func error() throws {
    let bench = SerialWorker<Int, Int>(name: "test", capacity: 3) { piece in
      if piece == 1 { throw Failure() }
      return piece
    }
    for piece in 0..<3 { bench.give(piece) }
    #expect(try bench.take() == 0)
    #expect(throws: Failure.self) { try bench.take() }
    #expect(try bench.take() == nil)
  }

  @Test("A bench with pieces whose results nobody takes can be left")
  func left() {
    for pieces in 0..<4 {
      let bench = SerialWorker<Int, Int>(name: "test", capacity: 3) { $0 }
      for piece in 0..<pieces { bench.give(piece) }
    }
  }
}
