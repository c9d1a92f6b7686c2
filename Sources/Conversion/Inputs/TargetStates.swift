import Mapping
import Packages
import Records

/// The states and provinces that the target has, as its references say.
struct TargetStates {
  /// A column that holds the id of a state: all entities of F&O with an address name it so, behind the address's name.
  private static let referring = "AddressState"

  private var ids: KeyIndex?

  /// Reads the state tables of F&O among what the destination has. Throws what reading throws.
  init(_ inputs: Inputs) throws {
    guard inputs.destination == .finops else { return }
    for package in inputs.destinations { try read(package) }
  }

  private mutating func read(_ package: Package) throws {
    var columns: [Int: Int] = [:]
    for (entity, file) in package.entities.enumerated() {
      let reference = file.schema?.references.first { $0.isMade(by: TargetStates.referring) }
      guard let name = reference?.column.lowercased() else { continue }
      columns[entity] = file.columns.firstIndex { $0.name.lowercased() == name }
    }
    guard !columns.isEmpty else { return }
    var ids = ids ?? KeyIndex()
    var scan = try PackageScan(package, entities: Set(columns.keys))
    var key = OutputBuffer(capacity: 64)
    while let (entity, batch) = try scan.next() {
      guard let column = columns[entity] else { continue }
      for record in 0..<batch.count {
        key.truncate(to: 0)
        KeyText.append(batch.bytes.span.extracting(batch.range(record, column).bounds), to: &key)
        _ = ids.insert(key, value: 0)
      }
    }
    self.ids = ids
  }

  /// The templates, which check states by these.
  func known(to templates: [Template]) -> [Template] {
    guard let ids else { return templates }
    return templates.map { template in
      var template = template
      template.codes.states.know(ids: ids)
      return template
    }
  }
}
