// Hot path (`find`): no allocation per record whose key has the common form.

import Records

/// Finds keys that differ only as spreadsheets change them.
///
/// Keys in the common form stand among all keys already, so only the others are kept here, at 13 to 26 bytes each: by their
/// form's hash, and the entry of the key, whose form is then made again and compared.
struct AlikeKeys {
  private var slots: [UInt64] = []
  private var count = 0
  private var form = OutputBuffer(capacity: 64)
  private var other = OutputBuffer(capacity: 64)

  /// The entry of an earlier key that looks like a new one; nil if there is none. `keys` holds all of them, the new one too.
  mutating func find(_ key: borrowing OutputBuffer, entry: Int, among keys: borrowing KeyIndex) -> Int? {
    if KeyForm.mayDiffer(key.span) {
      form.truncate(to: 0)
      KeyForm.append(key.span, to: &form)
      if !form.equals(key) { return findForm(entry, keys) }
    }
    guard count > 0 else { return nil }
    return place(of: key, keys).entry
  }

  private mutating func findForm(_ entry: Int, _ keys: borrowing KeyIndex) -> Int? {
    if (count + 1) * 5 > slots.count * 3 { grow() }
    var form = OutputBuffer.none
    swap(&form, &self.form)
    defer { swap(&form, &self.form) }
    let (slot, earlier) = place(of: form, keys)
    if earlier == nil {
      slots[slot] = UInt64(keys.hash(of: form.span)) << 32 | UInt64(entry + 1)
      count += 1
    }
    return keys.find(form) ?? earlier
  }

  /// The slot of a form, and the entry of the key that stands there; nil if the slot is free.
  private mutating func place(
    of form: borrowing OutputBuffer, _ keys: borrowing KeyIndex
  ) -> (slot: Int, entry: Int?) {
    let hash = keys.hash(of: form.span)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let entry = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == UInt64(hash), holds(form, entry, keys) { return (slot, entry) }
      slot = (slot + 1) & mask
    }
    return (slot, nil)
  }

  private mutating func holds(
    _ form: borrowing OutputBuffer, _ entry: Int, _ keys: borrowing KeyIndex
  ) -> Bool {
    var key = OutputBuffer(capacity: 64)
    keys.appendKey(entry, to: &key)
    other.truncate(to: 0)
    KeyForm.append(key.span, to: &other)
    return other.equals(form)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, old.count * 2))
    let mask = slots.count - 1
    for content in old where content != 0 {
      var slot = Int(content >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = content
    }
  }
}
