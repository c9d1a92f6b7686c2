internal import CLibXML2

/// The library that XML is parsed with.
public enum XMLLibrary {
  /// Its version, as that of its headers: the library itself says it in another form.
  public static var version: String { LIBXML_DOTTED_VERSION }
}
