import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// Notes for every row of the lists of a template's run where it is in the order of the whole run: an observer beside those that
/// write the lists, with a file of places for each list.
final class RowPlaces: RunObserver {
  /// The name of the file of places of a list.
  static func name(of list: String) -> String { "\(list).places" }
  /// The name of the list of filtered records of one task, which are together in one list.
  static func filtered(task: Int) -> String { "filtered-\(task)" }

  /// A file of places, which is made when the first one comes.
  private struct PlaceFile {
    let name: String
    var file: OutputFile?
    var buffer = OutputBuffer(capacity: 1 << 14)

    init(_ list: String) { name = RowPlaces.name(of: list) }

    mutating func add(_ place: RowPlace, _ output: OutputDirectory) throws {
      place.append(to: &buffer)
      if buffer.count > 1 << 20 { try flush(output) }
    }

    mutating func flush(_ output: OutputDirectory) throws {
      if buffer.count == 0 { return }
      let own = try file ?? output.file(name)
      file = own
      try own.write(buffer.take())
    }

    mutating func finish(_ output: OutputDirectory) throws {
      try flush(output)
      try file?.close(sync: false)
    }
  }

  private let output: OutputDirectory
  private var crosswalk = PlaceFile(ListNames.crosswalk)
  private var filtered: [PlaceFile] = []
  private var rejects: [PlaceFile] = []
  /// How many companies run, and how many do not.
  private let companies: (running: Int, others: Int)
  private var stretches = Stretches(tasks: 1, companies: 1, others: 0, isByCompany: false)
  private var isOfDocuments = false
  /// The stretch of the records at hand, and that of what is said of files meanwhile.
  private var stretch = Stretches.before
  private var survey = Stretches.before
  private var hasSeveralInputs = false
  /// The numbers of the files of the tasks.
  private var inputs: [String: Int] = [:]
  /// The file that the last finding was about, and its number.
  private var recent: (package: String, file: String, entity: EntityName, number: UInt32)?
  /// How much was said of files before any record came.
  private var said: UInt32 = 0

  var interest: WrittenInterest { .record }

  /// Places in files of an output, in a run of so many companies.
  init(_ output: OutputDirectory, companies: (running: Int, others: Int)) {
    (self.output, self.companies) = (output, companies)
  }

  func begin(
    _ template: Template, _ states: [TaskState], _ lookups: borrowing LookupContext, _ companies: ReferenceCompanies
  ) {
    isOfDocuments = template.tasks.contains { $0.header != nil }
    stretches = Stretches(
      tasks: states.count, companies: self.companies.running, others: self.companies.others,
      isByCompany: template.destination == .finops)
    filtered = states.indices.map { PlaceFile(RowPlaces.filtered(task: $0)) }
    rejects = states.map { PlaceFile(ListNames.rejects(of: template.name, $0.task.name)) }
    for state in states {
      for input in state.inputs {
        let file = RowPlaces.file(input.package.path, input.file, state.task.source)
        if inputs[file] == nil { inputs[file] = input.number }
      }
    }
  }

  private static func file(_ package: String, _ file: String, _ entity: String) -> String {
    "\(package)\0\(file)\0\(entity)"
  }

  func begin(_ part: TaskPart) {
    stretch = stretches.records(task: part.task, company: part.company.number)
    survey =
      isOfDocuments
      ? stretches.survey(task: part.task, company: part.company.number)
      : stretches.keys(task: part.task, company: part.company.number)
    hasSeveralInputs = part.state.hasSeveralInputs
  }

  func begin(other: Int, task index: Int) { stretch = stretches.other(other, task: index) }

  func written(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try crosswalk.add(place(of: record), output)
  }

  func rejected(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try rejects[record.task].add(place(of: record), output)
  }

  func filtered(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try filtered[record.task].add(place(of: record), output)
  }

  func merged(_ record: inout RecordView, _ lookups: borrowing LookupContext) throws {
    try filtered(&record, lookups)
  }

  private func place(of record: borrowing RecordView) -> RowPlace {
    RowPlace(stretch: stretch, input: UInt32(record.input.number), record: UInt32(record.ownNumber.value))
  }

  /// Where a finding is that is reported now.
  func place(of finding: Finding) -> RowPlace {
    let place = finding.place
    let input = number(of: place)
    if let record = place.record {
      return RowPlace(stretch: stretch, input: input, record: UInt32(record.value))
    }
    if stretch == Stretches.before {
      said += 1
      return RowPlace(stretch: Stretches.before, input: said, record: 0)
    }
    // It is known when the last record is decided.
    if finding.code == .timeOfTheRunUnknown { return RowPlace(stretch: stretches.end, input: 0, record: 0) }
    // Nothing else is said of a file before its records are read.
    let isAhead = finding.code == .filterColumnMissing
    let isSurveyed = isOfDocuments || hasSeveralInputs && !isAhead
    return RowPlace(
      stretch: isSurveyed ? survey : stretch, input: input, record: isAhead ? 0 : RowPlace.last)
  }

  private func number(of place: FindingPlace) -> UInt32 {
    if let recent, recent.package == place.package, recent.file == place.file, recent.entity == place.entity {
      return recent.number
    }
    let number = UInt32(inputs[RowPlaces.file(place.package, place.file, place.entity.rawValue)] ?? 0)
    recent = (place.package, place.file, place.entity, number)
    return number
  }

  func finish() throws {
    try crosswalk.finish(output)
    for task in filtered.indices { try filtered[task].finish(output) }
    for task in rejects.indices { try rejects[task].finish(output) }
  }
}
