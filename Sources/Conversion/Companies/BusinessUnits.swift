import Mapping
import Packages
import Records

/// The business units of Sales by their ids, and which company each belongs to by the project.
package final class BusinessUnits {
  /// The table of Sales that has them.
  package static let table = "businessunit"
  /// The column of a record that points to its unit.
  static let column = "owningbusinessunit"

  private let companies: [(company: CompanyID, unit: [UInt8])]
  private var names: [GUID: [String]] = [:]
  /// What was found for a lookup before: neighbours mostly belong to the same unit.
  private var known = KeyIndex()
  private var owners: [RecordOwner] = []
  private var key = OutputBuffer(capacity: 128)

  /// The units that the packages hold and the project speaks of.
  init(_ stated: [ProjectCompany], packages: [Package]) throws {
    companies = stated.compactMap { company in company.businessUnit.map { (company.id, KeyText.bytes($0)) } }
    for package in packages {
      let entities = package.indices(of: BusinessUnits.table)
      if entities.isEmpty { continue }
      var scan = try PackageScan(package, entities: Set(entities))
      while let (entity, batch) = try scan.next() {
        let columns = SourceColumns(scan.columns(of: entity)).values
        guard let id = columns["businessunitid"], let name = columns["name"] else { continue }
        for record in 0..<batch.count {
          guard let guid = GUID(batch.text(record, id)), case let name = batch.text(record, name), !name.isEmpty else {
            continue
          }
          names[guid, default: []].append(name)
        }
      }
    }
  }

  /// Whose a record is that points to the unit of the id, under which the lookup may have a name.
  func owner(id: Span<UInt8>, name: Span<UInt8>) -> RecordOwner {
    key.truncate(to: 0)
    key.append(id)
    key.append(0)
    key.append(name)
    let (entry, isNew) = known.insert(key, value: 0)
    if isNew { owners.append(find(KeyText.string(id), KeyText.string(name))) }
    return owners[entry]
  }

  private func find(_ id: String, _ name: String) -> RecordOwner {
    let names = ([name] + (GUID(id).flatMap { self.names[$0] } ?? [])).filter { !$0.isEmpty }
    let plainID = GUID(id)?.description ?? id
    let keys = (names + [plainID]).map { KeyText.bytes($0) }
    let company = companies.first { company in
      keys.contains(company.unit) || GUID(String(decoding: company.unit, as: UTF8.self)).map { $0 == GUID(id) } ?? false
    }
    if let company { return .company(company.company) }
    return .unit(names.first ?? plainID)
  }
}

/// Whose a record is.
enum RecordOwner: Hashable {
  /// A company's.
  case company(CompanyID)
  /// That of a business unit, by its name or else its id, which belongs to no company.
  case unit(String)
}
