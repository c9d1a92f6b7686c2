import Archives
import Findings
import Mapping
import Packages

/// The run of a template, which may wait for all templates to have run: for its second packages and for explanations. An
/// object, since a run cannot be copied.
final class LentRun {
  var run: TemplateRun

  init(_ run: consuming TemplateRun) { self.run = run }
}

/// Second packages for references to records that come later.
extension Conversion {
  /// The references of the templates that second packages may bring.
  func deferrable(_ chosen: [Template], to destination: Side) throws -> [DeferrableReferences] {
    guard options.defersReferences(to: destination) else { return [] }
    return try TemplateOrder(chosen, catalogue: templates, schemas: schemas, defersReferences: true)
      .deferrable(schemas)
  }

  /// Finds out by a run that writes and reports nothing which references point to records that come later. It goes as far as
  /// the last template that has such references, or writes what they lead to.
  func rehearse(
    _ chosen: [Template], _ deferrable: [DeferrableReferences], _ inputs: Inputs, _ inferred: InferredLayout,
    _ setup: RunSetup
  ) throws -> WavePlan {
    if deferrable.isEmpty { return WavePlan() }
    let referred = Set(deferrable.flatMap(\.references).flatMap(\.entities))
    let last = chosen.lastIndex { template in
      deferrable.contains { $0.template == template.name }
        || template.tasks.contains { referred.contains($0.destination.lowercased()) }
    }
    guard let last else { return WavePlan() }
    var options = options
    options.isDryRun = true
    let rehearsal = Conversion(
      options, schemas: schemas, templates: templates, findings: findings, progress: progress)
    let book = ReferenceBook(deferrable)
    defer { book.forget() }
    _ = try rehearsal.convert(
      Array(chosen[...last]), inputs, inferred, FindingSink(catalogue: findings, mostPerCode: 0),
      RunSetup(purpose: setup.purpose, onlyFed: setup.onlyFed, observers: [book], defersReferences: false))
    return book.plan
  }

  /// Writes the second packages of a template that has run.
  func writeReferences(
    _ run: inout TemplateRun, into report: inout TemplateReport, to output: OutputDirectory?,
    _ lookups: inout LookupContext
  ) throws {
    let context = run.context
    guard let output, let second = try run.writeReferences(&lookups) else { return }
    context.digests.append(OutputDigests(second.packages.map(\.path), in: output))
    if context.isReadBack, let written = second.written(in: output) { try context.readBack.begin(written) }
    let company = report.packages.first?.company ?? ""
    report.packages += second.packages.map { package in
      var package = package
      if run.template.destination == .sales { package.company = company }
      return package
    }
  }
}

extension Template {
  /// The template with its fields marked that second packages may bring.
  func marking(_ deferrable: [DeferrableReferences]) -> Template {
    deferrable.first { $0.template == name }.map(marking) ?? self
  }
}
