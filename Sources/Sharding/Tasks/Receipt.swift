import Archives
import Conversion
import Records

/// What a task says it did.
struct Receipt {
  struct Output: Equatable {
    var path: String
    var bytes: Int
    var sha256: String
  }

  private static let largest = 64 << 20

  var task: String
  var plan: String
  var version = ToolVersion.text
  var inputs: [(input: Int, sha256: String)] = []
  /// What it has read, by path.
  var read: [String: String] = [:]
  var outputs: [Output] = []
  var counts = ShardCounts()

  var document: [UInt8] {
    let inputs = inputs.map { JSONValue.object([("input", .number($0.input)), ("sha256", .text($0.sha256))]) }
    let read = read.sorted { $0.key < $1.key }.map { (name: $0.key, value: JSONValue.text($0.value)) }
    let outputs = outputs.map { output in
      JSONValue.object([
        ("path", .text(output.path)), ("bytes", .number(output.bytes)), ("sha256", .text(output.sha256)),
      ])
    }
    return JSONValue.object([
      ("schemaVersion", .number(1)), ("task", .text(task)), ("plan", .text(plan)), ("version", .text(version)),
      ("inputs", .array(inputs)), ("read", .object(read)), ("outputs", .array(outputs)), ("counts", counts.json),
    ]).document
  }

  init(task: String, plan: String) { (self.task, self.plan) = (task, plan) }

  /// The receipt in a task's folder; nil if there is none, or none that can be understood. Throws `ArchiveError` if the machine
  /// fails.
  static func read(in folder: String) throws -> Receipt? { try bytes(in: folder).flatMap(Receipt.init) }

  /// The bytes of the receipt in a task's folder; nil if there is none.
  static func bytes(in folder: String) throws -> [UInt8]? {
    let path = "\(folder)/\(WorkFiles.receipt)"
    guard try WholeFile.kind(folder) == .folder, case .file = try WholeFile.kind(path) else { return nil }
    return try ifReadable { try WholeFile.read(path, limit: Receipt.largest) }
  }

  /// The receipt of the bytes, but for the control totals in it, which nobody asks it for; nil if it is none.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONTree(bytes), json["schemaVersion"]?.int == 1, let task = json["task"]?.string,
      let plan = json["plan"]?.string,
      let version = json["version"]?.string, let inputs = json["inputs"]?.array, let outputs = json["outputs"]?.array,
      case .object(let read)? = json["read"], let counts = json["counts"].flatMap(ShardCounts.init)
    else { return nil }
    (self.task, self.plan, self.version, self.counts) = (task, plan, version, counts)
    for input in inputs {
      guard let number = input["input"]?.int, let digest = input["sha256"]?.string else { return nil }
      self.inputs.append((number, digest))
    }
    for (path, digest) in read {
      guard let digest = digest.string else { return nil }
      self.read[path] = digest
    }
    var names: Set<String> = []
    for output in outputs {
      guard let path = output["path"]?.string, OutputName.isFit(path), names.insert(path).inserted,
        let bytes = output["bytes"]?.int, bytes >= 0, let digest = output["sha256"]?.string,
        ShardPlan.isDigest(digest)
      else { return nil }
      self.outputs.append(Output(path: path, bytes: bytes, sha256: digest))
    }
  }
}

/// How many records a task has read of each entity, and what became of them by task of the template.
struct ShardCounts {
  struct Task {
    var name: String
    var counts: TaskCounts
    var totals: [ControlTotals.Entry] = []

    var json: JSONValue {
      let reasons = counts.filteredBy.sorted { $0.key.rawValue < $1.key.rawValue }
      let totals = totals.map { total in
        JSONValue.object([
          ("field", .text(total.field)), ("currency", .text(total.currency)), ("company", .text(total.company)),
          ("source", .text(total.source.description)), ("destination", .text(total.destination.description)),
        ])
      }
      return .object([
        ("name", .text(name)), ("read", .number(counts.read)), ("filtered", .number(counts.filtered)),
        ("filteredBy", .object(reasons.map { ($0.key.rawValue, .number($0.value)) })),
        ("rejected", .number(counts.rejected)), ("generated", .number(counts.generated)),
        ("written", .number(counts.written)), ("controlTotals", .array(totals)),
      ])
    }
  }

  /// Of a split, by package and entity.
  var entities: [(package: Int, entity: String, records: Int)] = []
  var tasks: [Task] = []

  init() {}

  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    if !entities.isEmpty { members.append(("entities", .array(entities.map(ShardCounts.json)))) }
    if !tasks.isEmpty { members.append(("tasks", .array(tasks.map(\.json)))) }
    return .object(members)
  }

  private static func json(_ entity: (package: Int, entity: String, records: Int)) -> JSONValue {
    .object([
      ("package", .number(entity.package)), ("entity", .text(entity.entity)), ("records", .number(entity.records)),
    ])
  }

  init?(_ json: JSONTree) {
    for item in json["entities"]?.array ?? [] {
      guard let package = item["package"]?.int, let entity = item["entity"]?.string, let records = item["records"]?.int
      else { return nil }
      entities.append((package, entity, records))
    }
    for item in json["tasks"]?.array ?? [] {
      guard let name = item["name"]?.string, let read = item["read"]?.int, let rejected = item["rejected"]?.int,
        let generated = item["generated"]?.int, let written = item["written"]?.int,
        case .object(let reasons)? = item["filteredBy"]
      else { return nil }
      var counts = TaskCounts()
      (counts.read, counts.rejected, counts.generated, counts.written) = (read, rejected, generated, written)
      for (reason, number) in reasons {
        guard let reason = FilterReason(rawValue: reason), let number = number.int else { return nil }
        counts.filteredBy[reason] = number
      }
      guard item["filtered"]?.int == counts.filtered else { return nil }
      tasks.append(Task(name: name, counts: counts))
    }
  }
}
