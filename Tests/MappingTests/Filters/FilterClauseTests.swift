import Mapping
import Records
import TestSupport
import Testing

@Suite("Clauses of a filter")
struct FilterClauseTests {
  @Test(
    "A filter is taken apart at its and, each clause in one form",
    arguments: [
      ("", []), ("a eq 1", ["a eq 1"]), ("A  EQ  'x'  AND  b ne NULL", ["A eq 'x'", "b ne null"]),
      ("(a eq 1 and (b eq 2 and c eq 3))", ["a eq 1", "b eq 2", "c eq 3"]),
      ("a eq 1 and (b gt 2 or contains(c,'x'))", ["a eq 1", "b gt 2 or contains(c, 'x')"]),
      ("((a eq 1) or (b eq 2))", ["(a eq 1) or (b eq 2)"]), ("NOT (a eq 1)", ["not (a eq 1)"]),
      ("not a eq 1 and b eq 2", ["not a eq 1", "b eq 2"]), ("not (a eq 1 and b eq 2)", ["not (a eq 1 and b eq 2)"]),
      ("a eq 1 and b eq 2 or c eq 3", ["a eq 1 and b eq 2 or c eq 3"]),
      (
        "STARTSWITH( name , 'O''Br') and n eq '5' and m ge -1.50",
        ["startswith(name, 'O''Br')", "n eq '5'", "m ge -1.50"]
      ),
      ("x eq TRUE", ["x eq true"]),
    ] as [(String, [String])])
  func clauses(text: String, expected: [String]) throws {
    #expect(try FilterExpression.clauses(text) == expected)
    // A clause stands for itself.
    for clause in expected { #expect(try FilterExpression.clauses(clause) == [clause]) }
  }

  @Test("A record is refused by the first clause from the left that is not true")
  func refusing() throws {
    var bench = PlanBench(columns: ["a", "b", "c"])
    bench.filter = try FilterExpression.parse("a eq 1 and (b eq 2 and not c eq 3)")
    #expect(
      bench.refusals([["1", "2", "4"], ["0", "0", "3"], ["1", "0", "3"], ["1", "2", "3"]]) == [nil, 0, 1, 2])
  }

  @Test("A column that the file lacks refuses every record, whatever the filter would say of it as empty")
  func missing() throws {
    var bench = PlanBench(columns: ["a"])
    bench.filter = try FilterExpression.parse("gone ne 'x' and a eq 1 and lost.name eq null")
    #expect(bench.map([["1"]]).map(\.passes) == [false])
    // Behind the three clauses stand the three columns, of which `gone` is the first.
    #expect(bench.refusals([["1"], ["0"]]) == [3, 3])
    #expect(bench.mapper().plan.missingFilterFields == ["gone", "lost.name"])
    bench.columns = ["a", "gone", "lost.name"]
    #expect(bench.map([["1", "", ""]]).map(\.passes) == [true])
  }

  @Test("The clauses of a task end with the columns that a file may lack")
  func ofTask() throws {
    var task = TaskTemplate(name: "t", source: "s", destination: "d", order: 1, fields: [])
    #expect(task.clauses.isEmpty)
    task.filterText = "Name eq '5' and name ne null or City eq 1"
    task.filter = try FilterExpression.parse(task.filterText)
    #expect(task.clauses == [task.filterText, "Name is missing", "City is missing"])
  }
}

extension PlanBench {
  /// For each record the number of what refuses it.
  fileprivate func refusals(_ rows: [[String]]) -> [Int?] {
    let batch = RecordBatch(width: columns.count, rows: rows)
    let lookups = lookups()
    var mapper = mapper()
    return rows.indices.map { record in
      mapper.begin()
      return mapper.refusingClause(batch, record, lookups)
    }
  }
}
