/// The numbers of what filters records out: clauses of filters, companies, business units. Documents keep the numbers.
package final class FilterClauses {
  private var numbers: [String: Int] = ["": 0]
  private(set) var texts = [""]

  /// The number of a clause; 0 for an empty one.
  func number(of clause: String) -> Int {
    if let known = numbers[clause] { return known }
    numbers[clause] = texts.count
    texts.append(clause)
    return texts.count - 1
  }
}
