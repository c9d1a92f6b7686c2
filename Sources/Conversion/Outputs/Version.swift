/// The version of the tool, as `--version` and reports tell it.
public enum ToolVersion {
  /// Major, minor and patch number.
  public static let text = "0.1.0"
}
