/// Gives sheets of a workbook names that Excel takes: 1 to 31 characters without some signs, no two the same.
struct SheetNames {
  private static let longest = 31
  /// Compared without case, and one that Excel keeps for itself.
  private var taken: Set<String> = ["history"]

  /// The name for the next sheet, like the one that it is to have; of several for one name each later one has a number.
  mutating func next(_ wanted: String) -> String {
    let allowed = wanted.map { "[]:*?/\\".contains($0) || $0.unicodeScalars.contains { $0.value < 0x20 } ? "_" : $0 }
    var name = String(allowed)
    while name.hasPrefix("'") { name.removeFirst() }
    while name.hasSuffix("'") { name.removeLast() }
    if name.isEmpty { name = "Sheet" }
    var number = 1
    while true {
      let part = number == 1 ? "" : " (\(number))"
      var start = name
      while start.utf16.count + part.utf16.count > SheetNames.longest { start.removeLast() }
      if taken.insert((start + part).lowercased()).inserted { return start + part }
      number += 1
    }
  }
}
