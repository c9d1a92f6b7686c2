import Packages

/// Proof that no file of the inputs was left out: how many records readers found in each file, and how many came to a task.
///
/// The files are those that opening the packages has found, so that a file that no task asked for is missed here.
final class InputConservation {
  /// What a task says that it has read.
  struct Reading {
    var template: String
    var task: String
    /// The entity that the task reads.
    var source: String
    var records: Int
  }

  private var found: [InputFile: Int] = [:]
  private var read: [InputFile: Int] = [:]
  /// The rows of logs of changes that are no records.
  private var replaced: [InputFile: Int] = [:]

  /// Notes how many records a reader has found in a file that it has read to its end.
  func noteFound(_ records: Int, in entity: Int, of package: Package) {
    found[InputFile(entity, of: package)] = records
  }

  /// Notes how many records of a file have come to a task that has read all of it.
  func noteRead(_ records: Int, in entity: Int, of package: Package) { read[InputFile(entity, of: package)] = records }

  /// Notes how many rows of a log of changes have been counted that are no records.
  func noteReplaced(_ rows: Int, in entity: Int, of package: Package) {
    replaced[InputFile(entity, of: package)] = rows
  }

  /// How many records a file has; nil if nobody has read it to its end.
  func records(in entity: Int, of package: Package) -> Int? { found[InputFile(entity, of: package)] }

  /// Checks that tasks have read every file of their entity in the packages, and all records of it.
  /// Throws `ConversionError.notRead` and `notConserved`.
  func check(_ readings: [Reading], of packages: [Package]) throws {
    for reading in readings {
      var records = 0
      for package in packages {
        for entity in package.indices(of: reading.source) {
          let file = InputFile(entity, of: package)
          guard let found = found[file], let read = read[file], read + replaced[file, default: 0] == found else {
            throw ConversionError.notRead(file: file.name, package: file.path)
          }
          records += found
        }
      }
      guard records == reading.records else {
        throw ConversionError.notConserved(template: reading.template, task: reading.task)
      }
    }
  }
}
