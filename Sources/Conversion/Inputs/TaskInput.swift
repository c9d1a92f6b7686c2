package import Packages

/// A file of an input that a task reads.
package struct TaskInput {
  package var package: Package
  package var entity: Int
  /// The place of the file among all that the task reads.
  var number: Int
  /// The place of its package among the inputs: keys are compared within and between these.
  var origin: Int

  /// The columns of the file.
  var columns: [SourceColumn] { package.entities[entity].columns }

  /// Whether numbers of the file are read by a culture.
  var readsNumbers: Bool { package.entities[entity].readsNumbers }

  /// The file of the records.
  var file: String { package.entities[entity].file }
}
