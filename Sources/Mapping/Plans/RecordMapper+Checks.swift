// Hot path: no allocation per record.

import Findings
import Records

extension RecordMapper {
  /// What came of checking a value.
  enum Outcome: Equatable {
    /// It is written as it is.
    case asIs
    /// It is written in the form that was appended to the scratch buffer.
    case rewritten
    /// It is written whole, in the form that was appended or as it is, and has more decimals than are kept.
    case imprecise(isRewritten: Bool)
    /// It stands for no value.
    case empty
    /// It is refused, or (`goesOver`) only reported.
    case fault(FindingCode, goesOver: Bool)
  }

  /// Checks a mapped value and gives it the form that the destination needs.
  mutating func finish(
    _ index: Int, _ field: TaskPlan.Field, _ slot: ValueSlot, _ batch: borrowing RecordBatch,
    _ lookups: borrowing LookupContext
  ) -> ValueSlot {
    if field.flags.contains(.isPriceList) { return priceList(index, slot, batch, lookups) }
    if slot.isEmpty { return finishEmpty(index, field) }
    if field.lookup >= 0 { return lookUpDestination(index, field, slot, batch, lookups) }
    if isTakenAsText(field, slot) { return slot }
    let start = scratch.count
    let outcome: Outcome
    switch slot.origin {
    case .batch:
      let text = batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end))
      outcome = RecordMapper.check(field, text, plan.symbolSets, plan.ranges, lookups, isPreparing, &scratch, &left)
    case .constant:
      outcome = RecordMapper.check(
        field, constant: Int(slot.start), of: plan.constants, plan.symbolSets, plan.ranges, lookups, isPreparing,
        &scratch, &left)
    default:
      loadRight(slot, batch)
      outcome = RecordMapper.check(
        field, buffered: right, plan.symbolSets, plan.ranges, lookups, isPreparing, &scratch, &left)
    }
    switch outcome {
    case .asIs: return slot
    case .rewritten: return scratchSlot(from: start)
    case .imprecise(let isRewritten):
      issues.append(Issue(.tooManyDecimals, .field(index)))
      return isRewritten ? scratchSlot(from: start) : slot
    case .empty: return finishEmpty(index, field)
    case .fault(let code, let goesOver):
      if isPreparing, field.existence >= 0, code == field.missing, lookups.growingRules.contains(Int(field.existence)) {
        isUnsettled = true
      }
      issues.append(Issue(code, .field(index)))
      return goesOver ? slot : .none
    }
  }

  /// Whether the value is a text that no check can mind. A text has at most as many UTF-16 code units as bytes.
  @inline(__always)
  private func isTakenAsText(_ field: TaskPlan.Field, _ slot: ValueSlot) -> Bool {
    field.type == .string && field.existence < 0
      && (field.maxLength <= 0 || size(of: slot) <= Int(field.maxLength))
  }

  /// Puts a value's bytes into the right buffer, which is taken out meanwhile.
  mutating func loadRight(_ slot: ValueSlot, _ batch: borrowing RecordBatch) {
    var buffer = OutputBuffer.none
    swap(&buffer, &right)
    buffer.truncate(to: 0)
    append(slot, batch, to: &buffer)
    swap(&buffer, &right)
  }

  /// The empty value of a field, with the fault if it may not be empty.
  mutating func finishEmpty(_ index: Int, _ field: TaskPlan.Field) -> ValueSlot {
    if let warning = field.emptyWarning { issues.append(Issue(warning, .field(index))) }
    if field.flags.contains(.required), !field.flags.contains(.copiesKey) {
      issues.append(Issue(.requiredFieldIsEmpty, .field(index)))
    }
    return .none
  }

  private static func check(
    _ field: TaskPlan.Field, buffered text: borrowing OutputBuffer, _ symbols: [KeyIndex], _ ranges: [NumberRange],
    _ lookups: borrowing LookupContext, _ isPreparing: Bool, _ scratch: inout OutputBuffer,
    _ buffer: inout OutputBuffer
  ) -> Outcome {
    check(field, text.span, symbols, ranges, lookups, isPreparing, &scratch, &buffer)
  }

  private static func check(
    _ field: TaskPlan.Field, constant: Int, of constants: borrowing ConstantTexts, _ symbols: [KeyIndex],
    _ ranges: [NumberRange], _ lookups: borrowing LookupContext, _ isPreparing: Bool, _ scratch: inout OutputBuffer,
    _ buffer: inout OutputBuffer
  ) -> Outcome {
    check(field, constants.text(constant), symbols, ranges, lookups, isPreparing, &scratch, &buffer)
  }

  private static func check(
    _ field: TaskPlan.Field, _ text: Span<UInt8>, _ symbols: [KeyIndex], _ ranges: [NumberRange],
    _ lookups: borrowing LookupContext, _ isPreparing: Bool, _ scratch: inout OutputBuffer,
    _ buffer: inout OutputBuffer
  ) -> Outcome {
    if isTooLongForFile(field, text), field.type != .string { return .fault(.tooLong, goesOver: false) }
    var outcome = Outcome.asIs
    switch field.type {
    case .string: outcome = checkText(field, text, &scratch)
    case .decimal, .money, .double: outcome = checkDecimal(field, text, ranges, &scratch)
    case .int, .int64, .picklist, .state, .status: outcome = checkWhole(field, text, ranges, &scratch)
    case .datetime, .date: outcome = checkDate(field, text, &scratch)
    case .enumeration, .noyes:
      if field.symbols >= 0, symbols[Int(field.symbols)].find(text) == nil {
        outcome = .fault(.valueOfTheWrongType, goesOver: false)
      }
    case .guid:
      guard let guid = GUID(text) else { return .fault(.valueOfTheWrongType, goesOver: false) }
      guid.append(to: &scratch)
      return .rewritten
    default:
      if !ValueChecks.isValid(text, field.type) { outcome = .fault(.valueOfTheWrongType, goesOver: false) }
    }
    if field.existence >= 0, case let rule = Int(field.existence), !lookups.existing[rule].isEmpty {
      let isGrowing = isPreparing && lookups.growingRules.contains(rule)
      if !lookups.existing[rule].contains(text, isGrowing: isGrowing, &buffer) {
        return .fault(field.missing, goesOver: false)
      }
    }
    return outcome
  }

  private static func checkText(_ field: TaskPlan.Field, _ text: Span<UInt8>, _ scratch: inout OutputBuffer) -> Outcome
  {
    let limit = Int(field.maxLength)
    guard limit > 0, UTF8Text.isLonger(text, than: limit) else { return .asIs }
    if field.flags.contains(.truncates) {
      scratch.append(text.extracting(0..<UTF8Text.prefix(text, utf16Length: limit)))
      return .rewritten
    }
    return field.flags.contains(.lengthIsAssumed) && !isTooLongForFile(field, text)
      ? .fault(.tooLongForAssumedLimit, goesOver: true) : .fault(.tooLong, goesOver: false)
  }

  private static func isTooLongForFile(_ field: TaskPlan.Field, _ text: Span<UInt8>) -> Bool {
    field.longestInFile > 0 && UTF8Text.isLonger(text, than: Int(field.longestInFile))
  }

  private static func checkDecimal(
    _ field: TaskPlan.Field, _ text: Span<UInt8>, _ ranges: [NumberRange], _ scratch: inout OutputBuffer
  ) -> Outcome {
    // Most numbers are in the one form that all read, and need not be read here.
    if field.range >= 0 {
      if ranges[Int(field.range)].holdsPlainly(text) { return .asIs }
    } else if text.count <= 30, isPlainDecimal(text) {
      return .asIs
    }
    guard let number = ExactDecimal(text) else { return .fault(.valueOfTheWrongType, goesOver: false) }
    var isCut = false
    if field.range >= 0 {
      guard ranges[Int(field.range)].holds(number) else { return .fault(.outOfRange, goesOver: false) }
      isCut = ranges[Int(field.range)].cuts(number)
    }
    guard field.flags.contains(.toSales), !isPlainDecimal(text) else {
      return isCut ? .imprecise(isRewritten: false) : .asIs
    }
    // `.500000` becomes `0.500000`: as many digits as were read, in the one form that Sales reads.
    let sign = text[0] == UInt8(ascii: "-") ? 1 : 0
    if text[sign] == UInt8(ascii: "."), isDigits(text.extracting(sign + 1..<text.count)) {
      scratch.append(text.extracting(0..<sign))
      scratch.append(UInt8(ascii: "0"))
      scratch.append(text.extracting(sign..<text.count))
    } else {
      number.append(to: &scratch)
    }
    return isCut ? .imprecise(isRewritten: true) : .rewritten
  }

  private static func isDigits(_ text: Span<UInt8>) -> Bool {
    for index in 0..<text.count {
      guard case 0x30...0x39 = text[index] else { return false }
    }
    return text.count > 0
  }

  /// An optional minus, digits, and if there is a point digits behind it.
  private static func isPlainDecimal(_ text: Span<UInt8>) -> Bool {
    var index = text.count > 0 && text[0] == UInt8(ascii: "-") ? 1 : 0
    var digits = 0
    var points = 0
    while index < text.count {
      switch text[index] {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: ".") where digits > 0 && points == 0:
        points = 1
        digits = 0
      default: return false
      }
      index += 1
    }
    return digits > 0
  }

  private static func checkWhole(
    _ field: TaskPlan.Field, _ text: Span<UInt8>, _ ranges: [NumberRange], _ scratch: inout OutputBuffer
  ) -> Outcome {
    let isInteger = field.type == .int || field.type == .int64
    let size = isInteger ? ValueChecks.wholePart(text) ?? text.count : text.count
    let whole = text.extracting(0..<size)
    let isBare = size == 0 || (size == 1 && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")))
    if size < text.count, isBare {
      // `.000000`: nothing stands before the point.
      if field.range >= 0, !ranges[Int(field.range)].holds(.zero) { return .fault(.outOfRange, goesOver: false) }
      scratch.append(UInt8(ascii: "0"))
      return .rewritten
    }
    guard ValueChecks.isWhole(whole) else { return .fault(.valueOfTheWrongType, goesOver: false) }
    if field.range >= 0, !ranges[Int(field.range)].holdsPlainly(whole) {
      guard let number = ExactDecimal(whole), ranges[Int(field.range)].holds(number) else {
        return .fault(.outOfRange, goesOver: false)
      }
    }
    let hasPlus = text[0] == UInt8(ascii: "+")
    guard size < text.count || (hasPlus && field.flags.contains(.toSales)) else { return .asIs }
    scratch.append(whole.extracting((hasPlus ? 1 : 0)..<size))
    return .rewritten
  }

  private static func checkDate(_ field: TaskPlan.Field, _ text: Span<UInt8>, _ scratch: inout OutputBuffer) -> Outcome
  {
    let toSales = field.flags.contains(.toSales)
    let isISOOnly = toSales || field.flags.contains(.hasUnclearDates)
    guard let date = DateTime(text) ?? (isISOOnly ? nil : DateTime(american: text)) else {
      return .fault(.valueOfTheWrongType, goesOver: false)
    }
    if toSales {
      if date.isNoDate { return .empty }
      date.append(separator: UInt8(ascii: "T"), to: &scratch)
      scratch.append(".0000000Z" as StaticString)
    } else if field.type == .date {
      date.appendDate(to: &scratch)
    } else {
      date.append(separator: 0x20, to: &scratch)
    }
    return .rewritten
  }

  // MARK: What Sales has

  private mutating func lookUpDestination(
    _ index: Int, _ field: TaskPlan.Field, _ slot: ValueSlot, _ batch: borrowing RecordBatch,
    _ lookups: borrowing LookupContext
  ) -> ValueSlot {
    loadComparable(slot, batch)
    let number = Int(field.lookup)
    if recentLookups[number].slot.origin == .destination, recentLookups[number].key.equals(left) {
      return recentLookups[number].slot
    }
    for place in plan.destinationLookups[number].tables.indices {
      let table = plan.destinationLookups[number].tables[place]
      if isPreparing, lookups.growingTable == table {
        isUnsettled = true
        return .none
      }
      guard let entry = find(in: lookups.destinations[table]) else { continue }
      guard !lookups.destinations[table].isAmbiguous(entry) else {
        issues.append(Issue(.severalCandidates, .field(index)))
        return .none
      }
      let found = ValueSlot(origin: .destination, start: UInt32(table), end: UInt32(entry))
      // Of several tables one that comes first may get the key yet, from what this pass writes.
      if plan.destinationLookups[number].tables.count == 1 { recentLookups[number].note(left, found) }
      return found
    }
    issues.append(Issue(plan.destinationLookups[Int(field.lookup)].code, .field(index)))
    return .none
  }

  /// The entry of the key in the left buffer.
  private mutating func find(in table: TargetKeyIndex) -> Int? {
    if !table.isPartitioned { return table.find(left.span) }
    // Taken out meanwhile, for exclusive use.
    var buffer = OutputBuffer.none
    swap(&buffer, &right)
    let entry = table.find(left.span, &buffer)
    swap(&buffer, &right)
    return entry
  }

  /// Puts the comparable form of a value into the left buffer.
  private mutating func loadComparable(_ slot: ValueSlot, _ batch: borrowing RecordBatch) {
    left.truncate(to: 0)
    if slot.origin == .batch {
      KeyText.append(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end)), to: &left)
    } else {
      loadRight(slot, batch)
      KeyText.append(right, to: &left)
    }
  }

  /// The price list of the record's currency. An unknown currency is reported for itself.
  private mutating func priceList(
    _ index: Int, _ slot: ValueSlot, _ batch: borrowing RecordBatch, _ lookups: borrowing LookupContext
  ) -> ValueSlot {
    guard let lists = lookups.priceLists, !slot.isEmpty else { return .none }
    loadComparable(slot, batch)
    let currencies = lists.currencyTable
    guard let currency = find(in: lookups.destinations[currencies]),
      !lookups.destinations[currencies].isAmbiguous(currency)
    else { return .none }
    switch lists.choices[currency] ?? .none {
    case .none: issues.append(Issue(.priceListUnknown, .field(index)))
    case .unusable(let reasons): issues.append(Issue(.priceListUnusable, .field(index), detail: .priceList(reasons)))
    case .list(let list, let isUnjudged):
      if isUnjudged { issues.append(Issue(.timeOfTheRunUnknown, .field(index))) }
      return ValueSlot(origin: .destination, start: UInt32(lists.listTable), end: UInt32(list))
    }
    return .none
  }

  // MARK: Discounts

  /// A line's discount for one piece, rounded half-even, or what that rounding leaves, as a charge: 10.00 on 3 pieces
  /// are 3.33 and −0.01.
  mutating func discount(
    _ field: TaskPlan.Field, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext,
    _ slot: ValueSlot
  ) -> ValueSlot {
    resolve(Int(plan.quantityValue), batch, record, lookups)
    guard let amount = number(slot, batch),
      let quantity = number(resolved[firstValue + Int(plan.quantityValue)].slot, batch), !quantity.isZero,
      let single = amount.divided(by: quantity, digits: currencyDigits(batch, record, lookups)),
      let whole = single.multiplied(by: quantity),
      let rest = whole.adding(amount.negated)
    else { return slot }
    let start = scratch.count
    (field.flags.contains(.isDiscountPerUnit) ? single : rest).append(to: &scratch)
    return scratchSlot(from: start)
  }

  /// The decimals of the record's currency, which inputs without currencies do not tell.
  private mutating func currencyDigits(
    _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> Int {
    let value = Int(plan.precisionValue)
    guard value >= 0 else { return 2 }
    resolve(value, batch, record, lookups)
    guard let precision = number(resolved[firstValue + value].slot, batch), precision.scale == 0,
      0...10 ~= precision.mantissa
    else {
      return 2
    }
    return Int(precision.mantissa)
  }

  private mutating func number(_ slot: ValueSlot, _ batch: borrowing RecordBatch) -> ExactDecimal? {
    loadRight(slot, batch)
    return ExactDecimal(right.span)
  }
}
