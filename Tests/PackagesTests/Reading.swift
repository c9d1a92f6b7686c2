import Findings
import Mapping
import Packages
import Records

/// Opening and reading as tests want it.
enum Reading {
  private static let schemas = Result { try SchemaCatalogue.builtIn() }

  static func packages(_ path: String, inferred: InferredLayout = InferredLayout()) throws -> [Package] {
    try PackageOpener(schemas: try schemas.get(), inferred: inferred).open(path)
  }

  /// The only package at a path.
  static func package(_ path: String, inferred: InferredLayout = InferredLayout()) throws -> Package {
    let packages = try packages(path, inferred: inferred)
    guard packages.count == 1 else { throw WrongCount(count: packages.count) }
    return packages[0]
  }

  /// All records of the only package at a path, read as jobs do: what is assumed wrongly is given up.
  static func tried(_ path: String) throws -> [String: Content] {
    try InferredLayout.tried { try contents(try package(path, inferred: $0)) }
  }

  struct WrongCount: Error { var count: Int }

  /// What a pass over a package gives of one entity.
  struct Content: Equatable {
    var columns: [String] = []
    var rows: [[String]] = []
    var lines: [Int] = []
    var numbers: [Int] = []
    var issues: [Issue] = []
    var remarks: [String] = []
  }

  /// All records of the entities, by name. Rows are as wide as the columns known in the end.
  static func contents(_ package: Package, only: Set<Int>? = nil) throws -> [String: Content] {
    var scan = try PackageScan(package, entities: only ?? Set(package.entities.indices))
    var found: [Int: Content] = [:]
    while let (entity, batch) = try scan.next() {
      var content = found[entity] ?? Content()
      for index in 0..<batch.count {
        content.rows.append((0..<batch.width).map { batch.text(index, $0) })
        content.lines.append(Int(batch.lines[index]))
        content.numbers.append(batch.firstNumber + index)
      }
      content.issues += batch.issues.map(\.issue)
      content.columns = scan.columns(of: entity).map(\.heading)
      found[entity] = content
    }
    return Dictionary(
      uniqueKeysWithValues: package.entities.indices.filter { only?.contains($0) ?? true }.map { entity in
        var content = found[entity] ?? Content(columns: scan.columns(of: entity).map(\.heading))
        let width = content.columns.count
        content.rows = content.rows.map { $0 + Array(repeating: "", count: width - $0.count) }
        content.remarks = scan.remarks(of: entity).map {
          [$0.code.rawValue, $0.field, $0.name].filter { !$0.isEmpty }.joined(separator: " ")
        }
        return (package.entities[entity].name, content)
      })
  }

  /// The first batch of the only package.
  static func batch(_ path: String) throws -> RecordBatch {
    let package = try package(path)
    var scan = try PackageScan(package, entities: Set(package.entities.indices))
    guard let batch = try scan.next()?.batch else { throw WrongCount(count: 0) }
    return batch
  }

  /// The records of the only entity of the only package.
  static func content(_ path: String, inferred: InferredLayout = InferredLayout()) throws -> Content {
    let package = try package(path, inferred: inferred)
    let contents = try contents(package)
    guard contents.count == 1, let content = contents.values.first else { throw WrongCount(count: contents.count) }
    return content
  }
}

extension Finding {
  /// What its message names, if that is not the field.
  var name: String {
    switch detail {
    case .name(let name) where name != field: name
    case .message(let message): message.description
    default: ""
    }
  }
}
