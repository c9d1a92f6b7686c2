import Archives
import ProspectToCash
import Records

/// What `--version` prints.
enum VersionText {
  /// The version, and in parentheses the commit, the build and the libraries.
  static var line: String {
    let build = ["\(configuration) build", architecture]
    let libraries = LibraryVersions.all + [("libxml2", XMLLibrary.version)]
    let parts = (ToolVersion.commit.map { ["commit \($0)"] } ?? []) + build
    let shown = libraries.sorted { $0.name.lowercased() < $1.name.lowercased() }.map { "\($0.name) \($0.version)" }
    return "\(ToolVersion.text) (\(parts.joined(separator: ", ")); \(shown.joined(separator: ", ")))"
  }

  private static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other architecture"
    #endif
  }
}
