import Conversion
import Findings
import Mapping
import Packages
import Reconciliation

extension FlowPicture {
  /// Exports of both sides, the templates by which they are compared, and what came of it.
  init(_ summary: ReconciliationSummary, _ texts: Texts, _ labels: [String: String]) {
    func records(_ count: Int) -> String { texts("report.records", ["count": count]) }
    let exports = summary.exports.all
    var templates: [(name: String, tasks: [ComparedTask])] = []
    for task in summary.tasks {
      if templates.last?.name != task.template.name { templates.append((task.template.name, [])) }
      templates[templates.count - 1].tasks.append(task)
    }
    var reads: [Link] = []
    for (row, export) in exports.enumerated() {
      let names = Set(export.entities.map { $0.name.lowercased() })
      for (other, template) in templates.enumerated()
      where template.tasks.contains(where: {
        names.contains($0.task.source.lowercased()) || names.contains($0.task.destination.lowercased())
      }) {
        reads.append(Link(row, other))
      }
    }
    // Filtered records are no outcome: they are not compared.
    let names = (templates.first?.tasks.first?.numbers ?? []).map(\.name).filter { $0 != "filtered" }
    func count(_ name: String, _ tasks: [ComparedTask]) -> Int {
      tasks.flatMap(\.numbers).filter { $0.name == name }.reduce(0) { $0 + $1.value }
    }
    let found = names.filter { count($0, summary.tasks) > 0 }
    let outcomes = templates.enumerated().flatMap { row, template in
      found.indices.filter { count(found[$0], template.tasks) > 0 }.map { Link(row, $0) }
    }
    self.init(
      texts("page.flowReconcile"),
      [
        exports.map { Node($0.path, $0.kind.side == .finops ? "F&O" : "Sales") },
        templates.map { Node($0.name, records($0.tasks.reduce(0) { $0 + $1.counts.read })) },
        found.map { Node(labels[$0] ?? $0, records(count($0, summary.tasks))) },
      ], links: [reads, outcomes])
  }

  /// Both exports of a comparison, their entities, and what has changed.
  init(_ summary: VersionSummary, _ texts: Texts) {
    func records(_ count: Int) -> String { texts("report.records", ["count": count]) }
    let entities = summary.entities
    let changes: [(name: String, count: (EntityVersions.Counts) -> Int)] = [
      (texts("page.same"), \.same), (texts("page.changed"), \.changed), (texts("page.added"), \.added),
      (texts("page.removed"), \.removed), (texts("page.duplicate"), { $0.doubledOld + $0.doubledNew }),
      (texts("page.unreadable"), \.unreadable),
    ]
    let found = changes.filter { change in entities.contains { change.count($0.counts) > 0 } }
    func name(_ packages: [Package]) -> String { packages.map(\.path).joined(separator: ", ") }
    func sum(_ count: (EntityVersions.Counts) -> Int) -> Int { entities.reduce(0) { $0 + count($1.counts) } }
    self.init(
      texts("page.flowDiff"),
      [
        [
          Node(name(summary.old), "\(texts("page.earlier")): \(records(sum(\.old)))"),
          Node(name(summary.new), "\(texts("page.later")): \(records(sum(\.new)))"),
        ],
        entities.map { Node($0.name, "\(texts.number($0.counts.old)) → \(texts.number($0.counts.new))") },
        found.map { change in Node(change.name, records(sum(change.count))) },
      ],
      links: [
        entities.indices.flatMap { [Link(0, $0), Link(1, $0)] },
        entities.enumerated().flatMap { row, entity in
          found.indices.filter { found[$0].count(entity.counts) > 0 }.map { Link(row, $0) }
        },
      ])
  }
}
