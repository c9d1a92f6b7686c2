/// The machine's time zone, which no result depends on.
public enum LocalTime {
  /// Takes universal time for local time, so that nothing asks the disk for the zone, as libarchive would at each entry. To
  /// be called before threads begin.
  public static func ignore() { FileSystem.setEnvironment("TZ", "UTC") }
}
