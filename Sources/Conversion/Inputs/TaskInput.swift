package import Packages

/// A file of an input that a task reads.
package struct TaskInput {
  package var package: Package
  package var entity: Int
  /// The place of the file among all that the task reads.
  package var number: Int
  /// The place of its package among the inputs: keys are compared within and between these.
  package var origin: Int

  package init(package: Package, entity: Int, number: Int, origin: Int) {
    (self.package, self.entity, self.number, self.origin) = (package, entity, number, origin)
  }

  /// The columns of the file.
  package var columns: [SourceColumn] { package.entities[entity].columns }

  /// Whether numbers of the file are read by a culture.
  var readsNumbers: Bool { package.entities[entity].readsNumbers }

  /// The file of the records.
  package var file: String { package.entities[entity].file }
}
