import Foundation
public import Records

/// A package as the command line and projects name it: a path, or `COMPANY=path`.
public struct PackagePath: Sendable, Equatable {
  /// The company that its records are of where they do not say it themselves.
  public var company: CompanyID?
  /// Where it is.
  public var path: String
  /// The path as it was given, by which reports call it.
  public var name: String

  /// The argument as it was given.
  package var argument: String { company.map { "\($0)=\(name)" } ?? name }

  init(company: CompanyID? = nil, path: String, name: String) {
    self.company = company
    self.path = path
    self.name = name
  }

  /// Reads an argument, whose path `resolve` makes one that the process can open. A name for which a file exists is a path,
  /// whatever it looks like.
  public init(_ argument: String, resolve: (String) -> String = { $0 }) {
    let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2, !halves[1].isEmpty, let company = CompanyID(String(halves[0])),
      !FileManager.default.fileExists(atPath: resolve(argument))
    {
      (self.company, name) = (company, String(halves[1]))
    } else {
      name = argument
    }
    path = resolve(name)
  }
}
