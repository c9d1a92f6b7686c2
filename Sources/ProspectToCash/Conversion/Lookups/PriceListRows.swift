import Archives
import Mapping
import Packages
import Records

/// The price list items of products as rows for the import wizard. They stand in a file behind that of the products, so
/// they wait in a scratch file, each row behind its length, while the products pass.
final class PriceListRows {
  private let file: ScratchFile
  private let encoder = CSVEncoder()
  private var row = OutputBuffer(capacity: 512)
  private var buffer = OutputBuffer(capacity: (1 << 20) + 4096)
  private var name = OutputBuffer(capacity: 256)

  init(file: ScratchFile) { self.file = file }

  /// Adds an item; the values are those of the columns of `PriceListItems`, in their order.
  func add(
    list: ValueSlot, number: borrowing OutputBuffer, unit: ValueSlot, amount: borrowing OutputBuffer, method: [UInt8],
    _ knowledge: borrowing Knowledge
  ) throws {
    row.truncate(to: 0)
    appendName(list, knowledge)
    encoder.delimiter(to: &row)
    encoder.field(number.span, to: &row)
    encoder.delimiter(to: &row)
    appendName(unit, knowledge)
    encoder.delimiter(to: &row)
    encoder.field(amount.span, to: &row)
    encoder.delimiter(to: &row)
    encoder.field(method.span, to: &row)
    for shift in stride(from: 0, to: 32, by: 8) { buffer.append(UInt8(truncatingIfNeeded: row.count >> shift)) }
    buffer.append(row, 0..<row.count)
    if buffer.count >= 1 << 20 { try file.write(buffer.take()) }
  }

  private func appendName(_ slot: ValueSlot, _ knowledge: borrowing Knowledge) {
    guard slot.origin == .destination else { return }
    name.truncate(to: 0)
    knowledge.destinations[Int(slot.start)].appendName(Int(slot.end), to: &name)
    PriceListRows.append(name, encoder, to: &row)
  }

  private static func append(_ text: borrowing OutputBuffer, _ encoder: CSVEncoder, to row: inout OutputBuffer) {
    encoder.field(text.span, to: &row)
  }

  /// Hands all rows to a writer, in their order.
  func pour(into writer: ImportWizardWriter) throws {
    try file.write(buffer.take())
    file.rewind()
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while true {
      if count == chunk.count { chunk.append(addingCapacity: count) { $0.append(repeating: 0, count: count) } }
      let read = try file.read(into: &chunk, at: count, count: chunk.count - count)
      if read == 0 { return }
      count += read
      var start = 0
      while count - start >= 4, case let size = PriceListRows.size(chunk, at: start), count - start - 4 >= size {
        try writer.write(row: chunk[start + 4..<start + 4 + size])
        start += 4 + size
      }
      // What is left is the beginning of a row.
      for index in start..<count { chunk[index - start] = chunk[index] }
      count -= start
    }
  }

  private static func size(_ bytes: [UInt8], at start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
  }
}
