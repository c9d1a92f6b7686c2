import Foundation
import TestSupport
import Testing

/// A command on small data.
struct TortureCase: CustomTestStringConvertible {
  let name: String
  /// Makes what the command finds in its place.
  var prepare: @Sendable (TortureWorld) throws -> Void = { _ in }
  let arguments: @Sendable (TortureWorld) -> [String]
  /// Whether every run writes other bytes.
  var isRandom = false

  var testDescription: String { name }

  /// Every command, and the ways of `convert` and `run` that write differently.
  static let all: [TortureCase] = [
    TortureCase(name: "inspect") { _ in ["inspect", sales, finops] },
    TortureCase(name: "validate") { ["validate", sales, "--output", $0.path("out")] },
    TortureCase(name: "convert to F&O") { ["convert", sales, "--output", $0.path("out")] },
    TortureCase(name: "convert over an earlier output", prepare: earlier) {
      ["convert", sales, "--output", $0.path("out"), "--force", "--template", "accounts"]
    },
    TortureCase(name: "convert to Sales") {
      ["convert", finops, "--reference", sales, "--output", $0.path("out")]
    },
    TortureCase(name: "convert to Sales, for the import wizard") {
      ["convert", finops, "--reference", sales, "--output", $0.path("out"), "--sales-format", "csv"]
    },
    TortureCase(name: "convert a folder of a data lake to such folders", prepare: lake) {
      [
        "convert", $0.path("lake"), "--output", $0.path("out"), "--template", "accounts", "--file-format", "cdm",
        "--cdm-location", "https://lake/p2c",
      ]
    },
    TortureCase(name: "validate a folder of a data lake", prepare: lake) {
      ["validate", $0.path("lake"), "--for", "convert", "--output", $0.path("out")]
    },
    TortureCase(name: "inspect a folder with manifests", prepare: manifests) { ["inspect", $0.path("lake")] },
    TortureCase(name: "convert to Sales, as folders for a data lake") {
      [
        "convert", finops, "--reference", sales, "--output", $0.path("out"), "--sales-format", "cdm", "--template",
        "products",
      ]
    },
    TortureCase(name: "convert what F&O does not have") {
      ["convert", sales, "--reference", finops, "--output", $0.path("out"), "--delta", "--template", "accounts"]
    },
    TortureCase(name: "convert into many packages") {
      ["convert", sales, "--output", $0.path("out"), "--max-records", "4", "--template", "quotes"]
    },
    TortureCase(name: "convert a zip in a zip, packages and numbers", prepare: nested) {
      ["convert", $0.path("in.zip"), "--output", $0.path("out"), "--assign-numbers", "--max-package-size", "3KB"]
    },
    TortureCase(name: "convert with an input that is no package", prepare: hopeless) {
      ["convert", $0.path("in.zip"), "--output", $0.path("out")]
    },
    TortureCase(name: "run", prepare: project) { ["run", $0.path("job.yaml")] },
    TortureCase(name: "reconcile") {
      ["reconcile", "--sales", sales, "--finops", finops, "--output", $0.path("out")]
    },
    TortureCase(name: "reconcile, with packages for Sales") {
      ["reconcile", "--sales", sales, "--finops", finops, "--output", $0.path("out"), "--emit-fixes", "sales"]
    },
    TortureCase(name: "diff") { ["diff", earlierSales, sales, "--output", $0.path("out")] },
    TortureCase(name: "fix", prepare: repairable) {
      ["fix", $0.path("account.csv"), "--output", $0.path("out.csv")]
    },
    TortureCase(name: "fix a zip", prepare: repairableZip) {
      ["fix", $0.path("in.zip"), "--output", $0.path("out.zip")]
    },
    TortureCase(name: "templates export") { ["templates", "export", $0.path("out")] },
    TortureCase(name: "templates test", prepare: tested) { ["templates", "test", $0.path("accounts.test.yaml")] },
    TortureCase(name: "templates test --update", prepare: tested) {
      ["templates", "test", $0.path("accounts.test.yaml"), "--update"]
    },
    TortureCase(name: "templates order") { _ in ["templates", "order"] },
    TortureCase(name: "templates show") { _ in ["templates", "show", "accounts"] },
    TortureCase(name: "schema list") { _ in ["schema", "list"] },
    TortureCase(name: "codes") { _ in ["codes"] },
    TortureCase(name: "keygen", arguments: { ["keygen", $0.path("key")] }, isRandom: true),
    TortureCase(name: "seal", prepare: sealable) { ["seal", $0.path("out"), "--key", $0.path("key")] },
    TortureCase(name: "verify", prepare: sealable) { ["verify", $0.path("out")] },
    TortureCase(name: "shard plan") { ["shard", "plan", finops] + shared + ["--output", $0.path("plan")] },
    TortureCase(
      name: "shard run, a task that splits", prepare: { try $0.plan(finops, shared, before: "split-1") },
      arguments: { ["shard", "run", $0.path("plan"), "split-1"] }),
    TortureCase(
      name: "shard run, a part", prepare: { try $0.plan(finops, shared, before: "products-1") },
      arguments: { ["shard", "run", $0.path("plan"), "products-1"] }),
    TortureCase(name: "shard status", prepare: { try $0.plan(finops, shared, before: "products-1") }) {
      ["shard", "status", $0.path("plan")]
    },
    TortureCase(
      name: "shard merge", prepare: { try $0.plan(finops, shared, before: nil) },
      arguments: { ["shard", "merge", $0.path("plan"), "--output", $0.path("out")] }),
  ]

