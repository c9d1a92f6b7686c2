public import Records

/// How the dates of a package are written.
///
/// They all come from one export on one machine. So the order of day and month is found once, for all tables together.
public enum DateNotation: Sendable, Equatable {
  /// ISO 8601, as far as is known: readers that meet another form throw `WrongAssumption.datesAreISO`.
  case iso
  /// As the exporting machine's settings say, in the order that the package shows.
  case culture(DateOrder)
  /// As the exporting machine's settings say, in an order that nothing shows or in both.
  case unclear

  /// Finds the notation out: reads all dates of a package.
  init(of package: Package) throws {
    var orders: Set<DateOrder> = []
    func note(_ text: Span<UInt8>) {
      if let order = CultureDate(text)?.order { orders.insert(order) }
    }
    if let timestamp = package.versions["timestamp"] {
      let bytes = Array(timestamp.utf8)
      note(bytes.span)
    }
    var scan = try PackageScan(package, entities: Set(package.entities.indices), asWritten: [.dates, .pieces])
    while let (entity, batch) = try scan.next() {
      let columns = scan.columns(of: entity)
      let bytes = batch.bytes.span
      for column in columns.indices where columns[column].isDate {
        for record in 0..<batch.count { note(bytes.extracting(batch.range(record, column).bounds)) }
      }
    }
    self = orders.count == 1 ? .culture(orders.first ?? .dayFirst) : .unclear
  }
}

extension [PackageEntity] {
  /// Marks the columns of dates, whose order nobody knows.
  mutating func markDatesUnclear() {
    for entity in indices {
      for column in self[entity].columns.indices where self[entity].columns[column].isDate {
        self[entity].columns[column].isUnclearDate = true
      }
    }
  }
}
