/// The order in which the files of one table are read: folder by folder, names byte by byte, but runs of digits as numbers.
/// So `account` comes before `account2`, and `account2` before `account10`.
public enum NaturalOrder {
  /// Whether a path comes before another one. Of equal numbers the one with fewer leading zeros comes first. The ending
  /// of a file's name counts last, so that `account.csv` comes before `account 2.csv`, as people who number files mean it.
  public static func precedes(_ path: String, _ other: String) -> Bool {
    let (left, right) = (halves(path), halves(other))
    if left.name != right.name { return precedes(left.name, right.name) }
    return precedes(left.ending, right.ending)
  }

  /// A path without the ending of the file's name, and the ending.
  private static func halves(_ path: String) -> (name: [UInt8], ending: [UInt8]) {
    let bytes = Array(path.utf8)
    let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    guard let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")), dot > start else { return (bytes, []) }
    return (Array(bytes[..<dot]), Array(bytes[dot...]))
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      if isDigit(left[i]), isDigit(right[j]) {
        let (first, second) = (run(left, from: i), run(right, from: j))
        let (number, otherNumber) = (significant(first), significant(second))
        if number.count != otherNumber.count { return number.count < otherNumber.count }
        if !number.elementsEqual(otherNumber) { return number.lexicographicallyPrecedes(otherNumber) }
        if first.count != second.count { return first.count < second.count }
        (i, j) = (first.endIndex, second.endIndex)
        continue
      }
      if left[i] != right[j] { return rank(left[i]) < rank(right[j]) }
      (i, j) = (i + 1, j + 1)
    }
    return left.count - i < right.count - j
  }

  /// The slash ends a folder's name, so that it comes before everything that a longer name goes on with.
  private static func rank(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func run(_ bytes: [UInt8], from start: Int) -> ArraySlice<UInt8> {
    bytes[start...].prefix(while: isDigit)
  }

  private static func significant(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension Package {
  /// The package with the files of each entity in natural order of their paths. Where the entity has its places among the
  /// others stays as it is: that is the package's own order.
  var withFilesInNaturalOrder: Package {
    // A description says in which order files are read.
    if kind.isCommonDataModel { return self }
    var places: [String: [Int]] = [:]
    for (place, entity) in entities.enumerated() { places[entity.name.lowercased(), default: []].append(place) }
    var package = self
    for places in places.values where places.count > 1 {
      // A file that is there twice keeps its order: it is read twice all the same.
      let sorted = places.sorted {
        let (left, right) = (entities[$0].file, entities[$1].file)
        return left == right ? $0 < $1 : NaturalOrder.precedes(left, right)
      }
      for (place, old) in zip(places, sorted) { package.entities[place] = entities[old] }
    }
    return package
  }
}
