internal import Glibc

extension Array where Element: FixedWidthInteger {
  /// So many zeroes. Where they are many, the system is asked for large pages: a table that is looked up at random places
  /// otherwise costs a second search, that for the page.
  static func zeroes(_ count: Int) -> [Element] {
    // Every element is set before the count is reported; the system is only advised about memory that belongs to the array.
    unsafe Array(unsafeUninitializedCapacity: count) { elements, initialized in
      let page = 2 << 20
      if let start = elements.baseAddress, count * MemoryLayout<Element>.stride >= 2 * page {
        let inset = (page - Int(bitPattern: start) & (page - 1)) & (page - 1)
        let whole = (count * MemoryLayout<Element>.stride - inset) & ~(page - 1)
        // Without such pages all is as it was.
        _ = unsafe madvise(UnsafeMutableRawPointer(start) + inset, whole, MADV_HUGEPAGE)
      }
      unsafe elements.initialize(repeating: 0)
      initialized = count
    }
  }
}

extension [UInt64] {
  /// A hash table of twice as many slots with the same content. A slot has the hash in its upper half, and is 0 if it is empty.
  func withTwiceTheSlots() -> [UInt64] {
    var slots: [UInt64] = .zeroes(count * 2)
    var target = slots.mutableSpan
    let mask = target.count - 1
    for content in self where content != 0 {
      var slot = Int(content >> 32) & mask
      while target[slot] != 0 { slot = (slot + 1) & mask }
      target[slot] = content
    }
    return slots
  }
}
