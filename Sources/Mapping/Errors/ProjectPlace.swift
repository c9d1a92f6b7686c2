/// Where in a project's files something stands.
public struct ProjectPlace: Sendable, Equatable, CustomStringConvertible {
  /// What sort of file it is; faults of some have a finding code of their own.
  public enum Kind: Sendable, Equatable {
    /// A file that comes with the tool.
    case builtIn
    /// The project file.
    case project
    /// A template of the project's own.
    case template
    /// An entity schema of the project's own.
    case schema
    /// A value map in a file of its own.
    case valueMap
    /// An option of the command line.
    case commandLine
  }

  /// The file as the user named it, or the option.
  public var file: String
  /// What sort of file it is.
  public var kind: Kind
  /// The line, counting from 1, if one is to blame.
  public var line: Int?

  /// A place in the file.
  public init(file: String, kind: Kind, line: Int? = nil) {
    self.file = file
    self.kind = kind
    self.line = line
  }

  /// The line of the same file.
  func atLine(_ line: Int?) -> ProjectPlace { ProjectPlace(file: file, kind: kind, line: line) }

  /// `file:line`.
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}
