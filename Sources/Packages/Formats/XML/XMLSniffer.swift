import Records

/// Looks at the events of an XML file, batch by batch, for which records it holds and which stand within others. Names are
/// known by their numbers, the same whatever their case.
struct XMLSniffer {
  /// All names met so far, by their number.
  private(set) var names: [String] = []
  private(set) var root: UInt16?
  private(set) var rootAttributes: [(name: String, value: String)] = []
  /// The root's first element.
  private(set) var record: UInt16?
  /// What stands in it: attributes and elements.
  private(set) var firstFields: [UInt16] = []
  /// Whether anything but attributes holds values.
  private(set) var hasElements = false
  /// The kinds of records: the elements that lead to them from an outermost record, and what stands in them. An outer
  /// kind comes before those in it.
  private(set) var groups: [(path: [UInt16], fields: [UInt16])] = []
  /// The place of a kind among them.
  private(set) var group: [[UInt16]: Int] = [:]

  /// The elements under way.
  private var open: [UInt16] = []
  private var isFirstRecord = true
  /// The first name that is the same but for case, by the number of a name, and by the name in lower case.
  private var same: [UInt16] = []
  private var numbers: [String: UInt16] = [:]

  /// Looks at more events.
  mutating func add(_ batch: XMLEventBatch) {
    learn(batch.names)
    for event in batch.events {
      let number = same[Int(event.name)]
      switch event.kind {
      case .start:
        open.append(number)
        switch open.count {
        case 1: root = number
        case 2: if record == nil { record = number }
        case 3: addField(number, of: [])
        // An element with elements is a record, and so is every one around it.
        default: for depth in 3..<open.count { addField(open[depth], of: Array(open[2..<depth])) }
        }
      case .attribute:
        let name = names[Int(number)]
        switch open.count {
        case 1:
          let value = String(decoding: batch.bytes[Int(event.start)..<Int(event.end)], as: UTF8.self)
          rootAttributes.append((name, value))
        case 2: addField(number, of: [])
        case 3... where XMLLayout.marksRecord(name): addField(number, of: Array(open[2...]))
        default: break
        }
      case .text: continue
      case .end:
        // What turned out to be no record is a field.
        if !hasElements, open.count > 3 || open.count == 3 && isFirstRecord, group[Array(open[2...])] == nil {
          hasElements = true
        }
        if open.count == 2 { isFirstRecord = false }
        open.removeLast()
      }
    }
  }

  private mutating func learn(_ more: [String]) {
    for number in names.count..<max(names.count, more.count) {
      names.append(more[number])
      same.append(numbers[more[number].lowercased(), default: UInt16(number)])
      numbers[more[number].lowercased()] = same[number]
    }
  }

  private mutating func addField(_ name: UInt16, of path: [UInt16]) {
    if path.isEmpty, isFirstRecord, !firstFields.contains(name) { firstFields.append(name) }
    guard let place = group[path] else {
      group[path] = groups.count
      groups.append((path, [name]))
      return
    }
    if !groups[place].fields.contains(name) { groups[place].fields.append(name) }
  }
}
