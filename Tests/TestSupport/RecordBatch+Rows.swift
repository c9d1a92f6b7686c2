package import Records

extension RecordBatch {
  /// A batch of the rows, each a text for each column.
  package init(width: Int, rows: [[String]]) {
    self.init(width: width, firstNumber: 1)
    for (number, row) in rows.enumerated() {
      for text in row {
        fields.append(FieldRange(start: bytes.count, end: bytes.count + text.utf8.count))
        bytes += text.utf8
      }
      lines.append(UInt32(number + 2))
    }
  }
}
