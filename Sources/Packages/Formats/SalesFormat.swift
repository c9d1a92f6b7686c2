public import Mapping
public import Records

/// Puts generated records into the bytes of a format. A value with buffers of its own: each thread has one.
public protocol GeneratedEncoder: Sendable {
  /// Appends the record under an id.
  mutating func append(
    _ record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext, to output: inout OutputBuffer)
}

/// A format in which packages for Sales are written.
public struct SalesFormat: Sendable, Equatable {
  /// The name in options and projects.
  public let name: String
  /// The name in help texts.
  public let title: String
  /// Whether packages have the ids of their records; else records are found by numbers and names.
  public let hasIDs: Bool
  /// How packages are imported: the names of the run sheet's texts for it, behind `sheet.import.`, or sentences.
  public let importSteps: [String]
  /// Makes a writer of packages.
  public let makeWriter: @Sendable (SalesPackageOutput) -> SalesPackageWriter
  /// Makes what encodes the records of a table before they are written, which writers then take over as it is; nil if the
  /// format has no such form.
  public let makeEncoder: @Sendable (EntitySchema, _ fields: [SalesPackageWriter.Field]) -> (any RecordEncoder)?

  /// Makes what encodes generated records of a table, with the columns, which `SalesPackageWriter.write(aside:of:)` takes over; nil
  /// if the format has no such form.
  public let makeGeneratedEncoder: @Sendable (EntitySchema, _ columns: [String]) -> (any GeneratedEncoder)?

  /// All formats, the usual one first.
  public static let all = [configurationMigration, importWizard, commonDataModel]

  /// Formats are distinguished by their names.
  public static func == (left: SalesFormat, right: SalesFormat) -> Bool { left.name == right.name }

  /// The format that options call by a name; nil if there is none.
  public init?(named name: String) {
    guard let known = SalesFormat.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  init(
    _ name: String, title: String, hasIDs: Bool, importSteps: [String],
    makeWriter: @escaping @Sendable (SalesPackageOutput) -> SalesPackageWriter,
    encoder makeEncoder: @escaping @Sendable (EntitySchema, [SalesPackageWriter.Field]) -> (any RecordEncoder)? = {
      _, _ in nil
    },
    generated makeGeneratedEncoder: @escaping @Sendable (EntitySchema, [String]) -> (any GeneratedEncoder)? = {
      _, _ in nil
    }
  ) {
    self.makeEncoder = makeEncoder
    self.makeGeneratedEncoder = makeGeneratedEncoder
    self.name = name
    self.title = title
    self.hasIDs = hasIDs
    self.importSteps = importSteps
    self.makeWriter = makeWriter
  }
}
