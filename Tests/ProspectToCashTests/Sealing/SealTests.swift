import Mapping
import Findings
import Archives
import Foundation
import ProspectToCash
import TestSupport
import Testing

/// A converted folder with its seal and the keys of two people.
private struct SealedTrade {
  let folder: TestFolder
  var out: String { folder.path("out") }

  init(isSealed: Bool = true) throws {
    let trade = try Trade()
    folder = trade.folder
    try trade.writeSales()
    try trade.convert("sales", to: "out")
    try KeyPair().write(to: folder.path("mine.key"))
    try KeyPair().write(to: folder.path("other.key"))
    if isSealed { #expect(try Seal.put(on: out, key: folder.path("mine.key")).isRight) }
  }

  func check(_ key: String? = "mine.key.pub") throws -> SealCheck {
    try Seal.check(out, publicKey: key.map(folder.path))
  }
}

@Suite("Seals")
struct SealTests {
  @Test("An untouched folder is right, and its seal is of the key")
  func untouched() throws {
    let check = try SealedTrade().check()
    #expect(check.isRight && check.changed.isEmpty && check.added.isEmpty && check.missing.isEmpty)
    guard case .right(let fingerprint) = check.seal else { return #expect(Bool(false), "\(check.seal)") }
    #expect(fingerprint.count == 64)
    #expect(check.files > 5)
  }

  @Test("A changed file is named, be it by one bit")
  func changed() throws {
    let sealed = try SealedTrade()
    let name = "packages/010-accounts.zip"
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: sealed.folder.path("out/\(name)"))))
    bytes[bytes.count / 2] ^= 4
    try Data(bytes).write(to: URL(filePath: sealed.folder.path("out/\(name)")))
    let check = try sealed.check()
    #expect(check.changed == [name] && check.added.isEmpty && check.missing.isEmpty)
    #expect(check.result.exitCode == 1)
  }

  @Test("A missing file is named")
  func missing() throws {
    let sealed = try SealedTrade()
    try FileManager.default.removeItem(atPath: sealed.folder.path("out/RUNSHEET.md"))
    #expect(try sealed.check().missing == ["RUNSHEET.md"])
  }

  @Test("Whatever is added is named: files, hidden files, links", arguments: ["new.txt", "packages/.hidden", "link"])
  func added(_ name: String) throws {
    let sealed = try SealedTrade()
    if name == "link" {
      try FileManager.default.createSymbolicLink(
        atPath: sealed.folder.path("out/link"), withDestinationPath: "findings.csv")
    } else {
      try sealed.folder.write("out/\(name)", "x")
    }
    let check = try sealed.check()
    #expect(check.added == [name] && check.changed.isEmpty)
    #expect(!check.isRight)
  }

  @Test("A link to the same bytes is not the file")
  func replacedByLink() throws {
    let sealed = try SealedTrade()
    try FileManager.default.moveItem(
      atPath: sealed.folder.path("out/findings.csv"), toPath: sealed.folder.path("moved.csv"))
    try FileManager.default.createSymbolicLink(
      atPath: sealed.folder.path("out/findings.csv"), withDestinationPath: "../moved.csv")
    #expect(try sealed.check().changed == ["findings.csv"])
  }

  @Test("Whoever changes a file and its checksum cannot make the seal right")
  func tamperedList() throws {
    let sealed = try SealedTrade()
    try sealed.folder.write("out/new.txt", "")
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    try sealed.folder.write("out/SHA256SUMS", try sealed.folder.text("out/SHA256SUMS") + "\(empty)  new.txt\n")
    let check = try sealed.check()
    #expect(check.added.isEmpty && check.changed.isEmpty)
    #expect(check.seal == .wrong && !check.isRight)
  }

  @Test("The seal of another key is wrong")
  func otherKey() throws {
    #expect(try SealedTrade().check("other.key.pub").seal == .wrong)
  }

  @Test("With a key the seal must be there; without one only the files are compared")
  func noSeal() throws {
    let bare = try SealedTrade(isSealed: false)
    #expect(try bare.check().seal == .missing)
    #expect(try !bare.check().isRight)
    #expect(try bare.check(nil).isRight)
    #expect(try bare.check(nil).seal == .none)
    #expect(try SealedTrade().check(nil).seal == .unchecked)
  }

  @Test("What is no key is refused", arguments: ["mine.key", "out/findings.csv"])
  func wrongKind(_ file: String) throws {
    let sealed = try SealedTrade()
    #expect(throws: SealError.notAKey(path: sealed.folder.path(file), isPrivate: false)) { try sealed.check(file) }
  }

  @Test("A folder that is not what its list says is not sealed")
  func sealingChanged() throws {
    let bare = try SealedTrade(isSealed: false)
    try bare.folder.write("out/findings.csv", "x")
    #expect(try Seal.put(on: bare.out, key: bare.folder.path("mine.key")).changed == ["findings.csv"])
    #expect(!FileManager.default.fileExists(atPath: bare.folder.path("out/SHA256SUMS.sig")))
  }

  @Test("A seal is not replaced")
  func twice() throws {
    let sealed = try SealedTrade()
    let path = sealed.folder.path("out/SHA256SUMS.sig")
    #expect(throws: ArchiveError.outputExists(path: path)) {
      try Seal.put(on: sealed.out, key: sealed.folder.path("other.key"))
    }
    #expect(try sealed.check().isRight)
  }

  @Test(
    "What is no list of checksums is refused at its line",
    arguments: [
      "nonsense\n", "\(String(repeating: "0", count: 64)) name\n", "\(String(repeating: "g", count: 64))  a\n",
    ])
  func notAList(_ line: String) throws {
    let bare = try SealedTrade(isSealed: false)
    let good = try bare.folder.text("out/SHA256SUMS").split(separator: "\n")[0]
    try bare.folder.write("out/SHA256SUMS", "\(good)\n\(line)")
    #expect(throws: SealError.notAList(path: bare.folder.path("out/SHA256SUMS"), line: 2)) { try bare.check(nil) }
  }

  @Test("A list whose line ends were changed is refused, and not sealed")
  func otherLineEnds() throws {
    let bare = try SealedTrade(isSealed: false)
    let list = try bare.folder.text("out/SHA256SUMS").replacing("\n", with: "\r\n")
    let path = try bare.folder.write("out/SHA256SUMS", list)
    #expect(throws: SealError.otherLineEnds(path: path)) { try bare.check(nil) }
    #expect(throws: SealError.otherLineEnds(path: path)) {
      try Seal.put(on: bare.out, key: bare.folder.path("mine.key"))
    }
    #expect(!bare.folder.holds("out/SHA256SUMS.sig"))
  }

  @Test("Names are compared by their bytes: composed and decomposed letters make two names")
  func twins() throws {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let (composed, decomposed) = ("caf\u{E9}.csv", "cafe\u{301}.csv")
    func check(listed: [String], present: [String]) throws -> SealCheck {
      let folder = try TestFolder()
      for name in present { try folder.write("out/\(name)", "") }
      try folder.write("out/SHA256SUMS", listed.map { "\(empty)  \($0)\n" }.joined())
      return try Seal.check(folder.path("out"), publicKey: nil)
    }
    func scalars(_ names: [String]) -> [[Unicode.Scalar]] { names.map { Array($0.unicodeScalars) } }
    #expect(try check(listed: [composed, decomposed], present: [composed, decomposed]).isRight)
    let other = try check(listed: [composed], present: [decomposed])
    #expect(scalars(other.missing) == scalars([composed]) && scalars(other.added) == scalars([decomposed]))
    let twin = try check(listed: [composed], present: [composed, decomposed])
    #expect(twin.missing.isEmpty && scalars(twin.added) == scalars([decomposed]))
  }

  @Test("Folders that hold no file of the list are added", arguments: ["new", "packages/new", "packages/a/b"])
  func addedFolders(_ name: String) throws {
    let sealed = try SealedTrade()
    try FileManager.default.createDirectory(
      atPath: sealed.folder.path("out/\(name)"), withIntermediateDirectories: true)
    let check = try sealed.check()
    #expect(check.added.contains("\(name)/") && !check.added.contains("packages/") && !check.isRight)
    #expect(try check.lines(Texts.builtIn(in: .english)).contains("added: \(name)/"))
  }

  @Test("The empty folder of a conversion without packages is not added; anything in it is")
  func nothingWritten() throws {
    let folder = try TestFolder()
    try folder.write("account.csv", "accountid,accountnumber,name\n,,No key\n")
    let job = try ConversionJob(packages: [folder.path("account.csv")], output: folder.path("out"), project: nil) { _ in
    }
    _ = try job.run(progress: .silent)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out/packages")).isEmpty)
    #expect(try Seal.check(folder.path("out"), publicKey: nil).isRight)
    try folder.write("out/packages/USMF/new.zip", "")
    let added = try Seal.check(folder.path("out"), publicKey: nil).added
    #expect(added == ["packages/", "packages/USMF/", "packages/USMF/new.zip"])
  }

  @Test("A folder in place of the signature or the list is called a folder")
  func folders() throws {
    let sealed = try SealedTrade()
    for name in ["SHA256SUMS.sig", "SHA256SUMS"] {
      try FileManager.default.removeItem(atPath: sealed.folder.path("out/\(name)"))
      try sealed.folder.write("out/\(name)/x", "")
      if name == "SHA256SUMS" { break }
      for key in ["mine.key.pub", nil] {
        #expect(try sealed.check(key).seal == .folder)
        #expect(try !sealed.check(key).isRight)
      }
    }
    #expect(throws: ArchiveError.isFolder(path: sealed.folder.path("out/SHA256SUMS"))) { try sealed.check() }
  }

  @Test("Only its owner can read a private key, and no key is ever replaced")
  func keys() throws {
    let folder = try TestFolder()
    try KeyPair().write(to: folder.path("k"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("k"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let (key, publicKey) = (try folder.text("k"), try folder.text("k.pub"))
    #expect(throws: ArchiveError.outputExists(path: folder.path("k"))) { try KeyPair().write(to: folder.path("k")) }
    #expect(try folder.text("k") == key && folder.text("k.pub") == publicKey)
    try folder.write("lone.pub", "taken")
    #expect(throws: ArchiveError.outputExists(path: folder.path("lone.pub"))) {
      try KeyPair().write(to: folder.path("lone"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("lone")))
    #expect(try folder.text("lone.pub") == "taken")
  }

  @Test("The outcome for programs names every difference")
  func json() throws {
    struct Shape: Decodable {
      var result: String
      var added: [String]
      var seal: String
      var key: String?
    }
    let sealed = try SealedTrade()
    let right = try JSONDecoder().decode(Shape.self, from: Data(try sealed.check().json().utf8))
    #expect(right.result == "ok" && right.seal == "right" && right.key?.count == 64)
    try sealed.folder.write("out/x", "")
    let wrong = try JSONDecoder().decode(Shape.self, from: Data(try sealed.check("other.key.pub").json().utf8))
    #expect(wrong.result == "findings" && wrong.added == ["x"] && wrong.seal == "wrong" && wrong.key == nil)
  }
}
