import Archives
import Conversion
import Findings
import Mapping
import Packages
import Records

/// The options of a conversion that decide its result, as a plan has them.
struct ShardOptions {
  var to: String
  var templates: [String]
  var companies: [String]
  var fileFormat: String
  var salesFormat: String
  var folderLocation: String?
  var compression: Int
  var maxRecords: Int?
  var maxPackageSize: Int?
  var maxUnpackedSize: Int
  var rejectLimit: String?
  var maxFindings: Int?
  var showValues: Bool
  var language: String
  var delta: Bool
  var assignNumbers: Bool
  var firstNumber: Int
  var waves: Bool?
  var excel: Bool
  var dryRun: Bool
  var verify: Bool
  var set: [String]

  /// What was asked for.
  init(_ options: ConversionOptions, to side: Side, rejectLimit: String?) {
    to = side.rawValue
    templates = options.templates
    companies = options.companies.map(\.description)
    fileFormat = options.fileFormat.name
    salesFormat = options.salesFormat.name
    folderLocation = options.folderLocation
    compression = options.compression
    maxRecords = options.maxRecords
    maxPackageSize = options.maxPackageSize.map { Int(clamping: $0) }
    maxUnpackedSize = Int(clamping: options.limits.unpackedBytes)
    self.rejectLimit = rejectLimit
    maxFindings = options.maxFindings == Int.max ? nil : options.maxFindings
    showValues = options.showsValues
    language = options.language.rawValue
    delta = options.isDelta
    assignNumbers = options.assignsNumbers
    firstNumber = options.firstNumber
    waves = options.hasWaves
    excel = options.writesWorkbooks
    dryRun = options.isDryRun
    verify = options.readsBack
    set = options.overrides.map { "\($0.template).\($0.field)=\($0.value)" }
  }

  var json: JSONValue {
    .object([
      ("to", .text(to)), ("template", .texts(templates)), ("company", .texts(companies)),
      ("fileFormat", .text(fileFormat)), ("salesFormat", .text(salesFormat)),
      ("cdmLocation", .optional(folderLocation)), ("compression", .number(compression)),
      ("maxRecords", .optional(maxRecords)), ("maxPackageSize", .optional(maxPackageSize)),
      ("maxUnpackedSize", .number(maxUnpackedSize)), ("rejectLimit", .optional(rejectLimit)),
      ("maxFindings", .optional(maxFindings)), ("showValues", .truth(showValues)), ("language", .text(language)),
      ("delta", .truth(delta)), ("assignNumbers", .truth(assignNumbers)), ("firstNumber", .number(firstNumber)),
      ("waves", .optional(waves)), ("excel", .truth(excel)), ("dryRun", .truth(dryRun)), ("verify", .truth(verify)),
      ("set", .texts(set)),
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
    guard let to = json["to"]?.string, Side(rawValue: to) != nil, let templates = json["template"]?.strings,
      let companies = json["company"]?.strings, companies.allSatisfy({ CompanyID($0) != nil }),
      let fileFormat = json["fileFormat"]?.string, FinopsFileFormat(named: fileFormat) != nil,
      let salesFormat = json["salesFormat"]?.string, SalesFormat(named: salesFormat) != nil,
      let folderLocation = text("cdmLocation"), folderLocation.map(ConversionOptions.isFolderLocation) ?? true,
      let compression = json["compression"]?.int, (0...9).contains(compression),
      let maxRecords = number("maxRecords", 1...Int.max), let maxPackageSize = number("maxPackageSize", 1...Int.max),
      let maxUnpackedSize = json["maxUnpackedSize"]?.int, maxUnpackedSize > 0,
      let rejectLimit = text("rejectLimit"), rejectLimit == nil || rejectLimit.flatMap(RejectLimit.init) != nil,
      let maxFindings = number("maxFindings", 0...Int.max), let showValues = json["showValues"]?.bool,
      let language = json["language"]?.string, Language(rawValue: language) != nil, let delta = json["delta"]?.bool,
      let assignNumbers = json["assignNumbers"]?.bool, let firstNumber = json["firstNumber"]?.int,
      ConversionOptions.firstNumbers.contains(firstNumber), let waves = json["waves"],
      waves == .null || waves.bool != nil, let excel = json["excel"]?.bool, let dryRun = json["dryRun"]?.bool,
      let verify = json["verify"]?.bool,
      let set = json["set"]?.strings, set.allSatisfy({ (try? Override.set($0)) != nil })
    else { return nil }
    (self.to, self.templates, self.companies) = (to, templates, companies)
    (self.fileFormat, self.salesFormat, self.compression) = (fileFormat, salesFormat, compression)
    (self.maxRecords, self.maxPackageSize, self.maxUnpackedSize) = (maxRecords, maxPackageSize, maxUnpackedSize)
    (self.rejectLimit, self.maxFindings, self.showValues) = (rejectLimit, maxFindings, showValues)
    (self.language, self.delta, self.assignNumbers) = (language, delta, assignNumbers)
    (self.firstNumber, self.waves, self.dryRun) = (firstNumber, waves.bool, dryRun)
    (self.folderLocation, self.excel) = (folderLocation, excel)
    (self.verify, self.set) = (verify, set)
  }

  /// Sets what the plan says.
  func change(_ options: inout ConversionOptions) throws {
    options.destination = Side(rawValue: to)
    options.templates = templates
    options.companies = companies.compactMap { CompanyID($0) }
    options.fileFormat = FinopsFileFormat(named: fileFormat) ?? options.fileFormat
    options.salesFormat = SalesFormat(named: salesFormat) ?? options.salesFormat
    options.folderLocation = folderLocation
    options.compression = compression
    options.maxRecords = maxRecords
    options.maxPackageSize = maxPackageSize.map(UInt64.init)
    options.limits.unpackedBytes = UInt64(maxUnpackedSize)
    options.rejectLimit = rejectLimit.flatMap(RejectLimit.init)
    options.maxFindings = maxFindings ?? Int.max
    options.showsValues = showValues
    options.language = Language(rawValue: language) ?? options.language
    options.isDelta = delta
    options.assignsNumbers = assignNumbers
    options.firstNumber = firstNumber
    options.hasWaves = waves
    options.writesWorkbooks = excel
    options.isDryRun = dryRun
    options.readsBack = verify
    options.overrides = try set.map { try Override.set($0) }
    options.command = .shard
  }
}
