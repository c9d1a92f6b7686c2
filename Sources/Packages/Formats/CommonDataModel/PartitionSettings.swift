import Records

/// How a description says that a partition is written. It is judged only when the partition is read.
struct PartitionSettings {
  /// The format, unless it is CSV.
  var otherFormat: String?
  private var values: [String: String] = [:]

  /// The settings of an entity that says none.
  init() {}

  /// The settings that stand in `model.json`, or in one of the SDK's documents.
  init(_ reader: inout JSONReader) throws {
    if try reader.isNull() { return }
    var settings = PartitionSettings()
    try reader.forEachMember { reader, name in
      if name == "$type" {
        if let type = try DescribedTrait.word(&reader), type != "CsvFormatSettings" { settings.otherFormat = type }
      } else if PartitionSettings.names.contains(name) {
        settings.values[name] = try DescribedTrait.word(&reader)
      }
    }
    self = settings
  }

  /// The settings that stand in the traits of a manifest.
  init(_ traits: [DescribedTrait]) {
    let prefix = "is.partition.format."
    for trait in traits where trait.name.hasPrefix(prefix) {
      if trait.name == prefix + "CSV" {
        for name in PartitionSettings.names { values[name] = trait.text(name) }
      } else {
        otherFormat = trait.name
      }
    }
  }

  private static let names: Set<String> = [
    "columnHeaders", "delimiter", "quoteStyle", "csvStyle", "encoding", "escape", "quote", "newline", "skipLines",
    "raggedRight",
  ]

  /// How the partition is read; nil if it is not, with the reason.
  func layout() throws(UnreadSetting) -> PartitionLayout {
    if let otherFormat { throw UnreadSetting(text: otherFormat) }
    var layout = PartitionLayout()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard layout.apply(name, value) else { throw UnreadSetting(text: "\(name) \(value)") }
    }
    return layout
  }
}

/// A setting or format that is not read.
struct UnreadSetting: Error {
  var text: String
}

/// How a partition is read.
struct PartitionLayout: Sendable, Equatable {
  var hasHeader = false
  var dialect = CSVDialect()
  var encoding = TextEncoding.utf8

  /// Takes a setting over; false if it is not supported.
  fileprivate mutating func apply(_ name: String, _ value: String) -> Bool {
    switch name {
    case "columnHeaders":
      guard let flag = PartitionLayout.flag(value) else { return false }
      hasHeader = flag
    case "delimiter":
      guard value.utf8.count == 1, let byte = value.utf8.first, byte < 0x80,
        ![UInt8(ascii: "\""), 0x0A, 0x0D, 0].contains(byte)
      else { return false }
      dialect.delimiter = byte
    case "quoteStyle":
      guard ["QuoteStyle.Csv", "QuoteStyle.None"].contains(value) else { return false }
      dialect.hasQuotes = value == "QuoteStyle.Csv"
    case "csvStyle": return ["CsvStyle.QuoteAlways", "CsvStyle.QuoteAfterDelimiter"].contains(value)
    case "encoding":
      guard let known = PartitionLayout.encodings[value.lowercased()] else { return false }
      encoding = known
    case "escape":
      guard ["\"", "\\"].contains(value) else { return false }
      dialect.hasBackslashes = value == "\\"
    case "quote": return value == "\""
    case "newline": return ["\n", "\r\n"].contains(value)
    case "skipLines": return value == "0"
    case "raggedRight": return PartitionLayout.flag(value) == false
    default: break
    }
    return true
  }

  private static func flag(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "true": true
    case "false": false
    default: nil
    }
  }

  private static let encodings: [String: TextEncoding] = [
    "utf-8": .utf8, "65001": .utf8, "utf-16": .utf16LittleEndian, "utf-16le": .utf16LittleEndian,
    "utf-16be": .utf16BigEndian, "windows-1252": .windows1252,
  ]
}
