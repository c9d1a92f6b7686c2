import Records

extension DateNotation {
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
    let request = ScanRequest(wanted: Set(package.entities.indices), asWritten: [.dates, .pieces])
    var scan = ConfigurationMigrationReader(package, request)
    while let (entity, batch) = try scan?.next() {
      let columns = scan?.columns(of: entity) ?? []
      let bytes = batch.bytes.span
      for column in columns.indices where columns[column].isDate {
        for record in 0..<batch.count { note(bytes.extracting(batch.range(record, column).bounds)) }
      }
    }
    self = orders.count == 1 ? .culture(orders.first ?? .dayFirst) : .unclear
  }
}
