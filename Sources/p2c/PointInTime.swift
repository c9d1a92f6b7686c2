import ArgumentParser
import Findings
import Foundation
import ProspectToCash
import Records

/// A point in time as an option gives it, in ISO 8601.
struct PointInTime: ExpressibleByArgument {
  /// Seconds since 1970.
  let seconds: Int64

  init?(argument: String) {
    guard let seconds = DateTime.epoch(iso: argument) else { return nil }
    self.seconds = seconds
  }
}

/// The time that the environment gives to whatever makes files: `SOURCE_DATE_EPOCH`.
enum SourceDate {
  /// The last second of the year 9999.
  private static let latest: Int64 = 253_402_300_799

  /// Refuses a wrong time before anything is read. Throws `Failure`.
  static func check() throws { _ = try epoch() }

  /// The time in seconds since 1970; nil if the variable is not set or empty. Throws `Failure` for anything but digits of a
  /// time up to the year 9999.
  static func epoch() throws -> Int64? {
    let name = "SOURCE_DATE_EPOCH"
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text), seconds <= latest else {
      throw Failure(
        message: "the environment variable \(name) is not a number of seconds from 1970 to 9999; correct or unset it",
        exitCode: 64)
    }
    return seconds
  }
}
