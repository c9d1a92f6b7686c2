public import Findings

extension FindingCatalogue {
  /// All codes as a table.
  public var list: String {
    var table = TextTable([
      texts("codes.head.code"), texts("codes.head.severity"), texts("codes.head.area"), texts("codes.head.what"),
    ])
    for one in all {
      table.add([
        one.code.rawValue, texts("severity.\(one.severity.rawValue)"), one.area, one.title,
      ])
    }
    return table.text
  }

  /// All codes as JSON: `{"codes": […]}` with the catalogue's columns as members.
  public var json: String { ListingJSON.text("codes", all.map(\.members)) }

  /// One code explained; nil if there is no such code.
  public func explanation(of code: FindingCode) -> String? {
    description(of: code).map { one in
      """
      \(one.code)  \(texts("severity.\(one.severity.rawValue)"))  \(one.area)
      \(one.title)

      \(texts("codes.why")): \(one.why)
      \(texts("codes.whatToDo")): \(one.whatToDo)
      \(texts("codes.offline")): \(texts("codes.offline.\(one.offline)"))

      """
    }
  }

  /// One code as JSON, in the shape of all; nil if there is no such code.
  public func json(of code: FindingCode) -> String? {
    description(of: code).map { ListingJSON.text("codes", [$0.members]) }
  }
}

extension FindingDescription {
  /// Its members in JSON, which are not the columns of the catalogue's file.
  fileprivate var members: [String: String] {
    [
      "code": code.rawValue, "severity": severity.rawValue, "area": area, "title": title, "why": why,
      "what_to_do": whatToDo, "offline": offline,
    ]
  }
}
