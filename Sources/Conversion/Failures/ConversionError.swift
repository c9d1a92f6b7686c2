import Mapping

/// Why a conversion cannot be done, beside what packages and projects say themselves.
public enum ConversionError: Error, Sendable, Equatable {
  /// The inputs hold both sides and nothing says which way to go (exit code 64).
  case bothSides
  /// Numbers are given on the way to F&O only (exit code 64).
  case numbersToSales
  /// An entity has more columns than files of the format take (exit code 64).
  case tooManyColumns(entity: String, format: String, most: Int)
  /// What belongs into one package has more records of an entity than files of the format take (exit code 64).
  case tooManyRecords(entity: String, format: String, most: Int)
  /// Records were read and neither written, rejected nor filtered (exit code 70).
  case notConserved(template: String, task: String)
  /// A file of the inputs was not read by the task that should have, or not with all its records (exit code 70).
  case notRead(file: String, package: String)
  /// A package reads otherwise than it was meant (exit code 70).
  case notAsWritten(package: String, ReadBackDifference)
  /// A template writes an entity that no schema describes (exit code 70: templates are checked before).
  case unknownEntity(String)

  /// The exit code of the command.
  public var exitCode: Int32 {
    switch self {
    case .bothSides, .numbersToSales, .tooManyColumns, .tooManyRecords: 64
    case .notConserved, .notRead, .notAsWritten, .unknownEntity: 70
    }
  }
}

/// What of a package is not what was meant when it is read back.
public enum ReadBackDifference: Sendable, Equatable {
  /// It is damaged, or does not hold the entities that were written.
  case unreadable
  /// It has more or fewer records.
  case records(found: Int, meant: Int)
  /// Records of the entity have other keys.
  case keys(entity: String)
  /// The amounts of a column have another sum.
  case amounts(entity: String, column: String)
  /// A file that was repaired has records with other values.
  case values(file: String)
}
