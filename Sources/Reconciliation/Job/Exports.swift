import Conversion
import Findings
import Mapping
package import Packages

/// The packages of a reconciliation by side.
package struct Exports {
  private let finops: [Package]
  private let sales: [Package]
  /// The packages that are only looked into.
  package let references: [Package]

  /// Opens everything. Throws `PackageError`, and `Failure` for an export of the wrong side.
  static func open(_ options: ReconciliationOptions, _ opener: PackageOpener) throws -> Exports {
    Exports(
      finops: try open(options.finops, of: .finops, opener), sales: try open(options.sales, of: .sales, opener),
      references: try options.references.flatMap { try opener.open($0) }.layingOverReferences())
  }

  private static func open(_ paths: [PackagePath], of side: Side, _ opener: PackageOpener) throws -> [Package] {
    let packages = try paths.flatMap { try opener.open($0) }.layingOverReferences()
    if let wrong = packages.first(where: { $0.kind.side != side }) {
      let message: Message =
        switch side {
        case .finops: "\(wrong.path) is an export of Sales, not of F&O; give it with --sales"
        case .sales: "\(wrong.path) is an export of F&O, not of Sales; give it with --finops"
        }
      throw Failure(message: message, exitCode: 64)
    }
    return packages
  }

  /// The packages that are compared, those of F&O first.
  package var all: [Package] { finops + sales }

  /// Data files of exports and references that nobody understands, each once.
  var unknownFiles: [UnknownFile] { (all + references).unknownFiles }

  /// The packages of a side that are compared.
  func packages(of side: Side) -> [Package] { side == .finops ? finops : sales }

  /// Whether a side's packages hold an entity.
  func hold(_ entity: String, on side: Side) -> Bool { packages(of: side).contains { $0.index(of: entity) != nil } }

  /// The packages as a conversion to a side sees them.
  func inputs(to side: Side) -> Inputs {
    Inputs(
      sources: packages(of: side.opposite), sourceReferences: references.filter { $0.kind.side != side },
      destinations: packages(of: side) + references.filter { $0.kind.side == side }, destination: side, all: all)
  }
}
