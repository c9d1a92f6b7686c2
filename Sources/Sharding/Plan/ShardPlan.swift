import Archives
import Conversion
import Findings
import Mapping
import Records

/// What is to be done, as data: inputs, options, stages and their tasks. It holds no code and no command lines.
struct ShardPlan {
  /// An input or reference.
  struct Input: Equatable {
    /// As it was given, with the company before it.
    var path: String
    var isReference: Bool
    var bytes: Int
    var mark: String

    var json: JSONValue {
      .object([
        ("path", .text(path)), ("role", .text(isReference ? "reference" : "input")), ("bytes", .number(bytes)),
        ("mark", .text(mark)),
      ])
    }
  }

  /// The smallest thing that an engine runs.
  struct Task: Equatable {
    var id: String
    var part: Int?
    var inputs: [Int]
    var reads: [String]

    var json: JSONValue {
      var members: [(name: String, value: JSONValue)] = [("id", .text(id))]
      if let part { members.append(("part", .number(part))) }
      return .object(members + [("inputs", .numbers(inputs)), ("reads", .texts(reads))])
    }
  }

  /// Tasks of one kind.
  struct Stage: Equatable {
    var name: String
    var template: String?
    var after: [String]
    var tasks: [Task]

    var json: JSONValue {
      var members: [(name: String, value: JSONValue)] = [("name", .text(name))]
      if let template { members.append(("template", .text(template))) }
      return .object(members + [("after", .texts(after)), ("tasks", .array(tasks.map(\.json)))])
    }
  }

  static let fileName = "plan.json"
  /// The one task of the stage that finds out what all parts must know.
  static let index = "index-0"
  static let kind = "p2c-shard-plan"
  static let hash = "fnv1a64-fmix64"
  static let parts = 1...4096
  static let mostTasks = 1_000_000
  static let largest = 64 << 20

  var parts: Int
  var direction: String
  var time: Int?
  var base: String
  var project: (path: String, sha256: String)?
  var options: ShardOptions
  var inputs: [Input]
  var stages: [Stage]
  /// The SHA-256 of `plan.json`.
  var sha256 = ""

  init(
    parts: Int, direction: String, time: Int?, base: String, project: (path: String, sha256: String)?,
    options: ShardOptions, inputs: [Input], stages: [Stage]
  ) {
    (self.parts, self.direction, self.time, self.base) = (parts, direction, time, base)
    (self.project, self.options, self.inputs, self.stages) = (project, options, inputs, stages)
  }

  /// `plan.json`.
  var document: [UInt8] {
    JSONValue.object([
      ("schemaVersion", .number(1)), ("kind", .text(ShardPlan.kind)), ("tool", .text("p2c")),
      ("version", .text(ToolVersion.text)), ("parts", .number(parts)), ("hash", .text(ShardPlan.hash)),
      ("direction", .text(direction)), ("time", .optional(time)), ("base", .text(base)),
      ("project", project.map { .object([("path", .text($0.path)), ("sha256", .text($0.sha256))]) } ?? .null),
      ("options", options.json), ("inputs", .array(inputs.map(\.json))), ("stages", .array(stages.map(\.json))),
    ]).document
  }

  /// Reads the plan of a folder. Throws `ShardError`, `ArchiveError`.
  init(folder: String, expecting digest: String?) throws {
    guard try WholeFile.kind(folder) == .folder else {
      throw Failure(message: "\(folder): there is no plan; check the path", exitCode: 66)
    }
    let path = "\(folder)/\(ShardPlan.fileName)"
    let kind = try WholeFile.kind(path)
    if kind == .nothing { throw Failure(message: "\(path): there is no such file; check the path", exitCode: 66) }
    guard case .file = kind,
      let bytes = try ifReadable({ try WholeFile.read(path, limit: ShardPlan.largest) })
    else {
      throw ShardError.plan(reason: "\(path): is no plain file that can be read, or larger than a plan is")
    }
    let found = Digests.sha256(bytes)
    if let digest, digest.lowercased() != found {
      throw ShardError.other(reason: "\(path): is another plan than the one that was asked for")
    }
    guard let json = try? JSONTree(bytes) else { throw ShardError.plan(reason: "\(path): is no well-formed JSON") }
    try self.init(json)
    sha256 = found
    try check()
  }

