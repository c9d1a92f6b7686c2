// Hot path (`add`): no allocation.

/// An estimate of how many different digests there are, with a standard error of 0.8 %: a HyperLogLog of 2^14 registers, read
/// by Ertl's estimator ("New cardinality estimation algorithms for HyperLogLog sketches", 2017), which needs no correction for
/// small or large numbers.
struct DistinctEstimate {
  private static let precision = 14
  private static let rest = 64 - precision

  private var registers = [UInt8](repeating: 0, count: 1 << precision)

  /// Adds a digest.
  mutating func add(_ digest: UInt64) {
    let register = Int(truncatingIfNeeded: digest >> UInt64(Self.rest))
    let tail = digest << UInt64(Self.precision) | 1 << UInt64(Self.precision - 1)
    let rank = UInt8(truncatingIfNeeded: tail.leadingZeroBitCount + 1)
    if registers[register] < rank { registers[register] = rank }
  }

  /// The estimate.
  var count: Int {
    let size = Double(registers.count)
    var ranks = [Double](repeating: 0, count: Self.rest + 2)
    for register in registers { ranks[Int(register)] += 1 }
    var sum = size * Self.tau(1 - ranks[Self.rest + 1] / size)
    for rank in stride(from: Self.rest, through: 1, by: -1) { sum = 0.5 * (sum + ranks[rank]) }
    sum += size * Self.sigma(ranks[0] / size)
    // 1 / (2 ln 2)
    let factor = 0.721_347_520_444_481_7
    return Int((factor * size * size / sum).rounded())
  }

  private static func sigma(_ share: Double) -> Double {
    if share == 1 { return .infinity }
    var (power, factor, sum) = (share, 1.0, share)
    while true {
      power *= power
      let before = sum
      sum += power * factor
      factor += factor
      if sum == before { return sum }
    }
  }

  private static func tau(_ share: Double) -> Double {
    if share == 0 || share == 1 { return 0 }
    var (root, factor, sum) = (share, 1.0, 1 - share)
    while true {
      root = root.squareRoot()
      let before = sum
      factor *= 0.5
      sum -= (1 - root) * (1 - root) * factor
      if sum == before { return sum / 3 }
    }
  }
}
