import Records

// Numbers in as many bytes as there are, the lowest first.

extension OutputBuffer {
  /// Appends a number in four bytes.
  mutating func append(number: UInt32) {
    appendZeroes(4)
    set(number, at: count - 4)
  }
}

extension ArraySlice<UInt8> {
  /// The number that the bytes are; at most eight.
  var number: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
