import Foundation
import TestSupport
import Testing

@testable import Archives

@Suite("Where files lie")
struct PlaceInTreeTests {
  let folder: TestFolder

  /// `in` with a folder and a file in it, `link`, which leads there, `deep`, which leads into it, and `other`.
  init() throws {
    folder = try TestFolder()
    try folder.write("in/deep/account.csv", "x")
    try folder.write("other/account.csv", "x")
    for (link, target) in [("link", "in"), ("deep", "in/deep")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    }
  }

  private func place(_ name: String) -> PlaceInTree { PlaceInTree(folder.url.path + "/" + name) }

  @Test(
    "A folder holds what is below it, by whatever way, there or not",
    arguments: [
      "in", "in/", "in/deep", "in/deep/account.csv", "in/new", "in/new/newer", "link", "link/new", "deep/new",
      "other/../in/new", "deep/../new", "in/../in/new", "./in/new/",
    ])
  func within(_ name: String) { #expect(place("in").isOrHolds(place(name))) }

  @Test(
    "It holds nothing beside it, whose name may begin alike",
    arguments: ["other", "in-out", "in2/new", "in/../out", "new/in", "deep/../../new", "."])
  func beside(_ name: String) { #expect(!place("in").isOrHolds(place(name))) }

  @Test("A file holds nothing, and is itself under all of its names")
  func file() {
    let file = place("in/deep/account.csv")
    #expect(file.isOrHolds(place("deep/account.csv")))
    #expect(!file.isOrHolds(place("in/deep/out")) && !file.isOrHolds(place("other/account.csv")))
    #expect(place("in").isOrHolds(file) && place(".").isOrHolds(file))
  }

  @Test("What is not there holds nothing")
  func nothing() { #expect(!place("new").isOrHolds(place("new/newer"))) }
}

@Suite("Names as text")
struct NameTextTests {
  @Test(
    "A byte that is no UTF-8 is shown as its number, all others as they are",
    arguments: [
      (Array("é.csv".utf8), "é.csv"), (Array("KEY".utf8) + [0x9B, 0x32, 0xFF], "KEY\\x9b2\\xff"),
      ([0xC3, 0xA9, 0xC3], "é\\xc3"), ([0xED, 0xA0, 0x80, 0x41], "\\xed\\xa0\\x80A"), ([], ""),
      ([0xF0, 0x9F, 0x98, 0x80, 0xF0, 0x9F], "😀\\xf0\\x9f"),
    ] as [([UInt8], String)])
  func shown(_ bytes: [UInt8], _ text: String) { #expect(NameText.shown(bytes) == text) }
}
