import Records

/// The bytes that a function writes.
func written(_ write: (inout OutputBuffer) -> Void) -> [UInt8] {
  var output = OutputBuffer(capacity: 64)
  write(&output)
  return output.take()
}

/// The text that a function writes.
func text(_ write: (inout OutputBuffer) -> Void) -> String { String(decoding: written(write), as: UTF8.self) }
