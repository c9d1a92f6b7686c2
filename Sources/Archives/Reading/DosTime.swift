/// A time as zip archives keep it: years from 1980 to 2107 in steps of two seconds, without a time zone, which here is
/// always UTC (APPNOTE.TXT, 4.4.6).
struct DosTime: Equatable {
  let time: Int
  let date: Int

  init(time: Int, date: Int) {
    self.time = time
    self.date = date
  }

  /// The time at or before this many seconds since 1970; earlier and later ones become the first and the last.
  init(seconds: Int64) {
    let first: Int64 = 315_532_800  // 1980-01-01
    let last: Int64 = 4_354_819_198  // 2107-12-31 23:59:58
    let held = min(max(seconds, first), last)
    let (days, rest) = held.quotientAndRemainder(dividingBy: 86_400)
    // Days to a civil date over years that begin in March, so that leap days come last.
    let day = days + 719_468
    let era = day / 146_097
    let ofEra = day % 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * ofYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    date = Int(year - 1980) << 9 | Int(month) << 5 | Int(ofYear - (153 * march + 2) / 5 + 1)
    time = Int(rest / 3_600) << 11 | Int(rest % 3_600 / 60) << 5 | Int(rest % 60 / 2)
  }

  /// Seconds since 1970; nil for the first instant there is, which tools write that have no time, and for a date that no
  /// calendar has.
  var stamp: Int64? {
    guard time != 0 || date != 1 << 5 | 1, (1...12).contains(date >> 5 & 15), date & 31 > 0, time >> 11 < 24,
      time >> 5 & 63 < 60
    else { return nil }
    return seconds
  }

  /// Seconds since 1970. Months and days of 0, which some tools write, count as 1.
  var seconds: Int64 {
    let month = Int64(min(12, max(1, date >> 5 & 15)))
    let year = Int64(1980 + (date >> 9 & 0x7F)) - (month <= 2 ? 1 : 0)
    let march = month > 2 ? month - 3 : month + 9
    let ofYear = (153 * march + 2) / 5 + Int64(max(1, date & 31)) - 1
    let days = year * 365 + year / 4 - year / 100 + year / 400 + ofYear - 719_468
    return days * 86_400 + Int64(time >> 11) * 3_600 + Int64(time >> 5 & 63) * 60 + Int64(time & 31) * 2
  }
}
