import Mapping
import Testing

@testable import Reconciliation

@Suite("Comparing values")
struct ValueComparisonTests {
  private func kind(
    _ expected: String, _ found: String, _ type: AttributeType, side: Side = .sales, limit: Int? = nil, scale: Int = 2,
    options: [OptionValue] = []
  ) -> DifferenceKind? {
    var attribute = Attribute(name: "field", type: type)
    attribute.maxLength = limit
    attribute.options = options
    let (left, right) = (Array(expected.utf8), Array(found.utf8))
    return ValueComparison(attribute, side: side).kind(left.span, right.span, scale: scale)
  }

  @Test(
    "The kind of a text's difference is named",
    arguments: [
      ("Main Street", "Main street", DifferenceKind.letterCase), ("Main Street", "Main  Street ", .blanks),
      ("Main Street", "Main Road", .value), ("a\nb", "a\r\nb", .lineBreaks), ("Main Street", "Main Str", .truncated),
      ("Straße 1", "StraÃŸe 1", .encoding), ("Øre", "?re", .encoding), ("Øre", "\u{FFFD}re", .encoding),
      ("Zoë", "Zoe", .encoding), ("Zoe\u{308}", "Zoë", .encoding), ("", "x", .surplus), ("x", "", .missing),
    ])
  func texts(expected: String, found: String, kind: DifferenceKind) {
    #expect(self.kind(expected, found, .string, limit: 8) == kind)
  }

  @Test("A text is cut off only where its field ends")
  func truncated() {
    #expect(kind("Main Street", "Main Str", .string, limit: 20) == .value)
    #expect(kind("Main Street", "Main Str", .string) == .truncated)
    #expect(kind("Main Street", "Main", .string, limit: 5) == .truncated)
  }

  @Test(
    "Numbers are compared at the scale of the coarser side",
    arguments: [
      ("1.50", "1.5", 2, true), ("1.005", "1.00", 2, true), ("1.015", "1.02", 2, true), ("1.005", "1.01", 2, false),
      ("1.0049", "1.005", 4, false), ("10", "10.4", 2, false), ("-0.00", "0", 2, true), ("1e3", "1000", 2, true),
      ("99999999999999999999.01", "99999999999999999999.02", 2, false),
    ])
  func numbers(expected: String, found: String, scale: Int, isSame: Bool) {
    #expect(kind(expected, found, .money, scale: scale) == (isSame ? nil : .number))
  }

  @Test("F&O has no empty numbers, dates and flags; Sales has")
  func empty() {
    #expect(kind("", "0.000000", .decimal, side: .finops) == nil)
    #expect(kind("", "1900-01-01 00:00:00", .date, side: .finops) == nil)
    #expect(kind("", "No", .noyes, side: .finops) == nil)
    #expect(kind("", "Yes", .noyes, side: .finops) == .surplus)
    #expect(kind("0", "", .money) == .missing)
  }

  @Test("A date is compared by its day, a time to the second")
  func dates() {
    #expect(kind("2024-05-01T00:00:00Z", "2024-05-01 13:00:00", .date) == nil)
    #expect(kind("2024-05-01T00:00:00Z", "2024-05-02", .date) == .date)
    #expect(kind("2024-05-01T00:00:00.0000000Z", "2024-05-01T00:00:01Z", .datetime) == .date)
    #expect(kind("2024-05-01 00:00:00", "5/1/2024 12:00:00 AM", .datetime, side: .finops) == nil)
  }

  @Test("A lookup is its id, or what a file without ids says of it")
  func lookups() {
    let wanted = "0f8fad5b-d9cb-469f-a165-70867728950e\u{1F}Dollar\u{1F}USD"
    #expect(kind(wanted, "{0F8FAD5B-D9CB-469F-A165-70867728950E}", .lookup) == nil)
    #expect(kind(wanted, "0f8fad5b-d9cb-469f-a165-70867728950f", .lookup) == .lookup)
    #expect(kind(wanted, " dollar", .lookup) == nil && kind(wanted, "usd", .lookup) == nil)
    #expect(kind(wanted, "Euro", .lookup) == .lookup)
  }

  @Test("Flags and options are the same in any spelling, and what is neither is not")
  func options() {
    #expect(kind("True", "1", .bool) == nil && kind("True", "Yes", .bool) == nil)
    #expect(kind("True", "False", .bool) == .value && kind("x", "z", .bool) == .value)
    let options = [OptionValue(value: 1, label: "Item"), OptionValue(value: 2, label: "Service")]
    #expect(kind("2", "Service", .picklist, options: options) == nil)
    #expect(kind("2", "1", .picklist, options: options) == .value)
    #expect(kind("Organization", "organization", .enumeration, side: .finops) == nil)
  }
}
