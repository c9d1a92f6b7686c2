import Records
import Testing

@Suite("Dates of a culture")
struct CultureDateTests {
  private func text(_ form: String, _ order: DateOrder) -> String? {
    let bytes = Array(form.utf8)
    guard let date = CultureDate(bytes.span)?.date(in: order) else { return nil }
    var output = OutputBuffer(capacity: 32)
    date.append(separator: 0x20, to: &output)
    return String(decoding: output.take(), as: UTF8.self)
  }

  @Test(
    "What machines write",
    arguments: [
      ("29/08/2019 17:48:29", DateOrder.dayFirst, "2019-08-29 17:48:29"),
      ("4/5/2019 8:59:23 AM", .monthFirst, "2019-04-05 08:59:23"),
      ("4/5/2019 12:59 AM", .monthFirst, "2019-04-05 00:59:00"),
      ("4/5/2019 12:59 PM", .monthFirst, "2019-04-05 12:59:00"),
      ("4/5/2019 8:59:23\u{202F}p.m.", .dayFirst, "2019-05-04 20:59:23"),
      ("4/5/2019 8:59:23 p. m.", .dayFirst, "2019-05-04 20:59:23"),
      ("5.4.2019", .dayFirst, "2019-04-05 00:00:00"), ("05-04-2019 08.59.23", .dayFirst, "2019-04-05 08:59:23"),
    ])
  func forms(_ form: String, _ order: DateOrder, _ wanted: String) { #expect(text(form, order) == wanted) }

  @Test(
    "Forms that are none",
    arguments: ["", "4/5/19", "4/5/20190", "2019/4/5", "4/5/2019T08:00", "4 /5/2019", "123/4/2019", "4/5", "a/b/cdef"])
  func others(_ form: String) {
    let bytes = Array(form.utf8)
    #expect(CultureDate(bytes.span) == nil)
  }

  @Test(
    "Dates that no calendar has, or whose time cannot be read",
    arguments: ["31/2/2019", "1/13/2019", "1/2/2019 25:00", "1/2/2019 8:59 uur", "1/2/2019 13:00 PM"])
  func impossible(_ form: String) {
    let bytes = Array(form.utf8)
    #expect(CultureDate(bytes.span) != nil)
    #expect(text(form, .dayFirst) == nil)
  }

  @Test("Only a number above 12 shows the order")
  func orders() {
    func order(_ form: String) -> DateOrder? {
      let bytes = Array(form.utf8)
      return CultureDate(bytes.span)?.order
    }
    #expect(order("13/1/2019") == .dayFirst && order("1/13/2019") == .monthFirst)
    #expect(order("12/12/2019") == nil && order("13/13/2019") == nil)
  }
}
