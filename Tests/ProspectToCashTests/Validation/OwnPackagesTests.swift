import Foundation
import Packages
import ProspectToCash
import TestSupport
import Testing

/// What `convert` writes must not be found wrong by `validate`.
@Suite("Packages that p2c itself writes")
struct OwnPackagesTests {
  /// The packages of a conversion of a sample.
  private func converted(
    _ input: String, references: [String], _ change: (inout ConversionOptions) -> Void
  ) throws -> (TestFolder, [String]) {
    let folder = try TestFolder()
    let job = try ConversionJob(packages: [Samples.path(input)], output: folder.path("out"), project: nil) { options in
      options.references = references.map { PackagePath($0) }
      options.epoch = 1_717_407_000
      change(&options)
    }
    _ = try job.run(progress: .silent)
    let packages = folder.url.appending(path: "out/packages")
    let names = try FileManager.default.contentsOfDirectory(atPath: packages.path).sorted()
    return (folder, names.map { packages.appending(path: $0).path })
  }

  /// The errors that are found in packages together; and one by one, where no reference shows what others bring.
  private func errors(_ packages: [String], references: [String]) throws -> Set<ToldFinding> {
    let checked = try TestFolder()
    var reported = try checked.reported(packages, references: references, company: "USMF")
    for package in packages where references.isEmpty {
      reported.formUnion(try checked.reported([package], company: "USMF"))
    }
    return reported.filter { $0.severity == "error" }
  }

  @Test(
    "For F&O, in every format",
    arguments: ["contoso-sales", "contoso-sales-2019", "contoso-sales-csv"],
    FinopsFileFormat.all)
  func finops(input: String, format: FinopsFileFormat) throws {
    let (folder, packages) = try converted(input, references: []) { $0.fileFormat = format }
    #expect(packages.count >= 3)
    for references in [[], [Samples.path("contoso-finops")]] {
      let errors = try errors(packages, references: references)
      #expect(errors.isEmpty, "in \(folder.url.lastPathComponent)")
    }
  }

  @Test("For Sales, as a Configuration Migration package and as files for the import wizard", arguments: [false, true])
  func sales(writesCSV: Bool) throws {
    let reference = Samples.path("contoso-sales")
    let (folder, packages) = try converted("contoso-finops", references: [reference]) {
      $0.salesFormat = writesCSV ? .importWizard : .configurationMigration
    }
    #expect(packages.count == 3)
    for references in [[], [reference]] {
      let errors = try errors(packages, references: references)
      #expect(errors.isEmpty, "in \(folder.url.lastPathComponent)")
    }
  }
}
