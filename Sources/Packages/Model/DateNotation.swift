public import Records

/// How the dates of a package are written.
///
/// They all come from one export on one machine. So the order of day and month is found once, for all tables together.
public enum DateNotation: Sendable, Equatable {
  /// ISO 8601, as far as is known: readers that meet another form throw `InferenceError.datesAreISO`.
  case iso
  /// As the exporting machine's settings say, in the order that the package shows.
  case culture(DateOrder)
  /// As the exporting machine's settings say, in an order that nothing shows or in both.
  case unclear
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
