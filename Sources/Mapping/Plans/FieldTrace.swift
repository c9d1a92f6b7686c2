package import Findings
package import Records

/// How the value of a destination field came about.
package struct FieldTrace: Sendable {
  /// The last thing that gave the value.
  package enum Rule: String, Sendable {
    case constant, `default`, map, lookup, derived, copy, none
  }

  /// A column of the record that was read; of one that is derived there is no place.
  package struct Source: Sendable {
    package var column: Int
    package var value: String
  }

  /// A value map that was asked.
  package struct Map: Sendable {
    /// What gave the value.
    package enum Answer: String, Sendable {
      case entry, blank, otherwise, none
    }

    package var name: String
    /// The entry that fitted; nil if none did.
    package var entry: String?
    package var answer: Answer
  }

  /// A lookup that was walked, or a record of the destination that was found.
  package struct Lookup: Sendable {
    /// How a record was found.
    package enum Way: String, Sendable {
      case column, id, name, key
    }

    package var path: String
    package var entity: String
    package var id: GUID?
    package var by: Way
    /// What was sought.
    package var sought: String
  }

  /// The text that goes over; of a lookup to Sales the id.
  package var value = ""
  /// The name of the record that a lookup to Sales leads to.
  package var name: String?
  package var rule = Rule.none
  package var sources: [Source] = []
  package var map: Map?
  package var lookup: Lookup?
  /// The length in UTF-16 code units before the text was cut.
  package var truncatedFrom: Int?
  package var codes: [FindingCode] = []
}

extension RecordMapper {
  /// How the value of a field of the record that was mapped last came about. Off the hot path.
  package mutating func trace(
    _ index: Int, _ batch: borrowing RecordBatch, _ record: Int, _ lookups: borrowing LookupContext
  ) -> FieldTrace {
    let field = plan.fields[index]
    let mapping = plan.task.fields[index]
    var trace = FieldTrace()
    let output = output(index)
    if output.origin == .destination {
      let table = lookups.destinations[Int(output.start)]
      trace.value = table.id(Int(output.end)).description
      trace.name = text { table.appendName(Int(output.end), to: &$0) }
    } else {
      trace.value = text { append(output, batch, to: &$0) }
    }
    for issue in issues where issue.field == index && !trace.codes.contains(issue.code) {
      trace.codes.append(issue.code)
    }
    if field.owner != nil {
      trace.rule = trace.value.isEmpty ? .none : .default
      return trace
    }
    var read = ""
    var isDerived = false
    if field.constant < 0, field.value >= 0, !mapping.isChosenBySource {
      let number = Int(field.value)
      resolve(number, batch, record, lookups)
      isDerived = traceSources(of: number, mapping, batch, record, lookups, &trace)
      let slot = resolved[firstValue + number].slot
      read = text { append(slot, batch, to: &$0) }
    }
    trace.rule = rule(of: field, mapping, read, isDerived, batch, &trace)
    if field.lookup >= 0, output.origin == .destination, !field.flags.contains(.isPriceList) {
      trace.lookup = FieldTrace.Lookup(
        path: mapping.destination, entity: lookups.destinations[Int(output.start)].table,
        id: lookups.destinations[Int(output.start)].id(Int(output.end)), by: .key, sought: read)
      if trace.rule != .constant { trace.rule = .lookup }
    }
    // A text that is refused for its length is shown as it would go over.
    if trace.value.isEmpty, trace.map == nil, trace.codes.contains(.tooLong) { trace.value = read }
    if field.flags.contains(.truncates), field.maxLength > 0, trace.map == nil, read.utf16.count > Int(field.maxLength),
      !trace.value.isEmpty
    {
      trace.truncatedFrom = read.utf16.count
    }
    return trace
  }

  private func text(_ body: (inout OutputBuffer) -> Void) -> String {
    var buffer = OutputBuffer(capacity: 64)
    body(&buffer)
    return String(decoding: buffer.take(), as: UTF8.self)
  }

