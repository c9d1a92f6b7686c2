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
    try run.lend { bytes, _ in written += bytes }
    #expect(written == Array(10..<40))
    #expect(run.count == 0)
    let isTaken = run.take(40..<50, of: second)
    #expect(isTaken)
  }

  @Test("Of a buffer of which little is written, that is copied", arguments: [(900, true), (200, false)])
  func lends(count: Int, isLent: Bool) throws {
    let buffer = buffer(1_000)
    var run = PreparedRun()
    _ = run.take(5..<5 + count, of: buffer)
    #expect(run.isLendable == isLent)
    var output = OutputBuffer(capacity: 64)
    run.move(to: &output)
    #expect(output.copy() == Array(buffer.bytes(5..<5 + count)))
    #expect(run.count == 0)
  }
}
