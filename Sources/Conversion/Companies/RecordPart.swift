/// The records of one owner, where those of several are parted; else all of them.
package struct RecordPart: Hashable {
  /// The code of the owner; nil for everybody's.
  let code: Int?
  /// The place of the owner among the companies of the run; 0 for an owner that does not run.
  let company: Int

  /// The records of everybody, all of which are of one company.
  static let all = RecordPart(code: nil, company: 0)
}
