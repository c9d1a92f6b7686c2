import Records

/// Time stamps of packages, in the form that every import reads.
enum Timestamps {
  /// What to write for a time stamp that imports do not read; nil for one that they do. Where day and month cannot be
  /// distinguished, it is the time of the file.
  static func readable(_ text: String, fileTime: Int64) -> String? {
    let bytes = Array(text.utf8)
    guard DateTime(bytes.span) == nil else { return nil }
    var time = DateTime(american: bytes.span)
    if let read = time, !isAmerican(text), read.day <= 12, read.day != read.month { time = nil }
    return written(time ?? dayFirst(text) ?? DateTime(epoch: fileTime))
  }

  /// Only the United States' form has a half of the day.
  private static func isAmerican(_ text: String) -> Bool { text.hasSuffix("AM") || text.hasSuffix("PM") }

  /// A date whose first number can be no month, as `29/08/2019 17:48:29` and `29.08.2019 17:48`.
  private static func dayFirst(_ text: String) -> DateTime? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count >= 3, numbers.count <= 6, numbers[0] > 12, numbers[0] <= 31, numbers[2] >= 1000,
      numbers.allSatisfy({ $0 < 10_000 }), !text.contains(where: \.isLetter)
    else { return nil }
    func two(_ place: Int) -> String {
      let digits = String(place < numbers.count ? numbers[place] : 0)
      return digits.count == 1 ? "0" + digits : digits
    }
    let iso = Array("\(numbers[2])-\(two(1))-\(two(0))T\(two(3)):\(two(4)):\(two(5))".utf8)
    return DateTime(iso.span)
  }

  private static func written(_ time: DateTime) -> String {
    var output = OutputBuffer(capacity: 32)
    time.append(separator: UInt8(ascii: "T"), to: &output)
    return KeyText.string(output.span) + ".0000000Z"
  }
}
