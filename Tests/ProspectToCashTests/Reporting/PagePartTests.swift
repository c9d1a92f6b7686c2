import Conversion
import Findings
import Foundation
import Mapping
import ProspectToCash
import TestSupport
import Testing

@testable import Reporting

@Suite("Parts that all pages have")
struct PagePartTests {
  /// A page, and the words for its flow.
  struct Page: Sendable, CustomTestStringConvertible {
    let name, flow: String
    let make: @Sendable (TestFolder, Language) throws -> String

    var testDescription: String { name }
  }

  static let pages = [
    Page(name: "validation", flow: "page.flowCheck") { folder, language in
      _ = try ValidationJob(
        packages: [Samples.path("contoso-sales")], output: folder.path("out"), project: nil, purpose: .import,
        company: nil
      ) { $0.language = language }.run(progress: .silent)
      return try folder.text("out/report.html")
    },
    Page(name: "reconciliation", flow: "page.flowReconcile") { folder, language in
      _ = try ReconciliationJob(
        finops: [Samples.path("contoso-finops")], sales: [Samples.path("contoso-sales")], output: folder.path("out"),
        project: nil
      ) { $0.language = language }.run(progress: .silent)
      return try folder.text("out/report.html")
    },
    Page(name: "versions", flow: "page.flowDiff") { folder, language in
      var options = VersionOptions(old: [Samples.path("contoso-sales-2019")], new: [Samples.path("contoso-sales")])
      (options.output, options.language) = (folder.path("out"), language)
      _ = try VersionComparison(options).run()
      return try folder.text("out/report.html")
    },
    Page(name: "repair", flow: "page.flowFix") { folder, language in
      var options = RepairJob.Options()
      (options.report, options.language) = (folder.path("page.html"), language)
      _ = try RepairJob(package: Samples.path("contoso-sales"), output: folder.path("fixed.zip"), options: options)
        .run()
      return try folder.text("page.html")
    },
  ]

  @Test("Flow, options, inputs with checksums and a box to sign", arguments: pages, Language.allCases)
  func parts(page: Page, language: Language) throws {
    let text = try page.make(try TestFolder(), language)
    let texts = try Texts.builtIn(in: language).forPages
    #expect(text.contains("<html lang=\"\(language.rawValue)\">"))
    for id in ["flow", "options", "inputs", "sign"] {
      #expect(text.contains("<section id=\"\(id)\"") && text.contains("href=\"#\(id)\""), "\(id)")
    }
    #expect(text.contains("<p>\(texts(page.flow))</p>"))
    #expect(text.matches(of: /<rect/).count >= 3 && text.matches(of: /<path/).count >= 2)
    let digest = try FileDigest(path: Samples.path("contoso-sales")).sha256
    #expect(text.contains("<code>\(digest)</code>"))
    for heading in text.matches(of: /<th[ >][^>]*>?/) { #expect(heading.output.contains("scope=")) }
    #expect(text.matches(of: /<table/).count == text.matches(of: /<caption>/).count)
    #expect(!text.contains("{{") && !text.replacing(">report.json<", with: "").contains(/>(page|report)\./))
  }

  @Test("References are on pages with their checksums")
  func references() throws {
    let folder = try TestFolder()
    let (sales, finops) = (Samples.path("contoso-sales"), Samples.path("contoso-finops"))
    let other = try folder.zip("other.zip", [("Customers V3.csv", Array("CUSTOMERACCOUNT\r\nA-1\r\n".utf8))])
    _ = try ConversionJob(packages: [sales], output: folder.path("converted"), project: nil) {
      $0.references = [PackagePath(other)]
    }.run(progress: .silent)
    _ = try ValidationJob(
      packages: [sales], output: folder.path("validated"), project: nil, purpose: .convert, company: nil
    ) { $0.references = [PackagePath(other)] }.run(progress: .silent)
    _ = try ReconciliationJob(finops: [finops], sales: [sales], output: folder.path("reconciled"), project: nil) {
      $0.references = [PackagePath(other)]
    }.run(progress: .silent)
    let digest = try FileDigest(path: other).sha256
    for name in ["converted", "validated", "reconciled"] {
      let page = try folder.text("\(name)/report.html")
      #expect(page.contains("<code>\(digest)</code>") && page.contains("reference, for lookups only"), "\(name)")
    }
  }

  @Test("A picture has at most so many boxes, and lines only between boxes that it has")
  func large() {
    let nodes = (0..<100).map { FlowPicture.Node("input \($0)", "\($0)") }
    let picture = FlowPicture(
      "", [nodes, [.init("template", "1")], []],
      links: [nodes.indices.map { .init($0, 0) }, [.init(0, 0)]])
    #expect(picture.boxes.count == 31 && picture.lines.count == 30)
    #expect(picture.boxes.allSatisfy { $0.y >= 0 && $0.y + picture.boxHeight <= picture.height })
  }

  @Test("Findings are counted by entity, and the first ones of each are kept")
  func entities() throws {
    let sink = FindingSink(catalogue: try .builtIn(), mostPerCode: 0)
    for number in 0..<20 {
      let place = FindingPlace(package: "p", file: "f", entity: number < 12 ? "account" : "contact", line: number + 1)
      try sink.add(Finding(.keyIsEmpty, .error, at: place))
    }
    #expect(sink.countsOnly(.keyIsEmpty, .error, about: "account"))
    #expect(!sink.countsOnly(.keyIsEmpty, .error, about: "quote"))
    let card = try #require(FindingSection(sink).cards.first)
    #expect(card.counts.map(\.text) == ["21", "13", "8"] && card.counts.map(\.entity) == ["", "account", "contact"])
    #expect(
      card.examples.map(\.entity) == Array(repeating: "account", count: 5) + Array(repeating: "contact", count: 5))
    #expect(card.examples.map(\.isExtra) == Array(repeating: false, count: 5) + Array(repeating: true, count: 5))
    #expect(card.more.map(\.text) == ["and 16 more", "and 8 more", "and 3 more"])
    #expect(FindingSection(sink).entities == ["account", "contact"])
  }
}
