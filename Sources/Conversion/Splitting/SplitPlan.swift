/// Which records of a template stand in which of its numbered packages. A unit is what is never cut: a document with all
/// its lines, or a single record. Parts are stretches of units in source order.
struct SplitPlan {
  private enum Rule {
    /// All units stand in one part.
    case whole
    /// Each part has so many units.
    case every(Int)
    /// The first unit of each part.
    case starts([Int])
  }

  private let rule: Rule

  /// All units in one part.
  static let whole = SplitPlan(rule: .whole)

  /// Parts of so many units; for units of equal weight, however many come.
  static func every(_ units: Int) -> SplitPlan { SplitPlan(rule: .every(max(units, 1))) }

  private init(rule: Rule) { self.rule = rule }

  /// Fills parts, unit after unit, as long as records and bytes stay within the limits. A unit beyond them has a part of
  /// its own; one without records, which stays behind, needs no room.
  init(records: [UInt32], bytes: [UInt32], mostRecords: Int?, mostBytes: Int?) {
    var starts = [0]
    var (recordSum, byteSum) = (0, 0)
    for unit in records.indices where records[unit] > 0 {
      let size = unit < bytes.count ? Int(bytes[unit]) : 0
      let isTooMuch =
        recordSum + Int(records[unit]) > mostRecords ?? Int.max || byteSum + size > mostBytes ?? Int.max
      if recordSum > 0, isTooMuch {
        starts.append(unit)
        (recordSum, byteSum) = (0, 0)
      }
      recordSum += Int(records[unit])
      byteSum += size
    }
    rule = .starts(starts)
  }

  /// The number of parts, if it is known beforehand.
  var count: Int? {
    switch rule {
    case .whole: 1
    case .every: nil
    case .starts(let starts): starts.count
    }
  }

  /// The part, from 0, in which a unit stands.
  func part(of unit: Int) -> Int {
    switch rule {
    case .whole: return 0
    case .every(let units): return unit / units
    case .starts(let starts):
      var (low, high) = (0, starts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= unit { low = middle } else { high = middle }
      }
      return low
    }
  }
}
