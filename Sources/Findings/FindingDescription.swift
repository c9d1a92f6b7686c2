/// What a finding code means.
public struct FindingDescription: Sendable, Equatable {
  /// The code.
  public var code: FindingCode
  /// Its name in Swift.
  public var name: String
  /// The highest severity that findings of the code can have.
  public var severity: Severity
  /// What the code is about: `archive`, `file`, `record`, `project` and so on.
  public var area: String
  /// What a package with such a finding is no good for.
  public var purpose: FindingPurpose
  /// The fault in a few words.
  public var title: String
  /// Why it is a fault.
  public var why: String
  /// What to do about it.
  public var whatToDo: String
  /// Whether packages alone show it: `yes`, `no` or what is needed besides.
  public var offline: String

  /// A description of a code.
  public init(
    code: FindingCode, name: String, severity: Severity, area: String, purpose: FindingPurpose, title: String,
    why: String, whatToDo: String, offline: String
  ) {
    self.code = code
    self.name = name
    self.severity = severity
    self.area = area
    self.purpose = purpose
    self.title = title
    self.why = why
    self.whatToDo = whatToDo
    self.offline = offline
  }
}
