import Records
import Testing

@Suite("Dates")
struct DateTimeTests {
  func iso(_ form: String) -> String? {
    let bytes = Array(form.utf8)
    return DateTime(bytes.span).map { date in text { date.append(separator: 0x20, to: &$0) } }
  }

  func american(_ form: String) -> String? {
    let bytes = Array(form.utf8)
    return DateTime(american: bytes.span).map { date in text { date.append(separator: 0x54, to: &$0) } }
  }

  @Test(
    "ISO forms are read",
    arguments: [
      ("2011-01-31 00:00:00", "2011-01-31 00:00:00"), ("2011-01-31", "2011-01-31 00:00:00"),
      ("2024-06-01T12:30:59Z", "2024-06-01 12:30:59"), ("2024-06-01T12:30:59.0000000Z", "2024-06-01 12:30:59"),
      ("2024-06-01T12:30:59.123", "2024-06-01 12:30:59"), ("2154-12-31 23:59:59", "2154-12-31 23:59:59"),
      ("2024-02-29", "2024-02-29 00:00:00"), ("2000-02-29", "2000-02-29 00:00:00"),
      ("0001-01-01", "0001-01-01 00:00:00"), ("9999-12-31", "9999-12-31 00:00:00"),
    ])
  func forms(_ form: String, _ wanted: String) { #expect(iso(form) == wanted) }

  @Test(
    "Other forms, and dates that no calendar has, are none",
    arguments: [
      "", "2011-1-31", "31.01.2011", "8/25/2020 13:03", "2011-02-29", "1900-02-29", "2100-02-29", "2011-13-01",
      "2011-00-10", "2011-04-31", "2011-01-00", "2011-01-32", "0000-01-01", "2011-01-01 24:00:00",
      "2011-01-01 23:60:00",
      "2011-01-01 23:59:60", "2011-01-01 12:00", "2011-01-01T12:00:00+01:00", "2011-01-01T12:00:00.Z",
      "2011-01-01T12:00:00ZZ", "2011-01-01 ", " 2011-01-01", "2011/01/01", "2011-01-01x12:00:00", "２011-01-01",
    ])
  func others(_ form: String) { #expect(iso(form) == nil) }

  @Test(
    "American forms are read",
    arguments: [
      ("4/5/2019 8:59:23 AM", "2019-04-05T08:59:23"), ("12/31/2019 12:00:00 AM", "2019-12-31T00:00:00"),
      ("12/31/2019 12:00:00 PM", "2019-12-31T12:00:00"), ("1/1/2019 11:59:59 PM", "2019-01-01T23:59:59"),
      ("2/29/2020 1:02:03 PM", "2020-02-29T13:02:03"), ("04/05/2019", "2019-04-05T00:00:00"),
      ("4/5/2019 20:59:23", "2019-04-05T20:59:23"),
    ])
  func american(_ form: String, _ wanted: String) { #expect(american(form) == wanted) }

  @Test(
    "Other American forms are none",
    arguments: [
      "", "4/5", "4/5/19", "13/5/2019", "2/29/2019", "4/5/2019 8:59", "4/5/2019 13:00:00 PM", "4/5/2019 0:00:00 AM",
      "4/5/2019 8:59:23 XM", "4/5/2019 8:59:23AM", "4/5/2019 8:59:23:", "4-5-2019", "5.4.2019 08:59:23", "4/5/20190",
      "4/5/2019 8:59:23 AM ", "2019-04-05",
    ])
  func othersAmerican(_ form: String) { #expect(american(form) == nil) }

  @Test(
    "Only the first moment of 1900 says that there is no date",
    arguments: [("1900-01-01", true), ("1900-01-01 00:00:01", false), ("1900-01-02", false)])
  func noDate(_ form: String, _ wanted: Bool) {
    let bytes = Array(form.utf8)
    let date = DateTime(bytes.span)
    #expect(date?.isNoDate == wanted)
  }

  @Test(
    "Points in time are read as ISO 8601 has them",
    arguments: [
      ("1970-01-01", 0), ("2024-06-01", 1_717_200_000), ("2024-06-01T12:00:00Z", 1_717_243_200),
      ("2024-06-01T12:00:00", 1_717_243_200), ("2024-06-01 12:00", 1_717_243_200), ("2024-06-01T12:00Z", 1_717_243_200),
      ("2024-06-01T14:00:00+02:00", 1_717_243_200), ("2024-06-01T14:00:00.5+0200", 1_717_243_200),
      ("2024-06-01T06:30-05:30", 1_717_243_200), ("2024-06-01T14:00:00+02", 1_717_243_200),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("0001-01-01", -62_135_596_800), ("1969-12-31T23:59:59Z", -1),
      ("2024-02-29", 1_709_164_800), ("2000-02-29", 951_782_400), ("1900-03-01", -2_203_891_200),
    ] as [(String, Int64)])
  func epochs(_ text: String, _ seconds: Int64) {
    #expect(DateTime.epoch(iso: text) == seconds)
    #expect(DateTime(epoch: seconds).epoch == seconds)
  }

  @Test(
    "What is no point in time is none",
    arguments: [
      "", "yesterday", "2024", "2024-06", "2024-6-1", "01/06/2024", "2024-02-30", "2024-06-01+02:00", "20240601",
      "2024-06-01T12", "2024-06-01T24:00:00", "2024-06-01T12:00:00Z+02:00", "2024-06-01T12:00:00+24:00",
      "2024-06-01T12:00:00+2", "2024-06-01T12:00:00+0260", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
    ])
  func noEpochs(_ text: String) { #expect(DateTime.epoch(iso: text) == nil) }
}
