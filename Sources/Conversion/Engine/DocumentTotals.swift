// Hot path (`add`): no allocation per record once there is room for its document.

import Mapping
import Packages
import Records

/// Adds up the lines of each document, so that a header's total can be compared with what its lines give; exact to the
/// last digit.
struct DocumentTotals {
  /// A sum as long as few digits are enough for it.
  private struct Sum {
    var mantissa: Int64 = 0
    var scale: Int32 = 0
    /// How many lines it is of; negative if it cannot be reported.
    var lines: Int32 = 0

    /// Adds an amount; false, and nothing added, if that takes more digits.
    @inline(__always)
    mutating func add(_ amount: ExactDecimal) -> Bool {
      guard let added = Int64(exactly: amount.mantissa) else { return false }
      var (left, right) = (mantissa, added)
      let more = amount.scale - Int(scale)
      guard abs(more) < Sum.powers.count else { return false }
      var overflow = false
      if more > 0 { (left, overflow) = left.multipliedReportingOverflow(by: Sum.powers[more]) }
      if more < 0 { (right, overflow) = right.multipliedReportingOverflow(by: Sum.powers[-more]) }
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      if overflow || isTooLarge { return false }
      (mantissa, scale) = (sum, max(scale, Int32(amount.scale)))
      return true
    }

    /// Powers of ten, as many as an amount of money has decimals.
    private static let powers: InlineArray<7, Int64> = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  }

  /// The sums of the lines' amounts by header.
  private var sums: [Sum] = []
  /// Those of the lines' taxes, if a header can have a discount in hundredths.
  private var taxes: [Sum] = []
  /// Sums of many digits, by header.
  private var wideSums: [Int: ExactSum] = [:]
  private var wideTaxes: [Int: ExactSum] = [:]
  private let needsTaxes: Bool
  /// The name of the headers' total.
  let totalField: String

  /// How much a total may differ for each line: what rounding leaves.
  private static let tolerance = ExactDecimal(mantissa: 1, scale: 2)

  /// Totals for the headers of a task; nil if none has one.
  init?(_ headers: TaskState) {
    let inputs = headers.inputs
    guard inputs.contains(where: { headers.pass.plan($0).hasAmount(.total) }) else { return nil }
    totalField = headers.source?.amounts?.names[.total] ?? ""
    needsTaxes = inputs.contains { headers.pass.plan($0).hasAmount(.percentage) }
  }

  /// Adds a line to its document.
  mutating func add(_ header: Int, _ record: inout RecordView, _ lookups: borrowing LookupContext) {
    if sums.count <= header { sums += Array(repeating: Sum(), count: max(header + 1 - sums.count, sums.count)) }
    guard sums[header].lines >= 0 else { return }
    guard let amount = DocumentTotals.amount(&record, lookups) else {
      sums[header].lines = -1
      return
    }
    DocumentTotals.add(amount, to: &sums[header], &wideSums, header)
    sums[header].lines += 1
    guard needsTaxes, let tax = record.amount(.tax, lookups) else { return }
    if taxes.count < sums.count { taxes += Array(repeating: Sum(), count: sums.count - taxes.count) }
    DocumentTotals.add(tax, to: &taxes[header], &wideTaxes, header)
  }

  /// What a header says of its document's amounts: all that its total is compared with but for the lines.
  struct HeaderAmounts {
    let total: ExactDecimal?
    let percentage: ExactDecimal?
    let discount: ExactDecimal?
    let charge: ExactDecimal?
    let tax: ExactDecimal?

    /// The amounts of a mapped header.
    init(_ record: inout RecordView, _ lookups: borrowing LookupContext) {
      total = record.amount(.total, lookups)
      percentage = record.amount(.percentage, lookups)
      discount = record.amount(.discount, lookups)
      charge = record.amount(.charge, lookups)
      tax = record.amount(.tax, lookups)
    }

    /// The bytes of an amount that was appended, and what stands for the decimals of one that is not there.
    private static let (size, nothing) = (24, Int64.min)

    /// Appends the amounts, as `init(_:)` reads them.
    func append(to output: inout OutputBuffer) {
      append(total, to: &output)
      append(percentage, to: &output)
      append(discount, to: &output)
      append(charge, to: &output)
      append(tax, to: &output)
    }

