import Archives
import Conversion
import Mapping
import Packages
import Records

/// Writes import packages that make one side like the other: records that it lacks with all fields, and of those that
/// differ the key or the id and what differs.
struct Fixes {
  private let folder: OutputDirectory
  private let options: ConversionOptions

  /// Packages in the folder, written as the options say.
  init(to folder: OutputDirectory, _ options: ConversionOptions) {
    self.folder = folder
    var options = options
    options.isDryRun = false
    self.options = options
  }

  /// Lets the products that are written be known to the price list items that fixes may have to write; before they pass.
  func prepare(_ lookups: borrowing LookupContext, _ schemas: SchemaCatalogue) throws {
    guard let products = try lookups.destination(ProductCatalogue.products, of: schemas) else { return }
    lookups.destinations[products].isLookedUp = true
  }

  /// Writes the packages of a template that was compared by, and of the price list items that it makes if they were
  /// compared. `context` is that of the comparison.
  func write(
    _ template: Template, _ tasks: [ComparedTask], items: ComparedTask?, _ context: RunContext,
    _ lookups: inout LookupContext
  ) throws -> [PackageReport] {
    let comparison = context
    let context = RunContext(
      options: options, inputs: context.inputs, schemas: context.schemas, output: folder, findings: context.findings,
      progress: context.progress,
      observers: [AmountTotals(context.schemas, context.findings, reportsUnmapped: false)], time: context.time,
      indexed: context.indexed)
    context.adoptCompanies(of: comparison)
    for task in tasks { task.changed.sort() }
    items?.changed.sort()
    var packages: [PackageReport] = []
    for kind in FixRun.Kind.allCases {
      guard var run = try FixRun(kind, template, tasks, items: items, context, lookups) else { continue }
      let report = try run.write(&lookups)
      if options.readsBack, let written = WrittenPackages(report, in: folder) {
        try ReadBack.compare(written, PackageOpener(schemas: context.schemas, limits: .ownOutput))
      }
      packages += report.packages
    }
    OutputDigests.fill(&packages, try OutputDigests.values([OutputDigests(packages.map(\.path), in: folder)]))
    return packages
  }
}