  private init(_ json: JSONTree) throws {
    func wrong(_ member: String) -> ShardError { .plan(reason: "plan.json: \(member) is missing or out of range") }
    guard json["schemaVersion"]?.int == 1 else { throw wrong("schemaVersion") }
    guard json["kind"]?.string == ShardPlan.kind else { throw wrong("kind") }
    guard json["tool"]?.string == "p2c" else { throw wrong("tool") }
    guard let version = json["version"]?.string else { throw wrong("version") }
    guard version == ToolVersion.text else {
      throw ShardError.other(
        reason:
          "plan.json: was made by another version than \(ToolVersion.text); use the one that planned, or plan again")
    }
    guard let parts = json["parts"]?.int, ShardPlan.parts.contains(parts) else { throw wrong("parts") }
    guard json["hash"]?.string == ShardPlan.hash else { throw wrong("hash") }
    guard let direction = json["direction"]?.string, Side.allCases.contains(where: { $0.direction == direction }) else {
      throw wrong("direction")
    }
    switch json["time"] {
    case .null: time = nil
    case .int(let seconds) where (0...253_402_300_799).contains(seconds): time = seconds
    default: throw wrong("time")
    }
    guard let base = json["base"]?.string, base.hasPrefix("/"), ShardPlan.isPlain(base) else { throw wrong("base") }
    (self.parts, self.direction, self.base) = (parts, direction, base)
    switch json["project"] {
    case .null: break
    case .some(let value):
      guard let path = value["path"]?.string, let digest = value["sha256"]?.string, ShardPlan.isDigest(digest) else {
        throw wrong("project")
      }
      project = (path, digest)
    default: throw wrong("project")
    }
    guard let options = json["options"].flatMap(ShardOptions.init) else { throw wrong("options") }
    self.options = options
    guard let inputs = json["inputs"]?.array, !inputs.isEmpty else { throw wrong("inputs") }
    self.inputs = try inputs.map { item in
      guard let path = item["path"]?.string, !path.isEmpty, ShardPlan.isPlain(path), let role = item["role"]?.string,
        ["input", "reference"].contains(role), let bytes = item["bytes"]?.int, bytes >= 0,
        let mark = item["mark"]?.string, ShardPlan.isDigest(mark)
      else { throw wrong("inputs") }
      return Input(path: path, isReference: role == "reference", bytes: bytes, mark: mark)
    }
    guard let stages = json["stages"]?.array, !stages.isEmpty else { throw wrong("stages") }
    self.stages = try stages.map { item in
      guard let name = item["name"]?.string, let after = item["after"]?.strings, let tasks = item["tasks"]?.array else {
        throw wrong("stages")
      }
      let template = item["template"]
      guard template == nil || template?.string == name else { throw wrong("template") }
      return Stage(
        name: name, template: template?.string, after: after,
        tasks: try tasks.map { task in
          guard let id = task["id"]?.string, let inputs = task["inputs"]?.ints, let reads = task["reads"]?.strings
          else {
            throw wrong("tasks")
          }
          let part = task["part"]
          guard part == nil || part?.int != nil else { throw wrong("part") }
          return Task(id: id, part: part?.int, inputs: inputs, reads: reads)
        })
    }
  }

  /// Checks that the stages are those that this version makes of the inputs and templates; so nothing in them leads anywhere
  /// else. Throws `ShardError`.
  private func check() throws {
    guard stages.reduce(0, { $0 + $1.tasks.count }) <= ShardPlan.mostTasks else {
      throw ShardError.plan(reason: "plan.json: has more than \(ShardPlan.mostTasks) tasks")
    }
    let templates = stages.filter { $0.template != nil }
    for stage in stages {
      guard ShardPlan.isName(stage.name) else { throw ShardError.plan(reason: "plan.json: a stage has no proper name") }
    }
    var names: Set<String> = []
    var waits: [String: [String]] = [:]
    for stage in templates {
      let own = stage.after.filter { !["split", "index", "place"].contains($0) }
      guard names.insert(stage.name).inserted, own.allSatisfy({ names.contains($0) && $0 != stage.name }) else {
        throw ShardError.plan(reason: "plan.json: stages do not wait for earlier ones")
      }
      waits[stage.name] = own
    }
    let wanted = ShardPlan.stages(
      parts: parts, inputs: inputs, templates: templates.map { ($0.name, waits[$0.name] ?? []) },
      placesWhenRead: placesWhenRead)
    guard wanted == stages else {
      throw ShardError.plan(reason: "plan.json: its stages and tasks are not those that this version plans")
    }
  }

  /// The stages of a plan. Templates come with those that write what they look up; `placesWhenRead` says that readers of inputs
  /// may put records into parts.
  static func stages(
    parts: Int, inputs: [Input], templates: [(name: String, after: [String])], placesWhenRead: Bool
  ) -> [Stage] {
    let receipts = { (stage: String) in "work/\(stage)-*/\(WorkFiles.receipt)" }
    let settled = ["work/\(index)/\(WorkFiles.settled)", "work/\(index)/\(WorkFiles.receipt)"]
    let known = ["work/split-*/\(WorkFiles.outline)", "work/split-*/\(WorkFiles.lookup)-*", receipts("split")]
    let sources = inputs.indices.filter { !inputs[$0].isReference }
    var stages = [
      Stage(
        name: "split", after: [], tasks: inputs.indices.map { Task(id: "split-\($0)", inputs: [$0], reads: []) }),
      Stage(
        name: "index", after: ["split"],
        tasks: [
          Task(
            id: index, inputs: [],
            reads: known + ["work/split-*/\(WorkFiles.records)-*"] + (placesWhenRead ? ["work/split-*/part-*"] : []))
        ]),
      Stage(
        name: "place", after: ["split", "index"],
        tasks: sources.map {
          Task(id: "place-\($0)", inputs: [], reads: known + ["work/split-\($0)/\(WorkFiles.records)-*"] + settled)
        }),
    ]
    for template in templates {
      stages.append(
        Stage(
          name: template.name, template: template.name, after: ["place"] + template.after,
          tasks: (0..<parts).map { part in
            var reads = known + settled + ["work/place-*/\(WorkFiles.part(part))", receipts("place")]
            if placesWhenRead { reads.append("work/split-*/\(WorkFiles.part(part))") }
            for other in template.after { reads += ["work/\(other)-*/\(WorkFiles.known)", receipts(other)] }
            return Task(id: "\(template.name)-\(part)", part: part, inputs: [], reads: reads)
          }))
    }
    return stages
  }

  /// Whether readers of inputs may put records into parts, since no input brings values for the records of another one.
  var placesWhenRead: Bool {
    let first = stages.first { $0.template != nil }?.tasks.first
    return first?.reads.contains { $0.hasPrefix("work/split-*/part-") } ?? false
  }

  /// All tasks with their stages, in order.
  var tasks: [(stage: Stage, task: Task)] { stages.flatMap { stage in stage.tasks.map { (stage, $0) } } }

  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  static func isName(_ text: String) -> Bool {
    let isFit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) }
    guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
    return isFit(first) && text.utf8.allSatisfy { isFit($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}
