import Records
import Testing

@testable import Packages

@Suite("Prepared records that are written together")
struct PreparedRunTests {
  /// A buffer with so many bytes.
  private func buffer(_ count: Int) -> SharedBuffer {
    let buffer = SharedBuffer()
    for index in 0..<count { buffer.content.append(UInt8(truncatingIfNeeded: index)) }
    return buffer
  }

  @Test("Records that follow each other in a buffer are one run, others are not")
  func takes() throws {
    let (first, second) = (buffer(100), buffer(100))
    var run = PreparedRun()
    let taken = [
      run.take(10..<20, of: first), run.take(20..<40, of: first), run.take(41..<50, of: first),
      run.take(40..<50, of: second),
    ]
    #expect(taken == [true, true, false, false])
    #expect(run.count == 30)
    var written: [UInt8] = []
    try run.end { bytes, _ in written += bytes }
    #expect(written == Array(10..<40))
    #expect(run.count == 0)
    let isTaken = run.take(40..<50, of: second)
    #expect(isTaken)
  }

  @Test("A buffer of which little is written is not held on to", arguments: [(900, true), (200, false)])
  func lends(count: Int, isLent: Bool) throws {
    let buffer = buffer(1_024)
    var run = PreparedRun()
    _ = run.take(5..<5 + count, of: buffer)
    var lenders: [Bool] = []
    try run.end { lenders.append($1 != nil) }
    #expect(lenders == [isLent])
  }
}
