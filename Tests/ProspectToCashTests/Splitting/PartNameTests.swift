import Testing

@testable import Conversion

@Suite("Names of parts")
struct PartNameTests {
  @Test("A single package has no number, parts have two digits or as many as the last one needs")
  func names() {
    let names = SplitNames(base: "packages/010-accounts")
    #expect(names.names(0) == [])
    #expect(names.names(1) == ["packages/010-accounts.zip"])
    #expect(names.names(2) == ["packages/010-accounts-01.zip", "packages/010-accounts-02.zip"])
    #expect(names.names(100).first == "packages/010-accounts-001.zip")
    #expect(names.names(100).last == "packages/010-accounts-100.zip")
    #expect(names.names(1000) == names.names(1000).sorted())
  }

  @Test("Names while packages are written are none of those that they get")
  func provisional() {
    let names = SplitNames(base: "packages/010-accounts")
    let final = Set(names.names(100))
    #expect((1...100).allSatisfy { !final.contains(names.provisional($0)) })
  }
}
