import Findings
import Mapping
import Packages
import Records

/// The lines of a CSV file: ended by CR LF where the format is Unicode, none of them blank.
final class LineEnds {
  private let wantsCarriageReturns: Bool
  private var isTold = false
  private var lastEnd = 0

  init(_ entity: PackageEntity, _ manifest: FinopsManifest.Entity?) {
    let format = manifest?.sourceFormat.lowercased() ?? ""
    wantsCarriageReturns = format.hasSuffix("-unicode") && entity.dialect != nil
  }

  /// Looks behind and between the records of a batch.
  func check(_ batch: RecordBatch, _ checks: FinopsRecords) throws {
    guard batch.count > 0, batch.width > 0 else { return }
    if batch.firstNumber == 1 { lastEnd = Int(batch.lines[0]) > 2 ? 2 : Int(batch.lines[0]) }
    let bytes = batch.bytes.span
    for record in 0..<batch.count {
      let line = Int(batch.lines[record])
      if line > lastEnd {
        var place = checks.place
        (place.record, place.line) = (batch.number(of: record), lastEnd)
        try checks.reporter.report(.headerMissing, .error, place)
      }
      lastEnd = line + 1
      for column in 0..<batch.width {
        let range = batch.range(record, column)
        for index in range.bounds where bytes[index] == 0x0A { lastEnd += 1 }
      }
      guard wantsCarriageReturns, !isTold else { continue }
      // Behind the last field stands the line end, perhaps behind a quote.
      var end = Int(batch.range(record, batch.width - 1).end)
      if end == 0 { continue }
      if end < bytes.count, bytes[end] == UInt8(ascii: "\"") { end += 1 }
      if end < bytes.count, bytes[end] == 0x0A {
        isTold = true
        var place = checks.place
        (place.record, place.line) = (batch.number(of: record), line)
        try checks.reporter.report(.lineEndsOfUnicode, .error, place)
      }
    }
  }
}
