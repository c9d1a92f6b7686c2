public import Archives
public import Mapping
public import Records

/// Writes packages for Sales in one format: tables one after another, each with its records.
///
/// A class and not a protocol, since there is a call for each record: the concrete writers override what is here.
public class SalesPackageWriter {
  /// The number and name of a column's field in the template; of columns that only generated records fill the number is -1.
  public typealias Field = (name: String, field: Int)

  init() {}

  /// Begins a table. `fields` are the destination columns in the template's order and their places in it.
  public func begin(_ schema: EntitySchema, fields: [Field]) { preconditionFailure("each format has its own") }

  /// Writes a record that a mapper has mapped, under the id.
  public func write(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    preconditionFailure("each format has its own")
  }

  /// Writes a generated record of the table under way, with a value for each of its columns.
  public func write(
    generated record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    preconditionFailure("each format has its own")
  }

  /// Says which table the records are of that are written aside, with their columns. They come while those of the table under
  /// way are written, and stand behind it in the package.
  public func beginAside(_ schema: EntitySchema, fields: [String]) { preconditionFailure("each format has its own") }

  /// Writes a generated record aside.
  public func write(
    aside record: borrowing GeneratedRecord, id: GUID, _ lookups: borrowing LookupContext
  ) throws {
    preconditionFailure("each format has its own")
  }

  /// Writes a record aside that was made by an encoder of `SalesFormat.makeGeneratedEncoder`, from its buffer.
  public func write(aside record: Range<Int>, of buffer: SharedBuffer) throws {
    preconditionFailure("only formats that have such encoders have their own")
  }

  /// Ends the table, and the one beside it.
  public func end() throws { preconditionFailure("each format has its own") }

  /// Ends the last package; false if there is none, since no record came.
  public func finish() throws -> Bool { preconditionFailure("each format has its own") }

  /// The bytes of records so far, before deflating. It only grows while a table is under way.
  public var plainBytes: UInt64 { 0 }

  /// The records of each package so far.
  public var recordsOfPackages: [Int] { [] }
}

/// Where a writer of packages for Sales puts what it writes.
public struct SalesPackageOutput {
  /// The time that packages bear.
  public var timestamp: DateTime
  /// Bytes are handed to archives in chunks of about this size.
  public var chunk: Int
  /// Opens the file of a package; the one before is complete.
  public var makeZip: () throws -> ZipWriter
  /// Makes a file for what must wait.
  public var makeFile: () throws -> ScratchFile
  /// Makes a spool for what is deflated aside.
  public var makeSpool: () throws -> DeflatedSpool
  /// Where a Common Data Model folder goes.
  public var described: DescribedPackageOutput?

  /// An output of packages.
  public init(
    timestamp: DateTime, chunk: Int, makeZip: @escaping () throws -> ZipWriter,
    makeFile: @escaping () throws -> ScratchFile, makeSpool: @escaping () throws -> DeflatedSpool
  ) {
    self.timestamp = timestamp
    self.chunk = chunk
    self.makeZip = makeZip
    self.makeFile = makeFile
    self.makeSpool = makeSpool
  }
}
