/// Spellings and codes of units of measure that mean the same.
enum UnitGroups {
  /// Each group in its normal form.
  static let all: [Set<String>] = [
    [
      "each", "ea", "pcs", "pc", "pce", "piece", "pieces", "unit", "units", "st", "stk", "stuk", "stuks", "stuck",
      "h87", "c62",
    ],
    ["kg", "kgm", "kilo", "kilogram", "kilograms"],
    ["h", "hr", "hrs", "hour", "hours", "hur"],
    ["box", "boxes", "bx"],
  ]

  /// The group of a unit in its normal form.
  static func group(of unit: String) -> Set<String>? { all.first { $0.contains(unit) } }
}
