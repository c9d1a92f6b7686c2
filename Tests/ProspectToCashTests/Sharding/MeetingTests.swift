import Records
import TestSupport
import Testing

@testable import Sharding

@Suite("Which records meet in one part")
struct MeetingTests {
  @Test(
    "A text has the part that the hash gives",
    arguments: [
      ("123", [0, 4, 8]), ("42", [0, 2, 12]), ("acc-01003-k2j4qx", [0, 1, 8]), ("ærø-7", [0, 5, 4]),
      ("p-00004", [1, 1, 3]), ("#0.25", [0, 3, 14]), ("7d444840-9dc0-11d1-b245-5ffdce74fad2", [1, 2, 3]),
    ])
  func hash(text: String, parts: [Int]) {
    let bytes = Array(text.utf8)
    var found: [Int] = []
    for count in [2, 7, 16] { found.append(MeetingHash.part(of: bytes.span, parts: count)) }
    #expect(found == parts)
  }

  @Test("Texts that are tied directly or by others have the first of them, in whichever order they are tied")
  func ties() {
    var source = RandomSource(seed: 22)
    let groups = [["d", "b", "c"], ["x", "y"], ["m"]]
    for _ in 0..<50 {
      var pairs = groups.flatMap { group in zip(group, group.dropFirst()).map { ($0, $1) } }
      pairs.shuffle(using: &source)
      var ties = TiedTexts()
      for (left, right) in pairs {
        let isTurned = Bool.random(using: &source)
        ties.tie(Array((isTurned ? right : left).utf8), Array((isTurned ? left : right).utf8))
      }
      let firsts = ties.firsts.map { "\(String(decoding: $0, as: UTF8.self))\(String(decoding: $1, as: UTF8.self))" }
      #expect(firsts.sorted() == ["cb", "db", "yx"])
    }
  }

  @Test("Places are read as they were written, and stretches come one after the other", arguments: [true, false])
  func places(isByCompany: Bool) {
    let stretches = Stretches(tasks: 2, companies: 3, others: 2, isByCompany: isByCompany)
    var all: [UInt32] = [Stretches.before]
    for company in 0..<3 { for task in 0..<2 { all.append(stretches.survey(task: task, company: company)) } }
    let pairs =
      isByCompany
      ? (0..<3).flatMap { company in (0..<2).map { (company, $0) } }
      : (0..<2).flatMap { task in (0..<3).map { ($0, task) } }
    for (company, task) in pairs {
      all.append(stretches.keys(task: task, company: company))
      all.append(stretches.records(task: task, company: company))
    }
    all.append(stretches.end)
    for task in 0..<2 { for other in 0..<2 { all.append(stretches.other(other, task: task)) } }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    for stretch in all {
      let place = RowPlace(stretch: stretch, input: 3, record: RowPlace.last)
      var output = OutputBuffer(capacity: 16)
      place.append(to: &output)
      let read = RowPlace(output.span, at: 0)
      #expect(read == place)
    }
  }
}
