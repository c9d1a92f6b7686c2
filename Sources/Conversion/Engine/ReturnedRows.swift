import Findings
import Mapping
import Packages
import Records

/// Rows of rejects that are fed in again. One that was rejected for its key is written only if a reference of its own side
/// shows that nobody has the key which it has now: the record that had it is not in the file.
///
/// The references are read when the first such row comes.
final class ReturnedRows {
  /// What references say of a key.
  enum RecordFate: Equatable {
    /// No record of them has it.
    case free
    /// No reference holds records of the entity, so nobody knows.
    case unknown
    /// A record has it: the package, and its number there.
    case taken(package: String, record: Int)
  }

  /// The codes of faults of keys: double, contradicting, used by another company.
  static let codes: [FindingCode] = [.keyTwice, .keyContradicts, .numberOfAnotherCompany]
  /// The column that names the codes for which a row was rejected.
  static let column = "p2c_code"

  private let task: TaskTemplate
  private let pass: TaskPass
  private let context: RunContext
  /// For each input the column with the codes; -1 where there is none.
  private let columns: [Int]
  private var known: Known?

  /// The keys of the references' records.
  private struct Known {
    /// By company and key, the place of the first record among all.
    var ofCompany = KeyIndex()
    /// By key, the number of the company that has it, or of none if several have.
    var companyOf = KeyIndex()
    var companies: [String] = []
    /// The places of the packages' first records among all.
    var firsts: [(place: Int, package: String)] = []
    var records = 0
  }

  private static let several = UInt32.max

  init(_ task: TaskTemplate, inputs: [TaskInput], pass: TaskPass, _ context: RunContext) {
    self.task = task
    self.pass = pass
    self.context = context
    columns = inputs.map { input in
      input.package.entities[input.entity].columns.firstIndex { $0.heading.lowercased() == ReturnedRows.column } ?? -1
    }
  }

  /// Whether the records of an input may have been rejected before.
  @inline(__always)
  func mayHold(_ input: TaskInput) -> Bool { columns[input.number] >= 0 }

  /// The codes of faults of its key for which a row was rejected before.
  func codes(_ batch: RecordBatch, _ record: Int, of input: TaskInput) -> [FindingCode] {
    let column = columns[input.number]
    guard column >= 0, column < batch.width, !batch.range(record, column).isEmpty else { return [] }
    let named = batch.text(record, column).split { $0.isWhitespace || $0 == "," || $0 == ";" }.map { $0.uppercased() }
    return ReturnedRows.codes.filter { named.contains($0.rawValue) }
  }

  /// What the references say of the key that a row has now.
  func check(
    _ key: borrowing OutputBuffer, code: FindingCode, company: String, _ lookups: borrowing LookupContext
  ) throws -> RecordFate {
    if known == nil { known = try read(lookups) }
    guard let known, known.records > 0 else { return .unknown }
    if code == .numberOfAnotherCompany {
      var whole = OutputBuffer(capacity: 64)
      append(prefixed: key, company, to: &whole)
      guard let entry = known.companyOf.find(whole.span) else { return .free }
      let number = known.companyOf[entry]
      if number != ReturnedRows.several, known.companies[Int(number)] == company { return .free }
      for other in known.companies where other != company {
        if let found = ReturnedRows.place(key, other, known) { return found }
      }
      return .taken(package: known.firsts[0].package, record: 0)
    }
    return ReturnedRows.place(key, company, known) ?? .free
  }

  /// Appends a key as Sales has it: behind the prefix of its company.
  private func append(prefixed key: borrowing OutputBuffer, _ company: String, to whole: inout OutputBuffer) {
    let prefix = context.companies.order.stated.first { $0.id.description == company }?.prefix ?? ""
    whole.append(KeyText.bytes(prefix))
    whole.append(key.span)
  }

  private static func place(_ key: borrowing OutputBuffer, _ company: String, _ known: Known) -> RecordFate? {
    var whole = OutputBuffer(capacity: 64)
    append(company, key, to: &whole)
    guard let entry = known.ofCompany.find(whole.span) else { return nil }
    let place = Int(known.ofCompany[entry])
    guard let package = known.firsts.last(where: { $0.place <= place }) else { return nil }
    return .taken(package: package.package, record: place - package.place + 1)
  }

  private static func append(_ company: String, _ key: borrowing OutputBuffer, to whole: inout OutputBuffer) {
    whole.append(company.utf8Span.span)
    whole.append(0)
    whole.append(key.span)
  }

  private func read(_ lookups: borrowing LookupContext) throws -> Known {
    var known = Known()
    var (shown, key) = (OutputBuffer(capacity: 64), OutputBuffer(capacity: 64))
    var whole = OutputBuffer(capacity: 64)
    let references = context.inputs.sourceReferences
    for (package, entity) in references.flatMap({ package in package.indices(of: task.source).map { (package, $0) } }) {
      known.firsts.append((known.records, package.path))
      let input = TaskInput(package: package, entity: entity, number: 0, origin: 0)
      let owners = context.companies.owners?.companies.file(
        package, package.entities[entity], SourceColumns(package.entities[entity].columns))
      let stated = StatedCompanies(
        package.entities[entity].columns, of: package.entities[entity].schema, package: package,
        usual: context.companies.order.standard)
      var mapper = RecordMapper(pass.plan(input))
      var scan = try PackageScan(package, entities: [entity])
      while let (_, batch) = try scan.next() {
        guard batch.width == mapper.plan.width else { throw InferenceError.columnsKnown(package: package.path) }
        var nextIssue = 0
        for record in 0..<batch.count {
          known.records += 1
          if batch.issue(of: record, &nextIssue) != nil { continue }
          mapper.begin()
          shown.truncate(to: 0)
          key.truncate(to: 0)
          guard mapper.key(batch, record, lookups, shown: &shown, comparable: &key) == .whole else { continue }
          var company = stated.company(batch, record).description
          if let owners, let all = context.companies.owners?.companies {
            guard case .company(let owner) = all.owners[owners.owner(batch, record).code] else { continue }
            company = owner.description
          }
          whole.truncate(to: 0)
          ReturnedRows.append(company, key, to: &whole)
          _ = known.ofCompany.insert(whole, value: UInt32(known.records - 1))
          whole.truncate(to: 0)
          append(prefixed: key, company, to: &whole)
          ReturnedRows.note(company, whole, in: &known)
        }
      }
    }
    return known
  }

  private static func note(_ company: String, _ key: borrowing OutputBuffer, in known: inout Known) {
    if known.companies.last != company, !known.companies.contains(company) { known.companies.append(company) }
    let number = UInt32(known.companies.firstIndex(of: company) ?? 0)
    let (entry, isNew) = known.companyOf.insert(key, value: number)
    if !isNew, known.companyOf[entry] != number { known.companyOf[entry] = several }
  }
}
