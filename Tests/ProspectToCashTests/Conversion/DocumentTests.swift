import Foundation
import ProspectToCash
import Testing

@Suite("Documents go over whole or not at all")
struct DocumentTests {
  @Test("One bad line rejects its whole order and is named; other orders go over")
  func culprit() throws {
    var world = OrderWorld()
    world.add("SO-1", products: ["AW-1001", "AW-7777", "AW-1002"])
    world.add("SO-2")
    let outcome = try world.convert()
    #expect(outcome.orders.map { $0["ordernumber"] } == ["SO-2"])
    #expect(outcome.details.count == 2)
    #expect((outcome.headers.rejected, outcome.lines.rejected) == (1, 3))
    #expect(outcome.rejectedHeaders.contains("P2C2501"))
    #expect(outcome.rejectedLines.components(separatedBy: "P2C2302").count >= 2)
    let reported = outcome.findings.split(whereSeparator: \.isNewline).filter { $0.contains("P2C2501") }
    // The header and the two lines that nothing is wrong with.
    #expect(reported.count == 3)
    for line in reported { #expect(line.contains("SO-1|2") && line.contains("P2C2302"), "\(line)") }
  }

  @Test("Lines may stand before their headers, in their file and among the inputs")
  func linesFirst() throws {
    var world = OrderWorld()
    for number in 1...3 { world.add("SO-\(number)", products: number == 2 ? ["AW-7777", "AW-1001"] : ["AW-1001"]) }
    let usual = try world.convert()
    world.putsLinesFirst = true
    world.lines.reverse()
    let reversed = try world.convert()
    #expect(usual.headers == reversed.headers)
    #expect(usual.lines == reversed.lines)
    #expect(usual.orders == reversed.orders)
    #expect(Set(usual.details) == Set(reversed.details))
  }

  @Test("A line without its header is rejected, alone")
  func lineWithoutHeader() throws {
    var world = OrderWorld()
    world.add("SO-1")
    world.lines.append(OrderWorld.line("SO-9", 1))
    let outcome = try world.convert()
    #expect((outcome.headers.written, outcome.headers.rejected) == (1, 0))
    #expect((outcome.lines.written, outcome.lines.rejected) == (2, 1))
    #expect(outcome.rejectedLines.contains("P2C2502"))
  }

  @Test("A header without lines goes over with a warning")
  func headerWithoutLines() throws {
    var world = OrderWorld()
    world.add("SO-1", products: [])
    world.add("SO-2")
    let outcome = try world.convert()
    #expect(outcome.headers.written == 2)
    #expect(outcome.rejectedHeaders.isEmpty)
    let reported = outcome.findings.split(whereSeparator: \.isNewline).filter { $0.contains("P2C2503") }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("SO-1") == true)
  }

  @Test("Of two headers with one number the first one goes over, with the lines")
  func doubledHeader() throws {
    var world = OrderWorld()
    world.add("SO-1")
    var second = OrderWorld.header("so-1")
    second["SALESORDERNAME"] = "Second"
    world.headers.append(second)
    let outcome = try world.convert()
    #expect((outcome.headers.written, outcome.headers.rejected) == (1, 1))
    #expect(outcome.orders.map { $0["name"] } == ["Order SO-1"])
    #expect(outcome.lines.written == 2)
    #expect(outcome.rejectedHeaders.contains("P2C2104"))
  }

  @Test("A line's number counts within its order; twice there it rejects the order")
  func doubledLine() throws {
    var world = OrderWorld()
    world.add("SO-1", products: ["AW-1001", "AW-1002"])
    world.add("SO-2", products: ["AW-1001", "AW-1002"])
    world.lines[3]["LINECREATIONSEQUENCENUMBER"] = "1"
    let outcome = try world.convert()
    #expect(outcome.orders.map { $0["ordernumber"] } == ["SO-1"])
    #expect((outcome.lines.written, outcome.lines.rejected) == (2, 2))
    #expect(outcome.rejectedLines.contains("P2C2104"))
  }

  @Test("A bad header rejects its lines; a filtered one filters them, whatever is wrong with them")
  func badHeader() throws {
    var world = OrderWorld()
    world.add("SO-1")
    world.headers[0]["ORDERINGCUSTOMERACCOUNTNUMBER"] = "Nobody"
    world.add("SO-2", products: ["AW-7777"])
    world.headers[1]["SALESORDERPROCESSINGSTATUS"] = "Active"
    let outcome = try world.convert()
    #expect((outcome.headers.rejected, outcome.headers.filtered) == (1, 1))
    #expect((outcome.lines.rejected, outcome.lines.filtered) == (2, 1))
    #expect(outcome.rejectedLines.contains("P2C2501"))
    #expect(!outcome.findings.contains("P2C2302"))
  }

  @Test(
    "A freight tax becomes a line of its own behind the others, unless its order is rejected",
    arguments: [true, false])
  func freightTax(linesHaveTax: Bool) throws {
    var world = OrderWorld()
    world.add("SO-1", freightTax: "7.500000")
    world.add("SO-2", freightTax: "1.250000", products: ["AW-7777"])
    world.add("SO-3")
    if linesHaveTax { for index in world.lines.indices { world.lines[index]["TOTALTAXAMOUNT"] = "2.000000" } }
    let outcome = try world.convert()
    #expect((outcome.lines.generated, outcome.lines.written) == (1, 5))
    let tax = try #require(outcome.details.filter { $0["msdynce_ismisctax"] == "True" }.first)
    #expect(tax["tax"] == "7.500000" && tax["priceperunit"] == "0" && tax["quantity"] == "1")
    #expect(tax["sequencenumber"] == "3" && tax["productdescription"] == "Freight Tax" && tax["productid"] == nil)
    let order = try #require(outcome.orders.first { $0["ordernumber"] == "SO-1" })
    #expect(tax["salesorderid"] == order["salesorderid"])
  }
}
