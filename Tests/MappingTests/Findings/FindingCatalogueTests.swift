import Findings
import Mapping
import Testing

@Suite("The catalogue of findings")
struct FindingCatalogueTests {
  @Test("Every code stands there once, with all that it needs")
  func complete() throws {
    let all = try FindingCatalogue.builtIn().all
    #expect(Set(all.map(\.code)).count == all.count && all.count > 100)
    for one in all {
      #expect(one.code.rawValue.count == 7 && one.code.rawValue.hasPrefix("P2C"))
      #expect(![one.area, one.title, one.why, one.whatToDo, one.offline].contains(""))
    }
  }

  @Test("Codes are found without case")
  func lookup() throws {
    let catalogue = try FindingCatalogue.builtIn()
    #expect(catalogue.description(of: FindingCode(number: 2104))?.severity == .error)
    #expect(catalogue.description(of: FindingCode(number: 2401))?.severity == .info)
    #expect(catalogue.description(of: FindingCode(number: 9999)) == nil)
  }

  @Test("Severities are ordered") func severities() {
    #expect(Severity.allCases.max() == .error && Severity.info < .warning)
  }
}
