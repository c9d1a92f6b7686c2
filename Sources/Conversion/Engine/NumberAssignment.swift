import Findings
import Mapping
import Packages
import Records

/// Gives every account and contact of the inputs that has no number one by the sequence of the templates
/// (`--assign-numbers`), in source order, past the numbers that are taken. The same inputs give the same numbers.
struct NumberAssignment {
  private let context: RunContext
  private let package: NumbersPackage
  private var text = OutputBuffer(capacity: 64)

  init(_ context: RunContext) {
    self.context = context
    package = NumbersPackage(context)
  }

  /// Takes the numbers that inputs bring. If numbers are to be assigned, numbers the other records, reports each number, and
  /// writes the package that brings them back into Sales.
  mutating func run(_ lookups: inout LookupContext) throws {
    for sequence in try context.schemas.numberSequences() where context.inputs.hold(sequence.table) {
      var numbers = AssignedNumbers(table: sequence.table, column: sequence.column, prefix: sequence.prefix)
      try context.inputs.updates.fill(
        &numbers, of: sequence, context.inputs, to: context.findings)
      if context.options.assignsNumbers, let schema = try context.schemas.schema(named: sequence.table) {
        let taken = try taken(numbers)
        package.begin(schema, column: sequence.column)
        try assign(&numbers, taken: taken, idColumn: sequence.idColumn, lookups)
        try package.end()
      }
      if numbers.count > 0 || numbers.hasUpdates { lookups.numbers.append(numbers) }
    }
    context.numberPackages = try package.finish()
    context.numberTallies = package.tallies
  }

  /// The running numbers that records of inputs and references have.
  private func taken(_ numbers: AssignedNumbers) throws -> Set<UInt32> {
    var taken: Set<UInt32> = []
    numbers.forEachUpdate { text in
      if let number = numbers.runningNumber(of: text) { taken.insert(number) }
    }
    for package in context.inputs.sources + context.inputs.sourceReferences {
      var scan = try PackageScan(package, entities: Set(package.indices(of: numbers.table)))
      while let (entity, batch) = try scan.next() {
        guard let column = SourceColumns(scan.columns(of: entity)).values[numbers.column] else { continue }
        for record in 0..<batch.count {
          let text = batch.bytes.span.extracting(batch.range(record, column).bounds)
          if let number = numbers.runningNumber(of: text) { taken.insert(number) }
        }
      }
    }
    return taken
  }

  private mutating func assign(
    _ numbers: inout AssignedNumbers, taken: Set<UInt32>, idColumn: String, _ lookups: borrowing LookupContext
  ) throws {
    var next = UInt32(clamping: context.options.firstNumber)
    for package in context.inputs.sources {
      var scan = try PackageScan(package, entities: Set(package.indices(of: numbers.table)))
      while let (entity, batch) = try scan.next() {
        let columns = SourceColumns(scan.columns(of: entity))
        let column = columns.values[numbers.column]
        guard let idColumn = columns.values[idColumn] else { continue }
        for record in 0..<batch.count {
          if let column {
            let number = batch.bytes.span.extracting(batch.range(record, column).bounds)
            if !KeyText.trimmed(number).isEmpty { continue }
          }
          // A record without an id cannot be found again, so that no number could be brought back to it.
          guard let id = GUID(batch.bytes.span.extracting(batch.range(record, idColumn).bounds)), !numbers.contains(id),
            !numbers.isUpdated(id)
          else { continue }
          while taken.contains(next) { next += 1 }
          numbers.assign(next, to: id)
          next += 1
          text.truncate(to: 0)
          numbers.append(of: id, to: &text)
          try self.package.add(text, id: id, lookups)
          try report(numbers, package, entity, batch, record)
        }
      }
    }
  }

  private func report(
    _ numbers: borrowing AssignedNumbers, _ package: Package, _ entity: Int, _ batch: RecordBatch, _ record: Int
  ) throws {
    var place = FindingPlace(package, package.entities[entity]).entity(numbers.table)
    (place.record, place.line) = (batch.number(of: record), Int(batch.lines[record]))
    place.key = String(decoding: text.copy(), as: UTF8.self)
    try context.findings.add(
      Finding(.columnDerived, .info, at: place, field: numbers.column, detail: .name(place.key)))
  }
}
