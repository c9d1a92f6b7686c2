/// What was done to a package, for the finding that reports it.
public enum Repair: Sendable, Equatable {
  /// Files were moved out of their folder to the root.
  case moved
  /// A file got another name.
  case renamed(String)
  /// A file that every package has was added.
  case added
  /// Members of the manifest were put in order.
  case reordered
  /// A file was written again in another encoding.
  case encoded(String)
  /// The time stamp was written in another form.
  case timestamp(String)
  /// Text was encoded a second time.
  case text
  /// So many bare line feeds became CR LF.
  case lineEnds(Int)
  /// A column was left out, and its map.
  case column
  /// So many columns without a name were cut off.
  case columns(Int)
  /// The empty fields at the end of so many records were cut off.
  case fields(Int)

  /// The words for it.
  func words(_ finding: Finding, _ texts: Texts) -> String {
    switch self {
    case .moved: texts("finding.moved", ["file": finding.place.file])
    case .renamed(let name): texts("finding.renamed", ["value": name])
    case .added: texts("finding.added", ["file": finding.place.file])
    case .reordered: texts("finding.reordered", ["file": finding.place.file])
    case .encoded(let encoding): texts("finding.encoded", ["value": encoding])
    case .timestamp(let value): texts("finding.encoded", ["value": value])
    case .text: texts("finding.encodedTwice", ["record": finding.place.record?.description ?? ""])
    case .lineEnds(let count): texts("finding.lineEnds", ["count": count])
    case .column: texts("finding.columnLeftOut", ["field": finding.field])
    case .columns(let count): texts("finding.columnsCut", ["count": count])
    case .fields(let count): texts("finding.fieldsCut", ["count": count])
    }
  }
}
