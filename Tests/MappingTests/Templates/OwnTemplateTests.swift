import Findings
import Foundation
import Mapping
import Testing

@Suite("Templates of a project's own")
struct OwnTemplateTests {
  static let own = """
    title: Groups
    to: finops
    order: 5
    tasks:
      groups:
        from: account
        to: CustCustomerGroupEntity
        fields:
          CustomerGroupId: {from: accountnumber, key: true, map: groups}
          Description: {from: [description, name], default: NO, tooLong: truncate}
    valueMaps:
      groups: {entries: {000123: 1.50}, otherwise: "default: X"}
    """

  @Test("A template of a project is one besides the others")
  func besides() throws {
    let folder = try TemporaryFolder()
    try folder.write("groups.yaml", Self.own)
    let catalogue = try extended(with: folder)
    let template = try #require(try catalogue.template(named: "groups"))
    #expect((template.name, template.fileNumber, template.tasks[0].order) == ("groups", "005", 5))
    #expect(template.valueMaps["groups"] == ValueMap(entries: ["000123": "1.50"], otherwise: .value("X")))
    #expect(template.tasks[0].fields[1].fallback == "NO")
    #expect(template.tasks[0].fields[1].truncates)
    #expect(catalogue.names.last == "groups")
    #expect(try catalogue.standard.map(\.name) == Catalogues.standardTemplates)
  }

  @Test("One of a built-in name takes that one's place and can extend it")
  func replacing() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "accounts.yaml", "extends: accounts\ntasks: {customers: {fields: {SiteId: {value: 2}}, remove: [WarehouseId]}}")
    try folder.write("value_maps.yaml", "unit: {entries: {piece: pcs}, otherwise: reject}")
    let catalogue = try extended(with: folder)
    let task = try #require(try catalogue.template(named: "accounts")?.tasks[0])
    #expect(task.field("SiteId")?.constant == "2")
    #expect(task.fields.count == 29)
    #expect(try catalogue.template(named: "accounts-v3")?.tasks[0].field("SiteId")?.constant == "2")
    #expect(try catalogue.template(named: "quotes")?.valueMaps["unit"]?.entries == ["piece": "pcs"])
  }

  @Test("What is exported can be read again and is the same")
  func export() throws {
    let folder = try TemporaryFolder()
    let files = try Catalogues.templates.get().export()
    #expect(files.count == 25)
    #expect(files.count { $0.name.hasSuffix(".test.yaml") } == 12)
    for file in files { try folder.write(file.name, file.text) }
    let catalogue = try extended(with: folder)
    for name in catalogue.names {
      let template = try #require(try catalogue.template(named: name))
      #expect(try catalogue.json(of: template) == catalogue.json(of: Catalogues.template(name)))
    }
  }

  @Test(
    "What is wrong is reported with its line",
    arguments: [
      ("CustCustomerGroupEntity", "NoSuchEntity", 5), ("from: accountnumber", "from: nosuch", 9),
      ("Description:", "NoSuchColumn:", 10), ("key: true, ", "", 5), ("map: groups", "map: nosuch", 9),
      ("to: finops", "to: finance", 2), ("order: 5", "order: first", 3), ("title: Groups\n", "", 1),
      ("    from: account\n", "", 5), ("from: account\n", "from: account\n    filter: nosuch eq 1\n", 7),
      ("from: account\n", "from: account\n    filter: name eq\n", 7), ("tooLong: truncate", "tooLong: cut", 10),
      ("from: [description, name], ", "", 10), ("accountnumber", "name.accountnumber", 9),
      ("accountnumber", "primarycontactid.nosuch", 9), ("extends", "extends", 0),
    ])
  func wrong(part: String, replacement: String, line: Int) throws {
    let folder = try TemporaryFolder()
    let text = replacement == "extends" ? "extends: nosuch" : Self.own.replacing(part, with: replacement)
    try folder.write("own.yaml", text)
    let error = try #require(throws: ProjectError.self) { try extended(with: folder) }
    #expect(error.code == FindingCode(number: 4008))
    #expect(error.description.contains("own.yaml"))
    if line > 0 { #expect(error.place.line == line, "\(error)") }
  }

  @Test("Templates cannot extend each other in a circle")
  func circle() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.yaml", "extends: b")
    try folder.write("b.yaml", "extends: a")
    let error = try #require(throws: ProjectError.self) { try extended(with: folder) }
    #expect(error.code == FindingCode(number: 4009))
  }

  private func extended(with folder: TemporaryFolder) throws -> TemplateCatalogue {
    try Catalogues.templates.get().adding(folder: folder.path, schemas: try Catalogues.schemas.get())
  }
}

extension String {
  /// The text with the part replaced once.
  fileprivate func replacing(_ part: String, with replacement: String) -> String {
    guard let range = range(of: part) else { return self }
    return replacingCharacters(in: range, with: replacement)
  }
}