    private func append(_ amount: ExactDecimal?, to output: inout OutputBuffer) {
      let offset = output.count
      let mantissa = UInt128(truncatingIfNeeded: amount?.mantissa ?? 0)
      output.appendZeroes(HeaderAmounts.size)
      output.set(UInt64(truncatingIfNeeded: mantissa), at: offset)
      output.set(UInt64(truncatingIfNeeded: mantissa >> 64), at: offset + 8)
      output.set(UInt64(bitPattern: amount.map { Int64($0.scale) } ?? HeaderAmounts.nothing), at: offset + 16)
    }

    /// The amounts that were appended.
    init(_ bytes: Span<UInt8>) {
      total = HeaderAmounts.amount(0, bytes)
      percentage = HeaderAmounts.amount(1, bytes)
      discount = HeaderAmounts.amount(2, bytes)
      charge = HeaderAmounts.amount(3, bytes)
      tax = HeaderAmounts.amount(4, bytes)
    }

    private static func amount(_ place: Int, _ bytes: Span<UInt8>) -> ExactDecimal? {
      let offset = place * size
      let scale = Int64(bitPattern: bytes.word(at: offset + 16))
      let mantissa = UInt128(bytes.word(at: offset)) | UInt128(bytes.word(at: offset + 8)) << 64
      return scale == nothing ? nil : ExactDecimal(mantissa: Int128(truncatingIfNeeded: mantissa), scale: Int(scale))
    }
  }

  /// What the lines of a document give, if the total of its header is something else.
  func difference(_ header: Int, _ amounts: HeaderAmounts) -> ExactSum? {
    guard header < sums.count, sums[header].lines > 0, let total = amounts.total, let sum = given(header, amounts)
    else { return nil }
    var difference = ExactSum(total)
    difference.subtract(sum)
    let lines = ExactDecimal(mantissa: Int128(sums[header].lines), scale: 0)
    guard let tolerance = DocumentTotals.tolerance.multiplied(by: lines) else { return nil }
    return difference > ExactSum(tolerance) || difference < ExactSum(tolerance.negated) ? sum : nil
  }

  /// The lines' amounts, with what the header takes off and puts on.
  private func given(_ header: Int, _ amounts: HeaderAmounts) -> ExactSum? {
    let lines = DocumentTotals.value(sums, wideSums, header)
    var sum = lines
    if let percentage = amounts.percentage, !percentage.isZero {
      var bare = lines
      bare.subtract(DocumentTotals.value(taxes, wideTaxes, header))
      guard let share = bare.decimal?.multiplied(by: percentage) else { return nil }
      sum.add(ExactDecimal(mantissa: -share.mantissa, scale: share.scale + 2))
    }
    if let discount = amounts.discount { sum.add(discount.negated) }
    if let charge = amounts.charge { sum.add(charge) }
    if let tax = amounts.tax { sum.add(tax) }
    return sum
  }

  /// What a line comes to; nil if it does not say.
  private static func amount(_ record: inout RecordView, _ lookups: borrowing LookupContext) -> ExactDecimal? {
    if let amount = record.amount(.amount, lookups) { return amount }
    guard let quantity = record.amount(.quantity, lookups), let price = record.amount(.price, lookups) else {
      return nil
    }
    let discount = record.amount(.discount, lookups) ?? .zero
    let tax = record.amount(.tax, lookups) ?? .zero
    return quantity.multiplied(by: price)?.adding(discount.negated)?.adding(tax)
  }

  private static func add(
    _ amount: ExactDecimal, to sum: inout Sum, _ wide: inout [Int: ExactSum], _ header: Int
  ) {
    let before = wide.isEmpty ? nil : wide[header]
    if before == nil, sum.add(amount) { return }
    var new = before ?? ExactSum(ExactDecimal(mantissa: Int128(sum.mantissa), scale: Int(sum.scale)))
    new.add(amount)
    wide[header] = new
  }

  private static func value(_ sums: [Sum], _ wide: [Int: ExactSum], _ header: Int) -> ExactSum {
    if let sum = wide[header] { return sum }
    guard header < sums.count else { return .zero }
    return ExactSum(ExactDecimal(mantissa: Int128(sums[header].mantissa), scale: Int(sums[header].scale)))
  }
}
