import Archives
import Mapping

/// A format in which the entity files of packages for F&O are written.
public struct FinopsFileFormat: Sendable {
  /// What options, projects and reports call it.
  public let format: EntityFormat
  /// What the names of files end in.
  let fileExtension: String
  /// What F&O calls it: the name of a source data format that its environments have.
  public let sourceFormat: String
  /// Whether records are in a sheet, which the manifest names.
  var hasSheets = false
  /// Whether packages are Common Data Model folders, which have descriptions instead of a manifest.
  public internal(set) var isDescribed = false
  /// Whether a file can be read while it is written.
  public internal(set) var canBeTailed = true
  /// The records that a file has at most.
  public var mostRecords = Int.max
  /// The columns that a file has at most.
  public var mostColumns = Int.max
  /// The UTF-16 code units that a value has at most.
  public var mostCharacters = Int.max
  /// Makes a writer; what it is given makes files for what must wait.
  let makeWriter: @Sendable (_ makeFile: @escaping () throws -> ScratchFile) -> any EntityFileWriter
  /// Makes what encodes the records of a file wherever they stand in it; nil if they depend on their place.
  let makeEncoder: @Sendable (EntityFile) -> (any RecordEncoder)?

  /// All formats, the usual one first.
  public static let all = [csvUnicode, csv, xmlElement, xmlAttribute, workbook, commonDataModel]

  /// The format that options call by a name; nil if there is none.
  public init?(named name: String) {
    guard let known = FinopsFileFormat.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  init(
    _ format: EntityFormat, fileExtension: String, sourceFormat: String,
    makeWriter: @escaping @Sendable (_ makeFile: @escaping () throws -> ScratchFile) -> any EntityFileWriter,
    encoder makeEncoder: @escaping @Sendable (EntityFile) -> (any RecordEncoder)? = { _ in nil }
  ) {
    self.makeEncoder = makeEncoder
    self.format = format
    self.fileExtension = fileExtension
    self.sourceFormat = sourceFormat
    self.makeWriter = makeWriter
  }

  /// The name in options and projects.
  public var name: String { format.name }

  /// The name of an entity's file: its label without the characters that Windows forbids.
  func fileName(of label: String) -> String {
    label.filter { !"\\/:*?\"<>|".contains($0) && !$0.isNewline && $0 != "\0" } + "." + fileExtension
  }

  /// The characters that the name of a sheet has at most.
  private static let longestSheetName = 30

  /// The name of an entity's sheet: its label with `_` in place of all but letters and digits, cut off.
  func sheetName(of label: String) -> String {
    guard hasSheets else { return "" }
    return String(label.map { $0.isLetter || $0.isNumber ? $0 : "_" }.prefix(FinopsFileFormat.longestSheetName))
  }

  /// What a manifest says of the sheet; nothing for formats without sheets.
  func manifestSheet(of label: String) -> String { hasSheets ? sheetName(of: label) + "$" : "" }
}
