import Testing

@testable import Packages

@Suite("Locations and patterns of descriptions")
struct DescribedFolderTests {
  static let locations: [(String, String?)] = [
    ("a/b.csv", "base/a/b.csv"), ("./a//b.csv", "base/a/b.csv"), ("/a/b.csv", "a/b.csv"),
    ("local:/a/b.csv", "a/b.csv"),
    ("a\\b.csv", "base/a/b.csv"), ("2026-04-14T20:21:50.123Z/a.csv", "base/2026-04-14T20:21:50.123Z/a.csv"),
    ("https://lake.example/c/a%20b.csv?sig=..%2f", "address c|a b.csv"),
    ("abfss://c@lake/x/y.csv#z", "address x|y.csv"),
    ("cdm:/foundations.cdm.json", "published"), ("a/..b/c..csv", "base/a/..b/c..csv"),
    ("../a.csv", nil), ("a/../b.csv", nil), ("..\\a.csv", nil), ("a/%2e%2E/b.csv", nil), ("C:/a.csv", nil),
    ("c:a.csv", nil), ("file:///etc/passwd", nil), ("FILE:x", nil), ("//host/share/a.csv", nil),
    ("\\\\host\\a.csv", nil), ("a\u{0}.csv", nil),
    ("a%00.csv", nil), ("a\n.csv", nil), ("https://lake/%2e%2e/a.csv", nil), ("https://lake/..%5ca.csv", nil),
    (String(repeating: "a", count: 4_097), nil),
  ]

  @Test("A location is below its document or the root, an address, or refused", arguments: locations)
  func location(_ text: String, _ wanted: String?) {
    let found: String? =
      switch DescribedLocation(text, base: "base/") {
      case .path(let path): path
      case .address(let parts): "address " + parts.joined(separator: "|")
      case .published: "published"
      case nil: nil
      }
    #expect(found == wanted)
  }

  static let globs: [(String, [String], [String])] = [
    ("/*.csv", ["/a.csv", "/.csv"], ["/b/a.csv", "/a.csv.bak"]), ("*.csv", ["/a.csv"], ["/b/a.csv"]),
    ("/**/part-?.csv", ["/part-1.csv", "/a/b/part-2.csv"], ["/part-10.csv", "/xpart-1.csv"]),
    ("**", ["/a", "/a/b"], []), ("/a/**", ["/a/b", "/a/b/c"], ["/b/a", "/a"]), ("/a.c", ["/a.c"], ["/abc"]),
    ("/a**b", ["/axb"], ["/a/b"]), ("/[a].csv", ["/[a].csv"], ["/a.csv"]),
  ]

  @Test("Globs match paths as a whole", arguments: globs)
  func glob(_ glob: String, _ right: [String], _ wrong: [String]) throws {
    let pattern = try #require(PathPattern(glob: glob))
    for path in right { #expect(Self.matches(pattern, path) == true, "\(path)") }
    for path in wrong { #expect(Self.matches(pattern, path) == false, "\(path)") }
  }

  static let expressions: [(String, [String], [String])] = [
    (
      #"(\d{4})/(\w+)/cohort(\d+)\.csv$"#, ["/2016/June/cohort1.csv"],
      ["/x2016/June/cohort1.csv", "/2016/June/cohort1.csvx"]
    ),
    (#"/a(?:b|c+)?\.csv"#, ["/a.csv", "/ab.csv", "/accc.csv"], ["/abc.csv"]), ("^/a$", ["/a"], ["/ab"]),
    (#"[^/]+\.csv"#, ["/a.csv"], ["/b/a.csv"]), (#"[a-c\d-]{2,3}"#, ["/a-", "/b12"], ["/a", "/abcd", "/xy"]),
    (#"a{0}b*"#, ["/", "/bb"], ["/a"]), ("(a|b)*?c", ["/ababc"], ["/abd"]), (#"\S+\W"#, ["/a."], ["/a b"]),
  ]

  @Test("Regular expressions match paths as a whole, with or without the slash in front", arguments: expressions)
  func expression(_ text: String, _ right: [String], _ wrong: [String]) throws {
    let pattern = try #require(PathPattern(expression: text))
    for path in right { #expect(Self.matches(pattern, path) == true, "\(path)") }
    for path in wrong { #expect(Self.matches(pattern, path) == false, "\(path)") }
  }

  static let strange = [
    "(?=x).*", "(?!x)y", "(?<=a)b", #"(\w)\1"#, #"\bword"#, "a**", "a++", "(", ")", "a)", "[", "[]", "[z-a]",
    "a{2,1}", "a{1001}", "{", "*a", #"\p{L}"#, "[[:alpha:]]", "(a{1000}){1000}", "^*",
    String(repeating: "(", count: 100), "(?i)a",
  ]

  @Test("Expressions with other parts are not understood", arguments: strange)
  func refused(_ text: String) { #expect(PathPattern(expression: text) == nil) }

  @Test("A pattern that others take for ever over takes no time")
  func slow() throws {
    let pattern = try #require(PathPattern(expression: "/((a+)+)+(a|aa)+b"))
    let clock = ContinuousClock()
    let took = clock.measure {
      #expect(Self.matches(pattern, "/" + String(repeating: "a", count: 1_000)) == false)
    }
    #expect(took < .seconds(5))
  }

  @Test("Many patterns that each take little time end together")
  func budget() throws {
    let pattern = try #require(PathPattern(expression: "/(a*){50}b"))
    var left = 1_000_000
    var tries = 0
    while pattern.matches("/" + String(repeating: "a", count: 100), &left) != nil { tries += 1 }
    #expect(tries > 0 && tries < 1_000 && left < 0)
  }

  private static func matches(_ pattern: PathPattern, _ path: String) -> Bool? {
    var left = 100_000_000
    return pattern.matches(path, &left)
  }

  @Test("Folders are times in the forms that exports write")
  func timestamps() {
    for name in ["2026-04-14T20.21.50Z", "2026-04-14T20:21:50.123Z", "2026-04-14T20_21_50", "2026-04-14T20-21-50.1"] {
      #expect(TimestampFolders.isTimestamp(name), "\(name)")
    }
    for name in [
      "2026-04-14", "2026-04-14T20", "2026-04-14T20.21", "account", "2026-04-14T20.21.50ZZ", "2026-04-14T20.21.50.",
    ] {
      #expect(!TimestampFolders.isTimestamp(name), "\(name)")
    }
  }
}
