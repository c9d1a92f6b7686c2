/// Why a document of JSON cannot be read, and on which line.
public struct JSONFault: Error, Sendable, Equatable {
  /// What is wrong.
  public enum Reason: Sendable, Equatable {
    /// It is no JSON from this place on: cut off, not UTF-8, or something behind the value.
    case syntax
    /// An object has a member twice.
    case memberTwice(String)
    /// Values stand deeper in each other than is read.
    case tooDeep
    /// A member has a value of another kind than it should.
    case wrongForm(String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The line, from 1.
  public var line: Int

  /// A fault on a line.
  public init(_ reason: Reason, line: Int) { (self.reason, self.line) = (reason, line) }
}
