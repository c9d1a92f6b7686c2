import Records

/// A table of `data.xml` whose records stand in several `entity` elements.
///
/// Tools fill records in two steps: records of one id in different elements are one record unless a field that both have
/// differs. The first one gets the others' fields, and those are left out.
struct TablePieces: Sendable {
  /// A field that comes from a later piece.
  struct Field: Sendable {
    var name: String
    var value: [UInt8]
    /// Table and name of a lookup; empty for other fields.
    var lookupTable: [UInt8]
    var lookupName: [UInt8]
  }

  /// What becomes of a record.
  struct Step: Sendable {
    /// The record's number; records count on over the elements.
    var record: Int
    /// What it gets; nil if it is left out.
    var added: [Field]?
  }

  /// The records that are not read as they stand, in their order.
  var steps: [Step] = []
}
