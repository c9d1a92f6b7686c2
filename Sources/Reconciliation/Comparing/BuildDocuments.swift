// Hot path: no allocation per record while there is room.

import Mapping
import Records

/// The numbers and companies of the documents that Sales holds, by id: lines that were not carried over do not repeat their document's.
final class BuildDocuments {
  private var ids = GUIDIndex()
  private var numbers = TextStore()
  private var companies: [CompanyID] = []

  /// Adds a document; of several with one id the first counts.
  func add(_ id: GUID, number: Span<UInt8>, company: CompanyID = .none) {
    guard ids.insert(id, value: UInt32(truncatingIfNeeded: numbers.count)).isNew else { return }
    numbers.append(number)
    companies.append(company)
  }

  /// The company of the document that a line points to; none if nobody has it.
  func company(of id: Span<UInt8>) -> CompanyID {
    guard let id = GUID(id), let place = ids.value(of: id) else { return .none }
    return companies[Int(place)]
  }

  /// Appends the number of the document that a line points to; nothing if nobody has it.
  func append(of id: Span<UInt8>, to output: inout OutputBuffer) {
    guard let id = GUID(id), let place = ids.value(of: id) else { return }
    numbers.append(Int(place), to: &output)
  }
}
