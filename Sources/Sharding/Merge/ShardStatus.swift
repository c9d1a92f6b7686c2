import Archives
package import Findings
import Records

/// Which tasks of a plan are done, and which may run now.
package struct ShardStatus {
  private let plan: ShardPlan
  private var done: [String] = []
  private var missing: [String] = []
  private var next: [String] = []
  private var damaged: [String] = []
  private var stages: [(name: String, tasks: Int, done: Int)] = []

  /// Looks into the folder of a plan; with `verify` all files are compared with their digests. Throws what reading plans throws.
  package init(folder: String, expecting digest: String?, verify: Bool) throws {
    plan = try ShardPlan(folder: folder, expecting: digest)
    let folders = TaskFolders(plan, in: folder)
    try folders.check()
    var whole: Set<String> = []
    for stage in plan.stages {
      var count = 0
      let isReady = stage.after.allSatisfy(whole.contains)
      for task in stage.tasks {
        switch try folders.state(task.id, verify: verify) {
        case .done:
          done.append(task.id)
          count += 1
          continue
        case .damaged: damaged.append(task.id)
        case .missing: break
        }
        missing.append(task.id)
        if isReady { next.append(task.id) }
      }
      stages.append((stage.name, stage.tasks.count, count))
      if count == stage.tasks.count { whole.insert(stage.name) }
    }
  }

  /// The state as JSON.
  package var json: String {
    let stages = stages.map { stage in
      JSONValue.object([("name", .text(stage.name)), ("tasks", .number(stage.tasks)), ("done", .number(stage.done))])
    }
    let document = JSONValue.object([
      ("schemaVersion", .number(1)), ("plan", .text(plan.sha256)), ("complete", .truth(missing.isEmpty)),
      ("stages", .array(stages)), ("done", .texts(done)), ("missing", .texts(missing)), ("next", .texts(next)),
      ("damaged", .texts(damaged)),
    ])
    return String(decoding: document.document, as: UTF8.self)
  }

  /// The state in lines for people.
  package func lines(_ texts: Texts) -> [String] {
    var lines = stages.map { texts("shard.stage", ["stage": $0.name, "done": "\($0.done)", "tasks": "\($0.tasks)"]) }
    if !damaged.isEmpty { lines.append(texts("shard.damaged", ["tasks": damaged.joined(separator: ", ")])) }
    lines.append(
      missing.isEmpty ? texts("shard.complete") : texts("shard.next", ["tasks": next.joined(separator: ", ")]))
    return lines
  }
}
