import Mapping

/// Whose records are, by the places of companies that a run knows.
struct RecordOwners {
  let companies: RecordCompanies
  /// The companies of the run, and those that it knows besides, in the order of their numbers.
  let known: KnownCompanies

  /// The number of the owner of a code, one above the company's place; `SourceLookupIndex.nobody` for a business unit of no company.
  func number(of code: Int) -> Int {
    guard case .company(let company) = companies.owners[code], let place = known.place(of: company) else {
      return SourceLookupIndex.nobody
    }
    return place + 1
  }
}
