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

  /// The entity with some of its columns.
  func keeping(_ isKept: ((name: String, field: Int)) -> Bool) -> WrittenEntity {
    WrittenEntity(task, schema, fields: fields.filter(isKept), level: level, amountColumns: amountColumns)
  }

  /// The entity with other columns, of which none is added up, and nothing but its records.
  func writing(_ fields: [(name: String, field: Int)]) -> WrittenEntity {
    var task = task
    task.generates = nil
    return WrittenEntity(task, schema, fields: fields, level: level, amountColumns: [])
  }

  /// Whether each record makes a price list item besides.
  var generatesItems: Bool { task.generates == .priceListItems && schema.side == .sales }
}
