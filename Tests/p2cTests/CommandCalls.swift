import Testing

/// A command called as it should be, but for its inputs, which do not exist.
struct CommandCall: Sendable, CustomTestStringConvertible {
  /// The words of the command.
  let path: [String]
  let positionals: [String]
  let options: [(name: String, value: String)]

  init(_ command: String, _ positionals: [String] = [], _ options: [(name: String, value: String)] = []) {
    path = command.split(separator: " ").map(String.init)
    self.positionals = positionals
    self.options = options
  }

  var testDescription: String { path.joined(separator: " ") }

  /// All arguments but for an option or the argument of a number.
  func arguments(without option: String? = nil, positional: Int? = nil, and more: [String] = []) -> [String] {
    path + positionals.indices.filter { $0 != positional }.map { positionals[$0] } + more
      + options.filter { $0.name != option }.flatMap { ["--\($0.name)", $0.value] }
  }

  static let all = [
    CommandCall("inspect", ["in.zip"]),
    CommandCall("profile", ["in.zip"], [("output", "out")]),
    CommandCall("explain", ["in.zip"], [("key", "A-1")]),
    CommandCall("validate", ["in.zip"]),
    CommandCall("fix", ["in.zip"], [("output", "fixed.zip")]),
    CommandCall("convert", ["in.zip"], [("output", "out")]),
    CommandCall("shard plan", ["in.zip"], [("parts", "2"), ("output", "plan")]),
    CommandCall("shard run", ["plan", "split-0"]),
    CommandCall("shard status", ["plan"]),
    CommandCall("shard merge", ["plan"], [("output", "out")]),
    CommandCall("reconcile", [], [("finops", "finops.zip"), ("sales", "sales.zip"), ("output", "out")]),
    CommandCall("diff", ["old.zip", "new.zip"]),
    CommandCall("run", ["job.yaml"]),
    CommandCall("templates list"),
    CommandCall("templates show", ["accounts"]),
    CommandCall("templates export", ["exported"]),
    CommandCall("templates test"),
    CommandCall("templates order"),
    CommandCall("schema list"),
    CommandCall("schema show", ["account"]),
    CommandCall("codes"),
    CommandCall("keygen", ["mine.key"]),
    CommandCall("seal", ["out"], [("key", "mine.key")]),
    CommandCall("verify", ["out"]),
  ]
}

/// What options must not be given.
enum WrongValues {
  /// Values that an option does not take, by its name.
  static let all: [String: [String]] = [
    "accept": ["x", "-0.1", "1.5", ""],
    "as-of": ["yesterday", "2026-13-01", ""],
    "company": ["TOOLONG", "US MF", ""],
    "cdm-location": ["ftp://lake", "https://lake?x"],
    "compression": ["10", "-1", "x"],
    "emit-fixes": ["crm"],
    "exact": ["0", "1000001", "x"],
    "file-format": ["xls"],
    "first-number": ["x", "1", "-1", "99999999999999999999"],
    "for": ["export"],
    "format": ["xml", ""],
    "index": ["-1", "x"],
    "jobs": ["0", "-1", "1.5", "many", ""],
    "limit": ["0", "-1", "x"],
    "language": ["fr", "English"],
    "max-findings": ["-1", "some"],
    "max-package-size": ["big", "-1", "5 apples"],
    "max-records": ["0", "-1", "x"],
    "max-unpacked-size": ["big", "-1"],
    "memory": ["much", "-1"],
    "parts": ["0", "4097", "x"],
    "plan-sha256": ["abc"],
    "progress": ["sometimes"],
    "record": ["0", "-1", "x"],
    "reject-limit": ["x", "-1", "101%", "1.5"],
    "sales-format": ["xml"],
    "set": ["accounts", "accounts=1", "=1"],
    "to": ["crm"],
    "top": ["-1", "1001", "x"],
  ]

  /// Options that take any text: names of files and folders, and a template, which is looked for later.
  static let anyText: Set = [
    "base", "baseline", "entity", "finops", "key", "output", "project", "public-key", "reference", "report", "sales",
    "stage", "template",
  ]

  /// The commands whose report may be SARIF.
  static let analysers: Set = ["validate", "fix"]
}
