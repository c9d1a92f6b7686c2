import Mapping
package import Packages
package import Records

/// What companies put before the numbers of their records in Sales, in the comparable form of keys.
package struct KeyPrefixes {
  private let prefixes: [[UInt8]]
  private let owners: RecordOwners

  /// The prefixes of the companies of a run by their numbers; `owners` say whose records are.
  init(prefixes: [[UInt8]], owners: RecordOwners) { (self.prefixes, self.owners) = (prefixes, owners) }

  /// The records of one file, in whose order they are asked for.
  package func file(_ package: Package, _ entity: Int) -> File {
    let about = package.entities[entity]
    return File(self, owners.companies.file(package, about, SourceColumns(about.columns)))
  }

  /// The records of one file.
  package struct File {
    private let prefixes: KeyPrefixes
    private let file: RecordCompanies.OwnedFile

    fileprivate init(_ prefixes: KeyPrefixes, _ file: RecordCompanies.OwnedFile) {
      (self.prefixes, self.file) = (prefixes, file)
    }

    /// The prefix of a record; nil if its company does not run.
    package func prefix(_ batch: borrowing RecordBatch, _ record: Int) -> [UInt8]? {
      let number = prefixes.owners.number(of: file.owner(batch, record).code) - 1
      return prefixes.prefixes.indices.contains(number) ? prefixes.prefixes[number] : nil
    }
  }
}
