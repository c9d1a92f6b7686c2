/// What the file of a template that comes with the tool says of its place among the others, so that only those are read that run.
struct TemplateHead: Equatable {
  /// The number that it has in the import order; nil if it is that of its base.
  var order: Int?
  /// The template that it extends.
  var base: String?

  /// The head of a file's text, in which members of the template begin their lines.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].prefix { $0 != "#" }.filter { $0 != " " }
      switch line[..<colon] {
      case "order": order = Int(value)
      case "extends": base = value
      default: break
      }
    }
  }
}
