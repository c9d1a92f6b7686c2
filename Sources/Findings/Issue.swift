/// One thing wrong with a record, a file or a package, or noteworthy about it: a code, what of the record it is about, and
/// what its message needs.
///
/// Readers, mappers and checks make issues; nobody translates them. With a severity and a place, an issue is a `Finding`.
public struct Issue: Sendable, Equatable {
  /// What of a record an issue is about.
  public enum Subject: Sendable, Equatable {
    /// The record as such, or its key.
    case record
    /// A field, by its place in the task's template.
    case field(Int)
    /// A column, by its place in the file.
    case column(Int)
  }

  /// The stable code.
  public var code: FindingCode
  /// What of the record it is about.
  public var subject: Subject
  /// What its message needs besides.
  public var detail: Detail
  /// Whether a finding about the whole file reports it already.
  public var isReported = false

  /// An issue of the code.
  @inlinable
  public init(_ code: FindingCode, _ subject: Subject = .record, detail: Detail = .none, isReported: Bool = false) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.isReported = isReported
  }

  /// The field of the task's template that it is about, if it is about one.
  @inlinable public var field: Int? { if case .field(let field) = subject { field } else { nil } }

  /// The column of the file that it is about, if it is about one.
  @inlinable public var column: Int? { if case .column(let column) = subject { column } else { nil } }
}

extension Issue {
  /// What the message of an issue needs besides its place.
  public enum Detail: Sendable, Equatable {
    /// Nothing.
    case none
    /// The record of the same entity that has the key already.
    case earlierRecord(RecordNumber)
    /// The package whose record contradicts or repeats this one, and its number there.
    case otherInput(package: String, record: RecordNumber)
    /// The part of the document that is at fault: its entity, key and code.
    case culprit(entity: String, key: String, code: String)
    /// A name: a column, table or kind of value.
    case name(String)
    /// A sentence of its own.
    case message(Message)
    /// A number of fields: found and expected.
    case fields(found: Int, expected: Int)
    /// How many records it is about.
    case records(Int)
    /// A record without a number, to which `--assign-numbers` would give one.
    case assignable
    /// A state's name, whose code the tool's list has.
    case stateName
    /// The longest text that is taken, in UTF-16 code units.
    case limit(Int)
    /// The most bytes that a part of a key takes.
    case keyLimit(Int)
    /// Why the price lists of a name cannot be used.
    case priceList(PriceListFaults)
    /// A line without a price list item: what makes Sales take it.
    case priceListItem
    /// Why Sales could not price a record: the code that it gave.
    case pricingError(Int)
    /// The earlier record whose key looks alike: that key, its number and package.
    case alike(key: String, package: String, record: RecordNumber)
    /// The package whose record has the key of a row that was rejected before; nil if no package was given that has it.
    case takenKey(package: String?, record: RecordNumber)
    /// Keys, each of which refers to the next.
    case chain([String])
    /// What was done about it.
    case repair(Repair)
  }
}
