import Records

/// The companies that a run knows: first those whose records it converts, in their order, then those of other inputs and of
/// the project.
struct KnownCompanies {
  let all: [CompanyID]
  private let places: [CompanyID: Int]

  init(running: [CompanyID], others: some Sequence<CompanyID>) {
    let more = Set(others).subtracting(running).sorted()
    all = running + more
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.element, $0.offset) })
  }

  /// The place of a company; nil if the run does not know it.
  func place(of company: CompanyID) -> Int? { places[company] }
}
