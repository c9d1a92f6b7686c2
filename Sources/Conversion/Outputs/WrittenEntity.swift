package import Mapping

/// An entity of a package as a writer needs to know it.
package struct WrittenEntity {
  let task: TaskTemplate
  let schema: EntitySchema
  /// The destination columns and their places in the template; generated records may have some besides.
  let fields: [(name: String, field: Int)]
  /// The level in the execution unit: headers come before lines.
  let level: Int
  /// The columns that have control totals.
  let amountColumns: [String]

  /// An entity of a task; generated records may be all that it has.
  package init(
    _ task: TaskTemplate, _ schema: EntitySchema, fields: [(name: String, field: Int)], level: Int,
    amountColumns: [String]
  ) {
    (self.task, self.schema, self.fields, self.level) = (task, schema, fields, level)
    self.amountColumns = amountColumns
  }

  /// Whether each record makes a price list item besides.
  var generatesItems: Bool { task.generates == .priceListItems && schema.side == .sales }
}
