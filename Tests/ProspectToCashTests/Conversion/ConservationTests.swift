import ProspectToCash
import TestSupport
import Testing

@Suite("No record is lost")
struct ConservationTests {
  @Test("What was read or made is filtered, rejected or written, whatever is wrong with it", arguments: 1...12)
  func conserved(seed: UInt64) throws {
    var dice = RandomSource(seed: seed)
    let world = Self.world(&dice)
    let outcome = try world.convert()
    #expect(outcome.headers.read == world.headers.count && outcome.lines.read == world.lines.count)
    #expect(outcome.headers.isConserved, "seed \(seed): \(outcome.headers)")
    #expect(outcome.lines.isConserved, "seed \(seed): \(outcome.lines)")
    #expect(outcome.orders.count == outcome.headers.written && outcome.details.count == outcome.lines.written)
    try wholeness(world, outcome)
  }

  /// Written orders are distinct and have all of their lines; written lines have their order.
  private func wholeness(_ world: OrderWorld, _ outcome: OrderWorld.Outcome) throws {
    let numbers = outcome.orders.compactMap { $0["ordernumber"]?.lowercased() }
    #expect(Set(numbers).count == outcome.orders.count)
    #expect(Set(outcome.orders.map { $0["salesorderid"] }).count == outcome.orders.count)
    #expect(Set(outcome.details.map { $0["salesorderdetailid"] }).count == outcome.details.count)
    let ids = Dictionary(uniqueKeysWithValues: outcome.orders.map { ($0["salesorderid"], $0["ordernumber"]) })
    for detail in outcome.details { #expect(ids[detail["salesorderid"]] != nil) }
    for number in numbers {
      let read = world.lines.count { $0["SALESORDERNUMBER"]?.lowercased() == number }
      let written = outcome.details.count {
        $0["msdynce_ordernumber"]?.lowercased() == number && $0["msdynce_ismisctax"] != "True"
      }
      #expect(read == written, "order \(number)")
    }
  }

  /// Some orders with fields dropped, records doubled, filtered and spelt in another case, all in a random order.
  private static func world(_ dice: inout RandomSource) -> OrderWorld {
    var world = OrderWorld()
    let products = ["AW-1001", "AW-1002", "000410", "AW-1004"]
    for number in 1...Int.random(in: 5...40, using: &dice) {
      let count = Int.random(in: 0...4, using: &dice)
      world.add(
        "SO-\(number)", freightTax: dice.once(in: 4) ? "3.300000" : ".000000",
        products: (0..<count).map { _ in dice.once(in: 30) ? "AW-7777" : products.randomElement(using: &dice) ?? "" })
    }
    for index in world.headers.indices { spoil(&world.headers[index], once: 25, &dice) }
    for index in world.lines.indices { spoil(&world.lines[index], once: 60, &dice) }
    for header in world.headers where dice.once(in: 12) { world.headers.append(header) }
    for line in world.lines where dice.once(in: 25) { world.lines.append(line) }
    world.headers.shuffle(using: &dice)
    world.lines.shuffle(using: &dice)
    world.putsLinesFirst = dice.once(in: 2)
    return world
  }

  private static func spoil(_ record: inout OrderWorld.Record, once times: Int, _ dice: inout RandomSource) {
    if dice.once(in: times), let column = record.keys.sorted().randomElement(using: &dice) { record[column] = "" }
    if dice.once(in: times) { record["SALESORDERPROCESSINGSTATUS"] = "Active" }
    if dice.once(in: times), let number = record["SALESORDERNUMBER"] {
      record["SALESORDERNUMBER"] = number.lowercased()
    }
  }
}