  /// Notes the columns and the lookup that a source value comes from; true if it is derived.
  private mutating func traceSources(
    of number: Int, _ mapping: FieldMapping, _ batch: borrowing RecordBatch, _ record: Int,
    _ lookups: borrowing LookupContext, _ trace: inout FieldTrace
  ) -> Bool {
    let value = plan.values[number]
    switch value.source {
    case .nothing: return false
    case .derived:
      resolve(number, batch, record, lookups)
      return !resolved[firstValue + number].slot.isEmpty
    case .column:
      trace.sources.append(.init(column: Int(value.a), value: batch.text(record, Int(value.a))))
      return false
    case .firstOf:
      for place in Int(value.a)..<Int(value.b) {
        let part = Int(plan.alternatives[place])
        resolve(part, batch, record, lookups)
        let isDerived = traceSources(of: part, mapping, batch, record, lookups, &trace)
        if !resolved[firstValue + part].slot.isEmpty || resolved[firstValue + part].code != nil { return isDerived }
      }
      return false
    case .lookup:
      let lookup = plan.lookups[Int(value.a)]
      let path = mapping.sources.first { $0.isLookup }?.text ?? mapping.sources.first?.text ?? ""
      if lookup.dotted >= 0, !batch.range(record, lookup.dotted).isEmpty {
        let text = batch.text(record, lookup.dotted)
        trace.sources.append(.init(column: lookup.dotted, value: text))
        let entity = lookup.targets.first.map { String(decoding: $0.name, as: UTF8.self) } ?? ""
        trace.lookup = .init(path: path, entity: entity, id: nil, by: .column, sought: text)
        return false
      }
      guard lookup.id >= 0 else { return false }
      let text = batch.text(record, lookup.id)
      trace.sources.append(.init(column: lookup.id, value: text))
      guard !text.isEmpty else { return false }
      guard let found = target(of: Int(value.a), batch, record, lookups) else {
        trace.lookup = .init(path: path, entity: "", id: nil, by: GUID(text) == nil ? .name : .id, sought: text)
        return false
      }
      let id = lookups.tables[found.table].id(of: found.row)
      trace.lookup = .init(
        path: path, entity: lookups.tables[found.table].table, id: id, by: GUID(text) == id ? .id : .name,
        sought: text)
      return false
    }
  }

  /// What gave the value last, with what a value map has said.
  private func rule(
    of field: TaskPlan.Field, _ mapping: FieldMapping, _ read: String, _ isDerived: Bool,
    _ batch: borrowing RecordBatch, _ trace: inout FieldTrace
  ) -> FieldTrace.Rule {
    if field.constant >= 0 { return field.fallback >= 0 || mapping.isReplaced ? .default : .constant }
    if field.flags.contains(.isPriceList) { return trace.value.isEmpty ? .none : .derived }
    let mapsCountries = field.map >= 0 && plan.maps[Int(field.map)].mapsCountries
    let isBlank = read.isEmpty || mapsCountries && read.allSatisfy(\.isWhitespace)
    if isBlank {
      if field.fallback >= 0 { return trace.value.isEmpty ? .none : .default }
      if field.map >= 0, plan.maps[Int(field.map)].blank >= 0 || field.blank >= 0 {
        trace.map = .init(name: mapping.valueMap ?? "", entry: "", answer: .blank)
        return trace.value.isEmpty ? .none : .map
      }
      return field.blank >= 0 && !trace.value.isEmpty ? .default : .none
    }
    if field.map >= 0 { trace.map = asked(field, mapping, read, isFound: !trace.codes.contains(.notInValueMap)) }
    if trace.value.isEmpty { return .none }
    if trace.map != nil { return .map }
    if trace.lookup != nil { return .lookup }
    return isDerived ? .derived : .copy
  }

  private func asked(_ field: TaskPlan.Field, _ mapping: FieldMapping, _ read: String, isFound: Bool) -> FieldTrace.Map
  {
    let map = plan.maps[Int(field.map)]
    let name = mapping.valueMap ?? ""
    var lowercased = OutputBuffer(capacity: 64)
    let bytes = Array(read.utf8)
    KeyText.appendLowercased(bytes.span, to: &lowercased)
    let key = lowercased.take()
    if map.entries.find(key.span) != nil {
      return .init(name: name, entry: String(decoding: key, as: UTF8.self), answer: .entry)
    }
    guard isFound else { return .init(name: name, entry: nil, answer: .none) }
    if map.mapsCountries {
      let form = NameForm.bytes(read)
      let isKnown = map.forms.find(form.span) != nil || plan.codes.countries.code(of: form.span) != nil
      if isKnown { return .init(name: name, entry: read, answer: .entry) }
    }
    return .init(name: name, entry: nil, answer: .otherwise)
  }
}
