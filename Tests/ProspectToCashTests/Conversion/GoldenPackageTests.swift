import Foundation
import ProspectToCash
import TestSupport
import Testing

/// The sample packages and the files kept of their conversions.
enum Samples {
  /// The folder of the package's sources.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the samples.
  static let folder = root.appending(path: "samples")

  /// The path of a sample.
  static func path(_ name: String) -> String { folder.appending(path: name + ".zip").path }

  /// The folder of the files kept of a sample's conversion.
  static func golden(_ name: String) -> URL { root.appending(path: "Tests/ProspectToCashTests/Golden/\(name)") }

  /// Converts a sample. What goes to Sales has the other sample as its reference.
  static func convert(
    _ name: String, to folder: TestFolder, jobs: Int = 2, stretch: Int? = nil, as output: String = "out"
  ) throws
    -> URL
  {
    let job = try ConversionJob(packages: [path(name)], output: folder.path(output), project: nil) { options in
      options.epoch = 1_717_407_000
      options.jobs = jobs
      options.stretch = stretch
      if name == "contoso-finops" { options.references = [PackagePath(path("contoso-sales"))] }
    }
    _ = try job.run(progress: .silent)
    return folder.url.appending(path: output)
  }
}

@Suite("Conversions of the samples")
struct GoldenPackageTests {
  static let names = ["contoso-sales", "contoso-sales-2019", "contoso-sales-csv", "contoso-finops"]

  @Test("A sample becomes the packages, findings, rejects and counts that are kept", arguments: names)
  func golden(name: String) throws {
    let folder = try TestFolder()
    let output = try Samples.convert(name, to: folder)
    var texts = try OutputTree.texts(of: output)
    texts["counts.csv"] = try ReportedCounts(output).csv
    texts = texts.mapValues { $0.replacing(Samples.folder.path, with: "samples") }
    #expect(try GoldenFiles(Samples.golden(name)).differences(texts) == [])
  }

  @Test("However many threads there are, all files have the same bytes", arguments: names)
  func jobs(name: String) throws {
    let folder = try TestFolder()
    let one = try OutputTree(Samples.convert(name, to: folder, jobs: 1, as: "jobs-1")).files
    // Short stretches, so that each batch is worked on by several threads.
    for (jobs, stretch) in [(2, nil), (3, 1), (3, 2), (8, 5), (64, 1)] {
      let output = try Samples.convert(
        name, to: folder, jobs: jobs, stretch: stretch, as: "jobs-\(jobs)-\(stretch ?? 0)")
      let several = try OutputTree(output).files
      #expect(one.keys.sorted() == several.keys.sorted())
      for (file, bytes) in one { #expect(several[file] == bytes, "\(file) with \(jobs) threads") }
    }
  }
}
