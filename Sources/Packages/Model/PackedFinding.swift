package import Findings
package import Records

// Findings as bytes: what one task finds, another one lists.
extension PackedWriter {
  /// Adds a finding.
  package mutating func add(_ finding: Finding) {
    add(Int(finding.code.number))
    add(finding.severity.number)
    add(finding.place)
    add(finding.field)
    add(finding.value)
    add(Int(finding.cause?.number ?? 0))
    add(finding.detail)
  }

  private mutating func add(_ place: FindingPlace) {
    add(place.package)
    add(place.file)
    add(place.entity.rawValue)
    add(place.record?.value ?? -1)
    add(place.line)
    add(place.key)
    add(place.company)
  }

  private mutating func add(_ detail: Issue.Detail) {
    switch detail {
    case .none: add(0)
    case .earlierRecord(let record): add(numbers: 1, record.value)
    case .otherInput(let package, let record):
      add(numbers: 2, record.value)
      add(package)
    case .culprit(let entity, let key, let code):
      add(3)
      for text in [entity, key, code] { add(text) }
    case .name(let name):
      add(4)
      add(name)
    case .fields(let found, let expected): add(numbers: 5, found, expected)
    case .records(let count): add(numbers: 6, count)
    case .assignable: add(7)
    case .stateName: add(8)
    case .limit(let limit): add(numbers: 9, limit)
    case .keyLimit(let limit): add(numbers: 10, limit)
    case .priceList(let faults): add(numbers: 11, Int(faults.rawValue))
    case .priceListItem: add(12)
    case .pricingError(let code): add(numbers: 13, code)
    case .alike(let key, let package, let record):
      add(numbers: 14, record.value)
      add(key)
      add(package)
    case .takenKey(let package, let record):
      add(numbers: 15, record.value)
      add(package != nil)
      add(package ?? "")
    case .chain(let keys):
      add(16)
      add(keys) { $0.add($1) }
    case .message(let message):
      add(17)
      add(message)
    // Only `fix` repairs.
    case .repair: add(0)
    }
  }

  private mutating func add(_ message: Message) {
    add(message.pattern)
    add(message.parts) { writer, part in
      switch part {
      case .text(let text):
        writer.add(false)
        writer.add(text)
      case .message(let message):
        writer.add(true)
        writer.add(message)
      }
    }
  }

  private mutating func add(numbers: Int, _ others: Int...) { for number in [numbers] + others { add(number) } }
}

extension PackedReader {
  /// The next finding.
  package mutating func finding() throws(PackedError) -> Finding {
    let code = FindingCode(number: UInt16(try int(in: 0...9999)))
    let severity = Severity.allCases[try int(in: 0...2)]
    var place = FindingPlace(package: try string(), file: try string(), entity: EntityName(try string()))
    let record = try int(in: -1...Int(UInt32.max))
    place.record = record < 0 ? nil : RecordNumber(record)
    place.line = try int()
    place.key = try string()
    place.company = try string()
    var finding = Finding(code, severity, at: place, field: try string())
    finding.value = try string()
    let cause = try int(in: 0...9999)
    finding.cause = cause == 0 ? nil : FindingCode(number: UInt16(cause))
    finding.detail = try detail()
    return finding
  }

  private mutating func detail() throws(PackedError) -> Issue.Detail {
    switch try int(in: 0...17) {
    case 1: return .earlierRecord(RecordNumber(try int()))
    case 2:
      let record = RecordNumber(try int())
      return .otherInput(package: try string(), record: record)
    case 3: return .culprit(entity: try string(), key: try string(), code: try string())
    case 4: return .name(try string())
    case 5: return .fields(found: try int(), expected: try int())
    case 6: return .records(try int())
    case 7: return .assignable
    case 8: return .stateName
    case 9: return .limit(try int())
    case 10: return .keyLimit(try int())
    case 11: return .priceList(PriceListFaults(rawValue: UInt8(try int(in: 0...255))))
    case 12: return .priceListItem
    case 13: return .pricingError(try int())
    case 14:
      let record = RecordNumber(try int())
      return .alike(key: try string(), package: try string(), record: record)
    case 15:
      let record = RecordNumber(try int())
      let isKnown = try bool()
      let package = try string()
      return .takenKey(package: isKnown ? package : nil, record: record)
    case 16:
      let count = try int(in: 0...1_000_000)
      var keys: [String] = []
      for _ in 0..<count { keys.append(try string()) }
      return .chain(keys)
    case 17: return .message(try message(inside: 0))
    default: return .none
    }
  }

  /// The next message, which is within so many others.
  private mutating func message(inside depth: Int) throws(PackedError) -> Message {
    if depth > PackedReader.deepestMessage { throw PackedError() }
    let pattern = try string()
    var parts: [Message.Part] = []
    for _ in 0..<(try int(in: 0...PackedReader.mostParts)) {
      parts.append(try bool() ? .message(try message(inside: depth + 1)) : .text(try string()))
    }
    return Message(pattern: pattern, parts: parts)
  }

  private static let deepestMessage = 16
  private static let mostParts = 1000
}
