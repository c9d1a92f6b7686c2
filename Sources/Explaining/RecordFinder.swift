import Conversion
import Findings
import Mapping
import Packages
import Records

/// Finds the records that are asked for while a conversion decides them, and keeps what is to be said of them.
final class RecordFinder: RecordWatcher {
  /// Where a record stands.
  struct Place: Hashable {
    var package: String
    var entity: Int
    var record: Int
  }

  /// An explanation with the findings of its record.
  struct Found {
    var explanation: RecordExplanation
    var findings: [Finding] = []

    var place: Place {
      Place(
        package: explanation.place.package, entity: explanation.entity, record: explanation.place.record?.value ?? 0)
    }
  }

  /// The header of a document.
  struct Header {
    var entity: String
    var key: String
    var record: Int
  }

  /// Beyond so many records none are kept, only counted.
  private let most: Int
  private let query: ExplainQuery
  /// The records that are asked for, as far as they are known.
  private(set) var wanted: Set<Place> = []
  private var documents: Set<[UInt8]> = []
  private(set) var found: [Found] = []
  /// The headers of documents of which a line is asked for, as far as another pass has sought them.
  private(set) var headers: [[UInt8]: Header] = [:]
  private var soughtHeaders: Set<[UInt8]> = []
  /// Keys that look like the one asked for, as long as no record has it; nil if a record is asked for.
  var nearest: NearestKeys?
  private var template = Template(name: "", title: "", order: 0, destination: .finops, tasks: [])
  /// The file and task at hand.
  private struct Asked {
    var task = -1
    var entity = -1
    var package = ""
    /// Whether its records are asked for.
    var isAsked = true
    var isHeader = false
    var isLine = false
    /// The numbers of those that are known to be wanted.
    var wanted: Set<Int> = []
  }

  private var asked = Asked()
  private var isLate = false
  private var recent: (place: FindingPlace?, findings: [Finding]) = (nil, [])
  private var text = OutputBuffer(capacity: 64)

  init(_ query: ExplainQuery, limit: Int) {
    self.query = query
    most = limit + 10_000
  }

  /// Whether another pass must explain what this one has found too late.
  var needsAnotherPass: Bool { isLate || !missingHeaders.isEmpty }

  private var missingHeaders: Set<[UInt8]> {
    let known = Set(found.filter { $0.explanation.isHeader }.map(\.documentKey))
    return Set(found.filter { $0.explanation.isLine }.map(\.documentKey)).subtracting(known).subtracting(headers.keys)
      .subtracting(soughtHeaders)
  }

  /// Makes ready for another pass over the same inputs, which knows the records that are wanted.
  func restart() {
    soughtHeaders.formUnion(missingHeaders)
    (found, isLate) = ([], false)
    recent = (nil, [])
  }

  func begin(_ template: Template) {
    self.template = template
    asked = Asked()
    recent = (nil, [])
  }

  func wants(
    _ number: Int, of input: TaskInput, task index: Int, key: borrowing OutputBuffer, _ about: borrowing WatchedRecord
  ) -> Bool {
    if asked.task != index || asked.entity != input.entity || asked.package != input.package.path {
      look(at: input, task: index)
    }
    if asked.isHeader, !soughtHeaders.isEmpty, case let mine = documentKey(about.document),
      soughtHeaders.contains(mine)
    {
      let entity = template.tasks[index].source
      headers[mine] = Header(entity: entity, key: KeyText.string(key.span), record: number)
    }
    guard asked.isAsked else { return false }
    if wanted.isEmpty { nearest?.add(key.span, entity: input.package.entities[input.entity].name) }
    if !asked.wanted.isEmpty, asked.wanted.contains(number) { return true }
    guard query.record == number || isMatch(about, key) else { return false }
    // An earlier template may have decided the record without anybody knowing that it is wanted.
    if readBefore.contains(template.tasks[index].source.lowercased()) { isLate = true }
    if wanted.count >= most {
      surplus += 1
      return false
    }
    asked.wanted.insert(number)
    wanted.insert(Place(package: input.package.path, entity: input.entity, record: number))
    return true
  }

  /// Goes on with the records of another file or task.
  private func look(at input: TaskInput, task index: Int) {
    let task = template.tasks[index]
    let entity = input.package.entities[input.entity]
    let isOfDocument = template.tasks.contains { $0.header != nil }
    let own = wanted.filter { $0.package == input.package.path && $0.entity == input.entity }
    asked = Asked(
      task: index, entity: input.entity, package: input.package.path,
      isAsked: query.asks(for: task.source, label: entity.schema?.label ?? entity.label),
      isHeader: isOfDocument && task.header == nil, isLine: task.header != nil, wanted: Set(own.map(\.record)))
  }

  /// The records that match beyond those that are kept.
  private(set) var surplus = 0

  private func isMatch(_ about: borrowing WatchedRecord, _ key: borrowing OutputBuffer) -> Bool {
    if query.matches(shown: key.span, ids: (about.id, about.salesID), &text) {
      let isByID = query.id != nil && (about.id == query.id || about.salesID == query.id)
      if isByID, asked.isHeader { documents.insert(documentKey(about.document)) }
      return true
    }
    return asked.isLine && !documents.isEmpty && documents.contains(documentKey(about.document))
  }

  /// The entities that templates before the one at hand have read.
  private var readBefore: Set<String> = []

  func end(of template: Template) { readBefore.formUnion(template.tasks.map { $0.source.lowercased() }) }

  /// Forgets which templates have run, since a pass begins.
  func beginPass() { readBefore = [] }

  func take(_ explanation: RecordExplanation) {
    var one = Found(explanation: explanation)
    if recent.place == explanation.place { one.findings = recent.findings }
    recent = (nil, [])
    found.append(one)
  }

  func settle(_ template: Template, fields: (RecordExplanation) -> [RecordExplanation.Field]?) {
    for index in found.indices where found[index].explanation.template == template.name {
      if let settled = fields(found[index].explanation) { found[index].explanation.fields = settled }
    }
  }

  /// Notes a finding, which may be about a record that is explained.
  func note(_ finding: Finding) {
    guard finding.place.record != nil else { return }
    if let index = found.lastIndex(where: { $0.explanation.place.isSameRecord(as: finding.place) }),
      found[index].explanation.template == template.name || finding.code == .deferredReferenceNotFound
    {
      let fits = found.indices.last { place in
        found[place].explanation.place.isSameRecord(as: finding.place)
          && found[place].explanation.fields.contains { $0.field == finding.field }
      }
      found[finding.code == .deferredReferenceNotFound ? fits ?? index : index].findings.append(finding)
      return
    }
    if let place = recent.place, place.isSameRecord(as: finding.place) {
      recent.findings.append(finding)
    } else {
      recent = (finding.place, [finding])
    }
  }

  private func documentKey(_ document: Span<UInt8>) -> [UInt8] {
    var key = Array(template.name.utf8) + [0]
    for place in 0..<document.count { key.append(document[place]) }
    return key
  }
}

extension RecordFinder.Found {
  /// What tells the record's document apart.
  var documentKey: [UInt8] { Array(explanation.template.utf8) + [0] + explanation.document }
}

extension RecordExplanation {
  var isHeader: Bool { isOfDocument && task.header == nil }
  var isLine: Bool { task.header != nil }
}

extension FindingPlace {
  /// Whether both are the same record of the same file.
  fileprivate func isSameRecord(as other: FindingPlace) -> Bool {
    record == other.record && file == other.file && package == other.package && entity == other.entity
  }
}
