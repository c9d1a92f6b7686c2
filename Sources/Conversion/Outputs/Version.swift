internal import CBuild

/// The version of the tool, as `--version` and reports tell it.
public enum ToolVersion {
  /// Major, minor and patch number.
  public static let text = "0.1.0"

  /// The commit that the program was built from; nil if the build did not say it.
  public static var commit: String? {
    // A C string of the program's own, which lives as long as the process and is never changed.
    let text = unsafe String(cString: build_commit())
    return text.isEmpty ? nil : text
  }
}
