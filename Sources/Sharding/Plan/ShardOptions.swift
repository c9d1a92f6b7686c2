import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// The options of a conversion that decide its result, as a plan has them.
struct ShardOptions {
  /// A conversion with the options; its inputs, its project, its time and its threads are not among them.
  private(set) var conversion = ConversionOptions(inputs: [], output: "")
  /// How many rejected records it bears, as that was said.
  private let rejectLimit: String?

  /// What was asked for.
  init(_ options: ConversionOptions, to side: Side, rejectLimit: String?) {
    (conversion, self.rejectLimit) = (options, rejectLimit)
    conversion.destination = side
  }

  var json: JSONValue {
    let options = conversion
    return .object([
      ("to", .optional(options.destination?.rawValue)), ("template", .texts(options.templates)),
      ("company", .texts(options.companies.map(\.description))), ("fileFormat", .text(options.fileFormat.name)),
      ("salesFormat", .text(options.salesFormat.name)), ("cdmLocation", .optional(options.folderLocation)),
      ("compression", .number(options.compression)), ("maxRecords", .optional(options.maxRecords)),
      ("maxPackageSize", .optional(options.maxPackageSize.map { Int(clamping: $0) })),
      ("maxUnpackedSize", .number(Int(clamping: options.limits.unpackedBytes))),
      ("rejectLimit", .optional(rejectLimit)),
      ("maxFindings", .optional(options.maxFindings == Int.max ? nil : options.maxFindings)),
      ("showValues", .truth(options.showsValues)), ("language", .text(options.language.rawValue)),
      ("delta", .truth(options.isDelta)), ("assignNumbers", .truth(options.assignsNumbers)),
      ("firstNumber", .number(options.firstNumber)), ("waves", .optional(options.hasWaves)),
      ("excel", .truth(options.writesWorkbooks)), ("dryRun", .truth(options.isDryRun)),
      ("verify", .truth(options.readsBack)),
      ("set", .texts(options.overrides.map { "\($0.template).\($0.field)=\($0.value)" })),
    ])
  }

  /// What a plan says; nil if a member is missing or out of range.
  init?(_ json: JSONTree) {
    func number(_ name: String, _ range: ClosedRange<Int>) -> Int?? {
      switch json[name] {
      case .null: .some(nil)
      case .int(let number) where range.contains(number): number
      default: nil
      }
    }
    func text(_ name: String) -> String?? {
      switch json[name] {
      case .null: .some(nil)
      case .string(let text): text
      default: nil
      }
    }
    func choice<Choice>(_ name: String, _ named: (String) -> Choice?) -> Choice? {
      json[name]?.string.flatMap(named)
    }
    guard let to = choice("to", { Side(rawValue: $0) }), let templates = json["template"]?.strings,
      let companies = json["company"]?.strings, companies.allSatisfy({ CompanyID($0) != nil }),
      let fileFormat = choice("fileFormat", { FinopsFileFormat(named: $0) }),
      let salesFormat = choice("salesFormat", { SalesFormat(named: $0) }),
      let folderLocation = text("cdmLocation"), folderLocation.map(ConversionOptions.isFolderLocation) ?? true,
      let compression = json["compression"]?.int, (0...9).contains(compression),
      let maxRecords = number("maxRecords", 1...Int.max), let maxPackageSize = number("maxPackageSize", 1...Int.max),
      let maxUnpackedSize = json["maxUnpackedSize"]?.int, maxUnpackedSize > 0,
      let rejectLimit = text("rejectLimit"), rejectLimit == nil || rejectLimit.flatMap(RejectLimit.init) != nil,
      let maxFindings = number("maxFindings", 0...Int.max), let showValues = json["showValues"]?.bool,
      let language = choice("language", { Language(rawValue: $0) }), let delta = json["delta"]?.bool,
      let assignNumbers = json["assignNumbers"]?.bool, let firstNumber = json["firstNumber"]?.int,
      ConversionOptions.firstNumbers.contains(firstNumber), let waves = json["waves"],
      waves == .null || waves.bool != nil, let excel = json["excel"]?.bool, let dryRun = json["dryRun"]?.bool,
      let verify = json["verify"]?.bool,
      let set = json["set"]?.strings, let overrides = try? set.map({ try Override.set($0) })
    else { return nil }
    self.rejectLimit = rejectLimit
    conversion.destination = to
    conversion.templates = templates
    conversion.companies = companies.compactMap { CompanyID($0) }
    (conversion.fileFormat, conversion.salesFormat) = (fileFormat, salesFormat)
    conversion.folderLocation = folderLocation
    conversion.compression = compression
    conversion.maxRecords = maxRecords
    conversion.maxPackageSize = maxPackageSize.map(UInt64.init)
    conversion.limits.unpackedBytes = UInt64(maxUnpackedSize)
    conversion.rejectLimit = rejectLimit.flatMap(RejectLimit.init)
    conversion.maxFindings = maxFindings ?? Int.max
    conversion.showsValues = showValues
    conversion.language = language
    conversion.isDelta = delta
    (conversion.assignsNumbers, conversion.firstNumber) = (assignNumbers, firstNumber)
    conversion.hasWaves = waves.bool
    conversion.writesWorkbooks = excel
    (conversion.isDryRun, conversion.readsBack) = (dryRun, verify)
    conversion.overrides = overrides
    conversion.command = .shard
  }
}
