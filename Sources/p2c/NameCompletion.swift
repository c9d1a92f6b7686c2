import ArgumentParser
import Findings
import Mapping

/// What shells complete, besides options and the values that these take.
enum NameCompletion {
  /// Packages: archives, folders and files of any name.
  static var package: CompletionKind { .file() }

  /// Project files.
  static var project: CompletionKind { .file(extensions: ["yaml", "yml"]) }

  /// Names of the tool's templates.
  static var template: CompletionKind { .custom { _, _, _ in (try? TemplateCatalogue.builtIn())?.names ?? [] } }

  /// Technical names of the known entities.
  static var entity: CompletionKind {
    .custom { _, _, _ in (try? SchemaCatalogue.builtIn())?.entries.map(\.name) ?? [] }
  }

  /// Codes of findings.
  static var code: CompletionKind {
    .custom { _, _, _ in (try? FindingCatalogue.builtIn())?.all.map(\.code.rawValue) ?? [] }
  }
}
