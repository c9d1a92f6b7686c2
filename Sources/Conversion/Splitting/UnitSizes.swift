/// How many records and plain bytes each unit of a template has in its packages: 8 bytes a unit, kept only where packages
/// may be split.
struct UnitSizes {
  private(set) var records: [UInt32] = []
  private(set) var bytes: [UInt32] = []

  /// Adds a record to a unit.
  mutating func add(_ bytes: Int, to unit: Int, records count: Int = 1) {
    while unit >= records.count {
      records.append(0)
      self.bytes.append(0)
    }
    records[unit] += UInt32(count)
    self.bytes[unit] = UInt32(clamping: Int(self.bytes[unit]) + bytes)
  }

  /// For each part its records, plain bytes and units with records.
  func sums(_ plan: SplitPlan) -> [Int: (records: Int, bytes: Int, units: Int)] {
    var sums: [Int: (records: Int, bytes: Int, units: Int)] = [:]
    for unit in records.indices where records[unit] > 0 {
      sums[plan.part(of: unit), default: (0, 0, 0)].records += Int(records[unit])
      sums[plan.part(of: unit), default: (0, 0, 0)].bytes += Int(bytes[unit])
      sums[plan.part(of: unit), default: (0, 0, 0)].units += 1
    }
    return sums
  }
}
