// Hot path: no allocation per element. Names are numbered by the address that libxml2's dictionary gives them.

import CLibXML2

/// Gathers parser events into batches.
struct EventBuilder {
  let limits: XMLLimits
  let keepsText: Bool
  let joinsFields: Bool
  var fault: XMLFault?
  var skippedLines = 0

  private let cutDepth: Int
  /// How many elements are open.
  private(set) var depth = 0
  private var buffer = OutputBuffer(capacity: 64 << 10)
  private var events: [XMLEvent] = []
  private var names: [String] = []
  /// By address, in the first free slot from the one of its hash on: at most a quarter of the slots is used.
  private var numbers: [(address: UInt, number: UInt16)] = Array(repeating: (0, 0), count: 256)
  private var cutEvents = 0
  private var cutBytes = 0
  /// Whether the last event is an element under way, reported as an attribute as long as it holds nothing but text.
  private var isInField = false

  init(cutDepth: Int, keepsText: Bool, joinsFields: Bool, limits: XMLLimits) {
    self.cutDepth = cutDepth
    self.keepsText = keepsText
    self.joinsFields = joinsFields
    self.limits = limits
    events.reserveCapacity(1 << 12)
  }

  /// Elements without any text take memory too.
  var isTooLarge: Bool { size(buffer.count - cutBytes, events.count - cutEvents) > limits.recordBytes }

  /// Whether the line of the element that begins is asked for: nobody wants those of fields.
  var wantsLine: Bool { !joinsFields || depth < cutDepth }

  /// The memory of what a batch would hold now.
  var cutSize: Int { size(cutBytes, cutEvents) }

  /// What a batch would hold now.
  var cut: XMLEventCut { XMLEventCut(events: cutEvents, bytes: cutBytes) }

  /// Whether a batch would hold all events so far.
  var isAtCut: Bool { cutEvents == events.count && cutBytes == buffer.count && !isInField }

  /// Whether the element that began last is above the cutting depth.
  var isAboveCut: Bool { depth < cutDepth }

  /// Whether the element that began last is one of those behind which batches end, but none around them.
  var isOnCut: Bool { depth == cutDepth }

  /// Drops all events; the elements that are open remain so.
  mutating func drop() {
    events.removeAll(keepingCapacity: true)
    buffer.truncate(to: 0)
    (cutEvents, cutBytes, isInField) = (0, 0, false)
  }

  /// Begins with another document, in which names keep their numbers.
  mutating func begin() {
    drop()
    (depth, skippedLines, fault) = (0, 0, nil)
  }

  /// Drops all events and leaves the elements that began with them; so many were open before.
  mutating func drop(to depth: Int) {
    drop()
    self.depth = depth
  }

  /// How many events there are, and so the place of the next one.
  var eventCount: Int { events.count }

  /// Sets the line of the element whose start is the event at a place.
  mutating func setLine(_ line: Int, at place: Int) { events[place].start = UInt32(truncatingIfNeeded: line) }

  private func size(_ bytes: Int, _ events: Int) -> Int { bytes + events * MemoryLayout<XMLEvent>.stride }

  /// Whether a name was too long, or one too many. The document is refused then, whatever number such a name has.
  private(set) var exceedsNames = false

  /// How many names have a number.
  var nameCount: Int { names.count }

  /// The number of a name. Within one parser equal names have one address, so the address stands for the name.
  @inline(__always)
  mutating func number(of name: UnsafePointer<xmlChar>) -> UInt16 {
    let address = UInt(bitPattern: name)
    let slot = slot(of: address)
    if numbers[slot].address == address { return numbers[slot].number }
    return unsafe newNumber(name)
  }

  /// The slot that has the address, or the one that it would get.
  @inline(__always)
  private func slot(of address: UInt) -> Int {
    var slot = Int(truncatingIfNeeded: (address >> 3) ^ (address >> 11)) & (numbers.count - 1)
    while numbers[slot].address != address, numbers[slot].address != 0 { slot = (slot + 1) & (numbers.count - 1) }
    return slot
  }

  @inline(never)
  private mutating func newNumber(_ name: UnsafePointer<xmlChar>) -> UInt16 {
    guard names.count < limits.names, unsafe xmlStrlen(name) <= limits.nameLength else {
      exceedsNames = true
      return UInt16.max
    }
    if names.count >= numbers.count / 4 {
      let known = numbers
      numbers = Array(repeating: (0, 0), count: known.count * 4)
      for entry in known where entry.address != 0 { numbers[slot(of: entry.address)] = entry }
    }
    let number = UInt16(names.count)
    names.append(unsafe String(cString: name))
    let address = UInt(bitPattern: name)
    numbers[slot(of: address)] = (address, number)
    return number
  }

  /// False if the document goes beyond a limit.
  mutating func start(_ name: UInt16, line: Int) -> Bool {
    if isInField { leaveField() }
    depth += 1
    events.append(XMLEvent(kind: .start, name: name, start: UInt32(truncatingIfNeeded: line), end: 0))
    return depth <= limits.depth && !exceedsNames
  }

  mutating func attribute(_ name: UInt16, _ value: Span<UInt8>) {
    let start = buffer.count
    buffer.append(value)
    events.append(XMLEvent(kind: .attribute, name: name, start: UInt32(start), end: UInt32(buffer.count)))
  }

  mutating func text(_ value: Span<UInt8>) {
    let start = UInt32(buffer.count)
    buffer.append(value)
    let end = UInt32(buffer.count)
    let last = events.count - 1
    if isInField || last >= 0 && events[last].kind == .text && events[last].end == start {
      events[last].end = end
    } else if joinsFields, depth == cutDepth + 1, events[last].kind == .start {
      events[last] = XMLEvent(kind: .attribute, name: events[last].name, start: start, end: end)
      isInField = true
    } else {
      events.append(XMLEvent(kind: .text, name: 0, start: start, end: end))
    }
  }

  mutating func endElement() {
    if isInField {
      isInField = false
      depth -= 1
      return
    }
    events.append(XMLEvent(kind: .end, name: 0, start: 0, end: 0))
    if depth <= cutDepth {
      cutEvents = events.count
      cutBytes = buffer.count
    }
    depth -= 1
  }

  /// Reports the field under way as an element after all: it contains something other than text.
  private mutating func leaveField() {
    isInField = false
    let field = events.removeLast()
    events.append(XMLEvent(kind: .start, name: field.name, start: 0, end: 0))
    events.append(XMLEvent(kind: .text, name: 0, start: field.start, end: field.end))
  }

  /// The events up to the last cut; what comes after it begins the next batch.
  mutating func take(all: Bool) -> XMLEventBatch {
    if all {
      if isInField { leaveField() }
      cutEvents = events.count
      cutBytes = buffer.count
    }
    let rest = Array(events[cutEvents...])
    events.removeLast(events.count - cutEvents)
    // The next batch will be about as large, unless this one held a single long text.
    var bytes = OutputBuffer(capacity: min(cutBytes + cutBytes / 8, 1 << 20) + (64 << 10))
    bytes.append(buffer.span.extracting(cutBytes..<buffer.count))
    swap(&bytes, &buffer)
    bytes.truncate(to: cutBytes)
    let batch = XMLEventBatch(bytes: bytes.handOver(), events: events, names: names)
    let shift = UInt32(cutBytes)
    events = []
    events.reserveCapacity(max(batch.events.count, 1 << 10))
    for var event in rest {
      if event.kind == .attribute || event.kind == .text {
        event.start -= shift
        event.end -= shift
      }
      events.append(event)
    }
    cutEvents = 0
    cutBytes = 0
    return batch
  }
}
