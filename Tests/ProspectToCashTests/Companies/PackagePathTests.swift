import ProspectToCash
import Records
import TestSupport
import Testing

@Suite("Paths that name a company")
struct PackagePathTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func path(_ argument: String) -> PackagePath { PackagePath(argument, resolve: folder.path) }

  @Test("A company stands before the first sign of equality")
  func company() {
    #expect(path("demf=exports/de.zip").company == CompanyID("DEMF"))
    #expect(path("demf=a=b.zip").name == "a=b.zip")
    #expect(path("demf=a=b.zip").path == folder.path("a=b.zip"))
  }

  @Test("What is no company is part of the path", arguments: ["exports=new/de.zip", "=x", "DEMF=", "a b=x", "de.zip"])
  func noCompany(_ argument: String) {
    #expect(path(argument).company == nil)
    #expect(path(argument).name == argument)
  }

  @Test("A name for which a file exists is a path")
  func file() throws {
    try folder.write("demf=de.zip", "")
    #expect(path("demf=de.zip").company == nil)
    #expect(path("demf=de.zip").path == folder.path("demf=de.zip"))
  }
}
