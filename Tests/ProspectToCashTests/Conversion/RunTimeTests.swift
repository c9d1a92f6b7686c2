import Foundation
import Mapping
import Packages
import TestSupport
import Testing

@testable import Conversion

@Suite("The time of a run")
struct RunTimeTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let csv = Array("accountid,accountnumber,name\r\n\(Trade.id(1)),A-1,Alpine\r\n".utf8)
  /// What `TestFolder` dates the entries of zips with.
  private static let ofZips: Int64 = 1_717_243_200

  private func time(_ paths: [String], given: Int64? = nil) throws -> RunTime {
    RunTime(given: given, inputs: try paths.flatMap(PackageOpener(schemas: .builtIn()).open))
  }

  private static func data(timestamp: String) -> [UInt8] {
    Array("<entities timestamp=\"\(timestamp)\"><entity name=\"account\"><records/></entity></entities>".utf8)
  }

  @Test("What was given wins, be it before 1970")
  func given() throws {
    let path = try folder.zip("a.zip", [("account.csv", Self.csv)])
    #expect(try time([path], given: -1).seconds == -1)
    #expect(try time([path], given: -1).isKnown)
  }

  @Test("A zip has the time of its newest entry, loose files have none")
  func zips() throws {
    let zip = try folder.zip("a.zip", [("account.csv", Self.csv)])
    let file = try folder.write("account.csv", Self.csv)
    try folder.write("set/account.csv", Self.csv)
    #expect(try time([zip]) == time([file, zip]))
    #expect(try time([zip]).seconds == Self.ofZips)
    for path in [file, folder.path("set")] {
      let time = try time([path])
      #expect(time.seconds == 315_532_800 && !time.isKnown)
    }
  }

  @Test(
    "A Configuration Migration package has its time stamp, which counts only if it can be read",
    arguments: [
      ("2026-03-04T05:06:07.0000000Z", 1_772_600_767), ("2019-08-29T17:48:29Z", 1_567_100_909),
      ("8/29/2019 5:48:29 PM", nil),
      ("", nil),
    ] as [(String, Int64?)])
  func timestamps(_ stamp: String, _ seconds: Int64?) throws {
    let data = Self.data(timestamp: stamp)
    try folder.write("set/data.xml", data)
    for path in [try folder.zip("a.zip", [("data.xml", data)]), folder.path("set")] {
      #expect(try time([path]).isKnown == (seconds != nil))
      #expect(try time([path]).seconds == seconds ?? 315_532_800)
    }
  }

  @Test("A zip of packages has the newest time of those, not its own")
  func outer() throws {
    let old = try TestFolder.zipped([("data.xml", Self.data(timestamp: "2001-02-03T00:00:00Z"))])
    let path = try folder.zip("outer.zip", [("old.zip", old)])
    #expect(try time([path]).seconds == 981_158_400)
    let young = try TestFolder.zipped([("account.csv", Self.csv)])
    #expect(try time([try folder.zip("both.zip", [("old.zip", old), ("young.zip", young)])]).seconds == Self.ofZips)
  }
}