  /// What plans have in common.
  private static let shared = ["--reference", sales, "--template", "products", "--parts", "2"]

  private static let sales = TortureWorld.sample("contoso-sales.zip")
  private static let earlierSales = TortureWorld.sample("contoso-sales-2019.zip")
  private static let finops = TortureWorld.sample("contoso-finops.zip")

  /// A test that fails.
  private static let tested: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write(
      "accounts.test.yaml",
      "tests:\n  - {name: one, given: {account: [{accountnumber: A-1, name: One}]}, expect: {customers: []}}\n")
  }

  private static let earlier: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write("out/packages/earlier.txt", "earlier")
    try world.write("out/report.json", #"{"tool": "p2c"}"#)
    try world.write("out/SHA256SUMS", "")
  }

  /// Six accounts without numbers, with something at the end of each line.
  private static func accounts(_ end: String) -> String {
    "accountid,accountnumber,name\(end)\n"
      + (1...6).map { "0f8fad5b-d9cb-469f-a165-00000000000\($0),,Account \($0)\(end)\n" }.joined()
  }

  private static let nested: @Sendable (TortureWorld) throws -> Void = { world in
    let inner = try TestFolder.zipped([("account.csv", Array(accounts("").utf8))])
    try world.write("in.zip", try TestFolder.zipped([("inner.zip", inner)]))
  }

  /// A log of changes in two partitions, described by `model.json`.
  private static let lake: @Sendable (TortureWorld) throws -> Void = { world in
    let columns = ["accountid", "accountnumber", "name", "versionnumber", "IsDelete"]
    let attributes = columns.map { "{\"name\":\"\($0)\",\"dataType\":\"string\"}" }.joined(separator: ",")
    try world.write(
      "lake/model.json",
      "{\"version\":\"1.0\",\"entities\":[{\"name\":\"account\",\"attributes\":[\(attributes)],\"partitions\":["
        + "{\"location\":\"account/1.csv\"},{\"location\":\"https://lake/account/2.csv\"}]}]}")
    for version in 1...2 {
      let rows = (1...6).map {
        "0f8fad5b-d9cb-469f-a165-00000000000\($0),A-\($0),Account \($0),\(version),\($0 + version == 8 ? "True" : "")\n"
      }
      try world.write("lake/account/\(version).csv", rows.joined())
    }
  }

  /// The same accounts by manifests and a definition, in partitions that a pattern finds.
  private static let manifests: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write(
      "lake/default.manifest.cdm.json", #"{"entities":[],"subManifests":[{"definition":"sub/a.manifest.cdm.json"}]}"#)
    try world.write(
      "lake/sub/a.manifest.cdm.json",
      #"{"entities":[{"entityName":"account","entityPath":"/account.cdm.json/account","#
        + #""dataPartitionPatterns":[{"rootLocation":"/account","globPattern":"*.csv"}]}]}"#)
    try world.write(
      "lake/account.cdm.json",
      #"{"definitions":[{"entityName":"account","hasAttributes":[{"name":"accountid"},{"name":"name"}]}]}"#)
    for file in 1...2 { try world.write("lake/account/\(file).csv", "0f8fad5b-d9cb-469f-a165-00000000000\(file),A\n") }
  }

  // An empty column at the end is what can be repaired.
  private static let repairable: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write("account.csv", accounts(","))
  }
  private static let repairableZip: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write("in.zip", try TestFolder.zipped([("account.csv", Array(accounts(",").utf8))]))
  }

  private static let hopeless: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write("in.zip", "PK\u{3}\u{4} and then nothing of a zip")
  }

  private static let project: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write(
      "job.yaml",
      """
      inputs: [\(sales)]
      output: out
      only: [accounts, contacts]
      """)
  }

  private static let sealable: @Sendable (TortureWorld) throws -> Void = { world in
    try world.write("out/packages/one.txt", "x")
    let digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    try world.write("out/SHA256SUMS", "\(digest)  packages/one.txt\n")
    try world.write(
      "key",
      """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEIGmDsWqb9pQfGwL5kG7nZq6OsxvCb4nAW4vhPRYF2qYJ
      -----END PRIVATE KEY-----

      """)
  }
}
