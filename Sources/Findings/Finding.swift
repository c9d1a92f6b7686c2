/// An issue with its place: what a run reports. Words are made of it elsewhere.
public struct Finding: Sendable, Equatable {
  /// What is wrong or noteworthy.
  public var issue: Issue
  /// How bad it is.
  public var severity: Severity
  /// Where it was found.
  public var place: FindingPlace
  /// The source field that it is about, by the name that its file gives it; empty if it is about none.
  public var field: String
  /// The value that it is about, as read; empty if it is about none. Written to files only, and cut there.
  public var value = ""
  /// The code of another finding about the same place that this one follows from.
  public var cause: FindingCode?

  /// The stable code.
  public var code: FindingCode { issue.code }

  /// What its message needs besides the place.
  public var detail: Issue.Detail {
    get { issue.detail }
    set { issue.detail = newValue }
  }

  /// Whether it is no fault of its own, but comes of another one.
  public var follows: Bool {
    if case .culprit = detail { return true }
    return cause != nil
  }

  /// A finding of an issue at a place.
  public init(_ issue: Issue, _ severity: Severity, at place: FindingPlace, field: String = "") {
    self.issue = issue
    self.severity = severity
    self.place = place
    self.field = field
  }

  /// A finding of the code.
  public init(
    _ code: FindingCode, _ severity: Severity, at place: FindingPlace = FindingPlace(), field: String = "",
    detail: Issue.Detail = .none
  ) {
    self.init(Issue(code, detail: detail), severity, at: place, field: field)
  }
}
