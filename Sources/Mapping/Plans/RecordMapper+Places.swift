// Hot path: no allocation per record; spellings beyond ASCII are brought into their form once each.

import Findings
import Records

/// Countries, states and currencies, by codes and names that all organisations share.
extension RecordMapper {
  /// What a spelling of a country comes to.
  private enum Country {
    /// Nothing that is known.
    static let unknown = UInt32.max
    /// The letters of the alpha-2 code are in the lower half; without this bit it is the number of a constant.
    static let isCode: UInt32 = 1 << 31
  }

  /// Whether a value has nothing but blanks.
  @inline(__always)
  func isBlank(_ slot: ValueSlot, _ batch: borrowing RecordBatch) -> Bool {
    switch slot.origin {
    case .batch: KeyText.trimmed(batch.bytes.span.extracting(Int(slot.start)..<Int(slot.end))).isEmpty
    case .scratch: KeyText.trimmed(scratch.span.extracting(Int(slot.start)..<Int(slot.end))).isEmpty
    case .none, .constant, .destination: false
    }
  }

  /// Maps a country: by the map's entries, then by codes and names. False if nothing fits and the map refuses such values.
  mutating func mapCountry(_ number: Int, _ slot: inout ValueSlot, _ batch: borrowing RecordBatch) -> Bool {
    loadRight(slot, batch)
    let meaning: UInt32
    if let known = spellings[number].meaning(of: right.span) {
      meaning = known
    } else {
      meaning = country(number)
      spellings[number].note(right, meaning)
    }
    if meaning == Country.unknown {
      if plan.maps[number].keeps { return true }
      guard plan.maps[number].otherwise >= 0 else { return false }
      slot = constantSlot(plan.maps[number].otherwise)
    } else if meaning & Country.isCode == 0 {
      slot = constantSlot(Int32(meaning))
    } else {
      let start = scratch.count
      CountryNames.Code(letters: UInt16(truncatingIfNeeded: meaning)).append(to: &scratch)
      slot = scratchSlot(from: start)
    }
    return true
  }

  /// What the text in the right buffer comes to as a country.
  private mutating func country(_ number: Int) -> UInt32 {
    left.truncate(to: 0)
    KeyText.appendLowercased(right, 0..<right.count, to: &left)
    if let entry = plan.maps[number].entries.find(left.span) { return plan.maps[number].entries[entry] }
    left.truncate(to: 0)
    let form = NameForm.append(right, to: &left)
    if let entry = plan.maps[number].forms.find(left.span.extracting(form)) { return plan.maps[number].forms[entry] }
    return plan.codes.countries.code(of: left.span.extracting(form)).map { UInt32($0.letters) | Country.isCode }
      ?? Country.unknown
  }

  // MARK: States

  /// Notes a state that the target lacks, or, if its states are not known, a state's name where it wants the id.
  mutating func checkState(_ state: TaskPlan.StateField, _ batch: borrowing RecordBatch) {
    let slot = output(state.field)
    if slot.isEmpty { return }
    loadRight(slot, batch)
    if let isMissing = plan.codes.states.lack(right, &left) {
      if isMissing { issues.append(Issue(.missingInTarget, .field(state.field))) }
      return
    }
    let meaning = stateMeaning()
    guard meaning.bits != 0, isName(meaning, inCountryOf: state, batch) else { return }
    issues.append(Issue(.stateIsAName, .field(state.field)))
  }

  /// What the text in the right buffer means as a state.
  private mutating func stateMeaning() -> StateNames.Meaning {
    let last = spellings.count - 1
    if let known = spellings[last].meaning(of: right.span) { return StateNames.Meaning(bits: known) }
    let meaning = plan.codes.states.meaning(of: right, &left)
    spellings[last].note(right, meaning.bits)
    return meaning
  }

  /// Whether a state is given by name, by the country of its address; by all countries where that is empty or not known.
  private mutating func isName(
    _ meaning: StateNames.Meaning, inCountryOf state: TaskPlan.StateField, _ batch: borrowing RecordBatch
  ) -> Bool {
    guard state.country >= 0, case let slot = output(state.country), !slot.isEmpty else { return meaning.isName }
    loadRight(slot, batch)
    left.truncate(to: 0)
    let form = NameForm.append(right, to: &left)
    guard let country = plan.codes.countries.code(of: left.span.extracting(form)) else { return meaning.isName }
    return plan.codes.states.number(of: country).map(meaning.isName) ?? false
  }

  // MARK: Currencies

  /// The code that a lookup of a currency names itself, in upper case; nothing if its name is none.
  mutating func currencyCode(_ lookup: Int, _ batch: borrowing RecordBatch, _ record: Int) -> ValueSlot {
    let start = scratch.count
    let name = currencyName(lookup, batch, record)
    guard plan.codes.currencies.append(batch.bytes.span.extracting(name.bounds), to: &scratch) else { return .none }
    return scratchSlot(from: start)
  }

  /// What a lookup calls the currency: its name, or what is there in the place of an id.
  func currencyName(_ lookup: Int, _ batch: borrowing RecordBatch, _ record: Int) -> FieldRange {
    let (name, id) = (plan.lookups[lookup].name, plan.lookups[lookup].id)
    if name >= 0, case let range = batch.range(record, name), !range.isEmpty { return range }
    return id >= 0 ? batch.range(record, id) : .empty
  }
}

extension TaskPlan.StateField {
  /// The fields of a task that take ids of states, each with the country of its address. All entities of F&O name the columns
  /// of addresses alike, behind the address's own name.
  static func all(in task: TaskTemplate) -> [TaskPlan.StateField] {
    let columns = task.fields.map { $0.column.lowercased() }
    return columns.indices.compactMap { place in
      let column = columns[place]
      let address: Substring
      if column.hasSuffix("addressstateid") {
        address = column.dropLast("stateid".count)
      } else if column.hasSuffix("addressstate") {
        address = column.dropLast("state".count)
      } else {
        return nil
      }
      let names = ["countryregionisocode", "countryregionid"].map { address + $0 }
      let country = names.lazy.compactMap { columns.firstIndex(of: String($0)) }.first
      return TaskPlan.StateField(field: place, country: country ?? -1)
    }
  }
}
