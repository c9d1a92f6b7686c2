/// The part of a Configuration Migration package that says what its files are; it is the same in all of them.
public enum ContentTypes {
  /// The file's name.
  public static let fileName = "[Content_Types].xml"

  /// The file's text.
  public static let text =
    "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>"
    + "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    + "<Default Extension=\"xml\" ContentType=\"application/octet-stream\" /></Types>"
}
