/// Bytes that stay in the buffers of others until somebody puts them together.
struct LentBytes: Sendable {
  private var parts: [ArraySlice<UInt8>] = []
  /// Whose the parts are, in their order; nil for those that are their own.
  private var owners: [(any AnyObject & Sendable)?] = []
  private(set) var count = 0
  private static let usualParts = 16

  var isEmpty: Bool { parts.isEmpty }

  /// Adds bytes of a buffer that is not used again while its owner is held. Bytes without an owner are their own.
  mutating func append(_ bytes: ArraySlice<UInt8>, of owner: (any AnyObject & Sendable)?) {
    if parts.capacity == 0 {
      parts.reserveCapacity(LentBytes.usualParts)
      owners.reserveCapacity(LentBytes.usualParts)
    }
    parts.append(bytes)
    owners.append(owner)
    count += bytes.count
  }

  /// Lends the last bytes, as many as that or all, to others too.
  func lendSuffix(_ wanted: Int, to suffix: inout LentBytes) {
    var first = parts.count
    var found = 0
    while first > 0, found < wanted {
      first -= 1
      found += parts[first].count
    }
    for place in first..<parts.count {
      let part = place == first ? parts[place].dropFirst(max(0, found - wanted)) : parts[place]
      suffix.append(part, of: owners[place])
    }
  }

  /// Appends all bytes to others, and lets go of them.
  mutating func move(to bytes: inout [UInt8]) {
    for part in parts { bytes.append(contentsOf: part) }
    clear()
  }

  /// Lets go of the bytes.
  mutating func clear() {
    // First the bytes: an owner that nobody holds any more gives its buffer on.
    parts.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    count = 0
  }
}
