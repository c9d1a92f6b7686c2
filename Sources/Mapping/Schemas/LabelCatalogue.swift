import Synchronization

/// How exports in other languages call entities and their columns; worked out when it is first asked for.
public final class LabelCatalogue: Sendable {
  private let labels: [LocalizedLabels]
  private let headings = Mutex<[String: LocalizedHeadings]>([:])

  /// The labels that come with the tool.
  init() throws(ProjectError) {
    var labels: [LocalizedLabels] = []
    for language in LocalizedLabels.languages { labels.append(try LocalizedLabels(language)) }
    self.labels = labels
  }

  /// The display names of an entity's columns.
  public func headings(of schema: EntitySchema) -> LocalizedHeadings {
    let name = schema.name.lowercased()
    if let known = headings.withLock({ $0[name] }) { return known }
    let made = LocalizedHeadings(schema, labels)
    headings.withLock { $0[name] = made }
    return made
  }

  /// The entities by what tables are called, in lower case. A name that several have stands for none.
  func tables(_ entries: [SchemaCatalogue.Entry]) -> [String: String] {
    var found: [String: Set<String>] = [:]
    for entry in entries where entry.side == .sales {
      for name in labels.flatMap({ $0.names(ofTable: entry.label) }) {
        found[name.lowercased(), default: []].insert(entry.name)
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }
}
