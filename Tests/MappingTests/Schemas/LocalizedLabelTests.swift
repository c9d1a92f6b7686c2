import Findings
import Testing

@testable import Mapping

@Suite("Labels in other languages")
struct LocalizedLabelTests {
  @Test("Each label is one of a schema, and the languages have the same", arguments: LocalizedLabels.languages)
  func used(language: String) throws {
    let schemas = try SchemaCatalogue.builtIn()
    var (tables, columns): (Set<String>, Set<String>) = ([], [])
    for entry in schemas.entries where entry.side == .sales {
      tables.insert(entry.label.lowercased())
      for label in try #require(try schemas.schema(named: entry.name)).attributes.compactMap(\.displayName) {
        columns.insert(label.lowercased())
      }
    }
    let known = try LocalizedLabels(language).englishLabels
    let first = try LocalizedLabels(LocalizedLabels.languages[0]).englishLabels
    #expect(Set(known.tables) == Set(first.tables) && Set(known.columns) == Set(first.columns))
    #expect(Set(known.tables).subtracting(tables) == [])
    for label in known.columns {
      #expect(columns.contains { $0.hasPrefix(label) || $0.hasSuffix(": \(label)") }, "\(label)")
    }
  }

  @Test("The columns that templates read or write have a name", arguments: LocalizedLabels.languages)
  func complete(language: String) throws {
    let schemas = try SchemaCatalogue.builtIn()
    let templates = try TemplateCatalogue.builtIn()
    let labels = try LocalizedLabels(language)
    var checked = 0
    for template in try templates.names.compactMap({ try templates.template(named: $0) }) {
      for task in template.tasks {
        let isRead = template.destination == .finops
        let schema = try #require(try schemas.schema(named: isRead ? task.source : task.destination))
        #expect(!labels.names(ofTable: schema.label).isEmpty, "\(schema.name)")
        let paths = isRead ? task.fields.flatMap { $0.sources.map(\.text) } : task.fields.map(\.destination)
        for name in Set(paths.map { $0.prefix { $0 != "." }.lowercased() }) {
          guard let label = schema.attribute(named: name)?.displayName else { continue }
          #expect(!labels.names(ofColumn: label).isEmpty, "\(schema.name).\(name): \(label)")
          checked += 1
        }
      }
    }
    #expect(checked > 100)
  }

  @Test(
    "Parts of a label are put together",
    arguments: [
      ("da", "Adresse 1: By"), ("nl", "Adres 1: Plaats"), ("sv", "Adress 1: Ort"), ("is", "Heimilisfang 1: Borg"),
    ])
  func parts(language: String, name: String) throws {
    let labels = try LocalizedLabels(language)
    #expect(labels.names(ofColumn: "Address 1: City").contains(name))
    #expect(labels.names(ofColumn: "Credit Limit (Base)").count >= 1)
    #expect(labels.names(ofColumn: "No such label") == [])
  }

  @Test(
    "Tables are known by what files are called",
    arguments: [
      ("Konti", "account"), ("Kontakter", "contact"), ("Tilbud", "quote"), ("Ordrer", "salesorder"),
      ("Fakturaer", "invoice"), ("Facturen", "invoice"), ("Tengiliðir", "contact"), ("Orderrader", "salesorderdetail"),
    ])
  func tables(file: String, table: String) throws {
    #expect(try SchemaCatalogue.builtIn().schema(localized: file)?.name == table)
  }
}
