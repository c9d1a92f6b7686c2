public import Archives
package import Conversion
public import Findings
import Mapping
import Packages

/// Repairs a package: what can be repaired without knowing the business, and nothing else.
public struct RepairJob {
  /// What a repair may be reported.
  public struct Options: Sendable {
    /// What archives may ask of the machine.
    public var limits = ReadLimits.standard
    /// Whether an existing file may be replaced.
    public var replacesOutput = false
    /// The time that the archive's entries bear; nil for the package's own.
    public var epoch: Int64?
    /// How many threads may work side by side.
    public var jobs = 1
    /// Whether what was written is read back and compared before it appears.
    public var readsBack = true
    /// How many repairs of each code are listed.
    public var maxFindings = Int.max
    /// The language of messages.
    public var language = Language.english
    /// Where a page about the repairs is written; nil for none.
    public var report: String?

    /// The usual.
    public init() {}
  }

  /// The level at which archives are packed.
  private static let compression = 6

  private let package: String
  private let output: String
  private let options: Options

  /// A repair of the package at a path into another one.
  public init(package: String, output: String, options: Options) {
    self.package = package
    self.output = output
    self.options = options
  }

  /// Makes the page about a repair.
  package typealias Report = (_ summary: RepairSummary) throws -> String

  /// Writes the repaired package: a zip, or of a single file a file. The page, which `reporting` makes if one is asked for,
  /// appears right before it. Throws `ArchiveError`, `PackageError`, `ConversionError.notAsWritten`, `Failure`.
  package func run(progress: Progress, reporting: Report) throws -> RepairSummary {
    let watch = InputWatch(meter: progress.meter)
    return try watch.guarding { try repair(watch, progress, reporting) }
  }

  private func repair(_ watch: InputWatch, _ progress: Progress, _ reporting: Report) throws -> RepairSummary {
    try InputGuard([package]).check(output: output)
    if let report = options.report {
      try InputGuard([package]).check(output: report)
      if AtomicFile.areSame(report, output) {
        throw Failure(message: "\(report): is the output, too; choose another name for the page", exitCode: 64)
      }
    }
    let container = try Container.package(at: package, named: package, limits: options.limits, watch: watch)
    progress.report(.package(package))
    // It is read for its faults, to be written, and to be compared.
    let size = container.entries.reduce(0) { $0 + $1.size }
    progress.meter?.expect(bytes: (options.readsBack ? 3 : 2) * size)
    let file = try AtomicFile(at: output, replacing: options.replacesOutput)
    let page = try options.report.map { try AtomicFile(at: $0, replacing: options.replacesOutput) }
    let sink = FindingSink(
      catalogue: try .builtIn(in: options.language), mostPerCode: options.maxFindings,
      items: FindingSpool(showsValues: false))
    let given = ChecksummedEntries()
    let passed: [PassedEntry]
    do {
      let time = try RunTime(given: options.epoch, repairing: container).seconds
      let repair = try PackageRepair(container, schemas: try .builtIn(), time: time, add: sink.add)
      if container.kind == .file {
        passed = try repair.run(to: ChecksummingOutput(output: PlainOutput(file: file.file), entries: given))
      } else {
        let zip = ZipWriter(file: file.file, level: RepairJob.compression, time: time, jobs: options.jobs)
        passed = try repair.run(to: ChecksummingOutput(output: ZipOutput(zip: zip), entries: given))
        try zip.finish()
      }
    } catch let error as ArchiveError {
      throw PackageError.archive(error)
    }
    // Nothing may fail once the file has appeared.
    let digest = try FileDigest { (body) throws(ArchiveError) in try file.stream(body) }
    if options.readsBack {
      progress.report(.checking)
      try RepairCheck(container, given: given, passed: passed).run(file.temporaryPath, for: output)
    }
    let summary = RepairSummary(
      input: package, output: output, digest: digest,
      inputDigest: try page.map { _ in try FileDigest(input: container) }, options: options, findings: sink)
    if let page {
      try page.file.write(try reporting(summary))
      try page.commit(isLast: false, check: watch.check)
    }
    do {
      try file.commit(check: watch.check)
    } catch {
      // A page about a package that is not there would mislead.
      page?.withdraw()
      throw error
    }
    return summary
  }
}

/// Entries into an archive.
private struct ZipOutput: EntryOutput {
  let zip: ZipWriter

  func begin(_ name: String) throws { try zip.begin(name) }
  func write(_ bytes: [UInt8]) throws { try zip.write(bytes) }
  func end() throws { try zip.end() }
}

/// The only entry into a file.
private struct PlainOutput: EntryOutput {
  let file: OutputFile

  func begin(_ name: String) throws {}
  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }
  func end() throws {}
}
