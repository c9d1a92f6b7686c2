public import Findings
public import Mapping
import Records

/// One thing found wrong or noteworthy about a record, a file or a package. Words are made of it elsewhere.
public struct Finding: Sendable {
  /// What its message needs beside the place.
  public enum Detail: Sendable, Equatable {
    /// Nothing.
    case none
    /// The record, by its number in its entity, that has the key already.
    case earlierRecord(Int)
    /// The package whose record contradicts or repeats this one, and its number there.
    case otherInput(package: String, record: Int)
    /// The part of the document that is at fault: its entity, key and code.
    case culprit(entity: String, key: String, code: String)
    /// A name: a column, table or kind of value.
    case name(String)
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
    case alike(key: String, package: String, record: Int)
    /// The package whose record has the key of a row that was rejected before; nil if none was given that could tell.
    case takenKey(package: String?, record: Int)
    /// Keys, each of which refers to the next.
    case chain([String])
    /// What was done about it.
    case repair(Repair)
  }

  /// The stable code.
  public var code: FindingCode
  /// How bad it is.
  public var severity: Severity
  /// The package's path, as given.
  public var package = ""
  /// The file in the package.
  public var file = ""
  /// The source entity.
  public var entity = ""
  /// The record's number in its entity, from 1; 0 if it is about no record.
  public var record = 0
  /// The line in the file; 0 if it has none.
  public var line = 0
  /// The source field.
  public var field = ""
  /// The record's natural key, its parts joined with `|`.
  public var key = ""
  /// The value that it is about, as read; empty if it is about none. Written to files only, and cut there.
  public var value = ""
  /// The company of the record; empty if it is about no record or its company is unknown.
  public var company = ""
  /// What the message needs besides.
  public var detail = Detail.none
  /// The code of another finding about the same place that this one follows from.
  public var cause: FindingCode?

  /// Whether it is no fault of its own, but comes of another one.
  public var follows: Bool {
    if case .culprit = detail { return true }
    return cause != nil
  }

  /// A value as a finding has it: no more of it than is listed.
  static func value(_ text: Span<UInt8>) -> String {
    KeyText.string(text.extracting(0..<UTF8Text.prefix(text, utf16Length: FindingSink.longestValue)))
  }

  /// A finding of the code.
  public init(_ code: FindingCode, _ severity: Severity) {
    self.code = code
    self.severity = severity
  }
}
