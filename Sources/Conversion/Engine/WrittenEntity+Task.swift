import Mapping

extension WrittenEntity {
  /// The entity that a task writes.
  package init(_ state: TaskState, level: Int) {
    let (task, schema) = (state.task, state.destination)
    self.init(
      task, schema, fields: schema.side == .sales ? state.fieldsWithGenerated : state.written, level: level,
      amountColumns: state.amounts.map(\.name).filter { name in state.written.contains { $0.name == name } })
  }
}
