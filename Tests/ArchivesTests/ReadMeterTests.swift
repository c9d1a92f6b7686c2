import Archives
import Testing

@Suite("How far a command is")
struct ReadMeterTests {
  @Test("Nobody knows the share before somebody says how much there is to read")
  func unknown() {
    let meter = ReadMeter()
    meter.beginPass(bytes: 100)
    meter.add(bytes: 50)
    #expect(meter.reading.share == nil && meter.reading.pass == 1)
  }

  @Test("Passes add up, and a pass that ends early counts as a whole")
  func passes() {
    let meter = ReadMeter()
    meter.expect(bytes: 400)
    meter.beginPass(bytes: 100)
    meter.add(bytes: 20)
    meter.add(records: 7)
    #expect(meter.reading.share == 0.05 && meter.reading.records == 7)
    meter.beginPass(bytes: 300)
    #expect(meter.reading.share == 0.25 && meter.reading.records == 0)
    meter.add(bytes: 150)
    #expect(meter.reading.share == 0.625 && meter.reading.pass == 2)
  }

  @Test("The share never decreases, whatever is expected or read besides")
  func monotone() {
    let meter = ReadMeter()
    meter.expect(bytes: 100)
    var earlier = 0.0
    for pass in 1...8 {
      meter.beginPass(bytes: 50)
      for _ in 0..<5 {
        meter.add(bytes: 12)
        let share = meter.reading.share ?? 0
        #expect(share >= earlier && share < 1, "pass \(pass)")
        earlier = share
      }
      if pass == 3 { meter.expect(bytes: 1000) }
    }
    #expect(earlier > 0.5)
  }

  @Test("What is expected anew begins where the command is")
  func anew() {
    let meter = ReadMeter()
    meter.expect(bytes: 100)
    meter.beginPass(bytes: 100)
    meter.add(bytes: 50)
    meter.expect(bytes: 50)
    #expect(meter.reading.share == 0.5)
    meter.add(bytes: 50)
    #expect(meter.reading.share == 0.99)
  }
}
