import Glibc
import Testing

@testable import Archives

@Suite("Limits of the machine")
struct MachineLimitTests {
  @Test("What the machine refuses is exit code 71, whatever was under way", arguments: [EMFILE, ENFILE, ENOMEM])
  func refused(_ number: Int32) {
    let errors: [ArchiveError] = [
      .unreadable(path: "x", errno: number), .cannotCreate(path: "x", errno: number),
      .readFailed(path: "x", errno: number), .writeFailed(path: "x", errno: number),
    ]
    for error in errors {
      #expect(error.exitCode == 71)
      #expect(error.description.contains("the machine refuses") && error.description.contains("ulimit"))
    }
  }

  @Test("Other faults keep their codes")
  func others() {
    #expect(ArchiveError.unreadable(path: "x", errno: EACCES).exitCode == 66)
    #expect(ArchiveError.cannotCreate(path: "x", errno: EACCES).exitCode == 73)
    #expect(ArchiveError.writeFailed(path: "x", errno: ENOSPC).exitCode == 74)
  }
}
