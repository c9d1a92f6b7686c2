import Archives
import Conversion
import Mapping

/// Copies the packages of parts into an output, under the names that they have there.
struct MergedPackages {
  private let folders: TaskFolders
  private let output: OutputDirectory

  /// Packages of tasks in folders, copied into an output.
  init(_ folders: TaskFolders, _ output: OutputDirectory) { (self.folders, self.output) = (folders, output) }

  /// Copies the packages of all parts of a template, numbered where it, or a company of it, has several: companies in their
  /// order, within each the parts in theirs. Throws `ShardError` for packages that are not what the task has made.
  func publish(
    _ stage: ShardMerge.Stage, _ parts: [PartSummary], _ report: TemplateReport, to side: Side
  ) throws -> [PackageReport] {
    var own: [(task: String, package: PackageReport)] = []
    for (part, summary) in parts.enumerated() {
      for package in summary.packages {
        var package = package
        package.part = part
        own.append((stage.tasks[part], package))
      }
    }
    let companies = report.tasks.flatMap { $0.companies.map(\.name) }
    var found: [String] = []
    for (_, package) in own where !found.contains(Self.folder(of: package)) { found.append(Self.folder(of: package)) }
    let rank = { (folder: String) -> Int in
      let company = own.first { Self.folder(of: $0.package) == folder }?.package.company ?? ""
      return companies.firstIndex(of: company) ?? companies.count
    }
    let written = Set(report.tasks.flatMap(\.companies).filter { $0.counts.written > 0 }.map(\.name))
    var published: [PackageReport] = []
    for folder in found.sorted(by: { rank($0) < rank($1) }) {
      let mine = own.filter { Self.folder(of: $0.package) == folder }
      let names = SplitNames(stage.template, folder: folder).names(mine.count)
      for (name, (task, package)) in zip(names, mine) {
        try copy(package, as: name, of: task)
        var package = package
        package.path = name
        if side == .sales { package.company = written.count == 1 ? written.first ?? "" : "" }
        published.append(package)
      }
    }
    return published
  }

  /// The folder of a package below that of all, with its slash.
  private static func folder(of package: PackageReport) -> String {
    package.path.split(separator: "/").dropFirst().dropLast().map { "\($0)/" }.joined()
  }

  /// Copies a package of a task. Throws `ShardError` if it is not what the task has made.
  func copy(_ package: PackageReport, as name: String, of task: String) throws {
    let source = try TaskFile(
      Receipt.Output(path: package.path, bytes: Int(clamping: package.bytes), sha256: package.sha256), of: task, folders
    )
    let target = try output.file(name)
    while let piece = try source.takeSome() { try target.write(piece) }
    try source.finish()
    try target.close(sync: false)
  }
}
