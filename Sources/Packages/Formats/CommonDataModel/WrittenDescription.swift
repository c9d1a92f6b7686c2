import Records

/// What the descriptions of a written folder say of a table.
struct WrittenDescription {
  var name: String
  var label: String
  var columns: [WrittenColumn]

  private var partition: String { "\(name)/\(name).csv" }

  private static let imports = JSONValue.array([.object([("corpusPath", .text("cdm:/foundations.cdm.json"))])])
  private static let version = ("jsonSchemaSemanticVersion", JSONValue.text("1.0.0"))
  /// How partitions are written: text is quoted and nothing else, below no header.
  private static let settings: [(name: String, value: String)] = [
    ("delimiter", ","), ("quoteStyle", "QuoteStyle.Csv"), ("csvStyle", "CsvStyle.QuoteAlways"), ("encoding", "UTF-8"),
  ]

  private static func trait(_ name: String, _ arguments: [(name: String, value: JSONValue)]) -> JSONValue {
    .object([
      ("traitReference", .text(name)),
      ("arguments", .array(arguments.map { .object([("name", .text($0.name)), ("value", $0.value)]) })),
    ])
  }

  /// The decimals that Sales and F&O keep at most.
  private static let shape = trait(
    "is.dataFormat.numeric.shaped", [("precision", .number(38)), ("scale", .number(10))])

  /// The manifest of a folder with the tables.
  static func manifest(_ name: String, _ tables: [WrittenDescription]) -> JSONValue {
    let settings: [(name: String, value: JSONValue)] =
      [("columnHeaders", .text("false"))] + settings.map { ($0.name, .text($0.value)) }
    let entities = tables.map { table in
      JSONValue.object([
        ("type", .text("LocalEntity")), ("entityName", .text(table.name)),
        ("entityPath", .text("\(table.name).cdm.json/\(table.name)")),
        (
          "dataPartitions",
          .array([
            .object([
              ("name", .text(table.name)), ("location", .text(table.partition)),
              ("exhibitsTraits", .array([trait("is.partition.format.CSV", settings)])),
            ])
          ])
        ),
      ])
    }
    return .object([version, ("imports", imports), ("manifestName", .text(name)), ("entities", .array(entities))])
  }

  /// The definition of the table.
  var definition: JSONValue {
    let attributes = columns.map { column in
      var members: [(name: String, value: JSONValue)] = [("name", .text(column.name))]
      if column.isKey { members.append(("purpose", .text("identifiedBy"))) }
      members.append(("dataFormat", .text(column.format.rawValue)))
      if let length = column.maximumLength { members.append(("maximumLength", .number(length))) }
      if column.format == .decimal { members.append(("appliedTraits", .array([WrittenDescription.shape]))) }
      return JSONValue.object(members)
    }
    return .object([
      WrittenDescription.version, ("imports", WrittenDescription.imports),
      (
        "definitions",
        .array([
          .object([
            ("entityName", .text(name)), ("displayName", .text(label)), ("hasAttributes", .array(attributes)),
          ])
        ])
      ),
    ])
  }

  /// The `model.json` of a folder with the tables, which will be at an address.
  static func model(_ name: String, _ tables: [WrittenDescription], at address: String, time: DateTime) -> JSONValue {
    var stamp = OutputBuffer(capacity: 32)
    time.append(separator: UInt8(ascii: "T"), to: &stamp)
    stamp.append(UInt8(ascii: "Z"))
    let moment = JSONValue.text(String(decoding: stamp.take(), as: UTF8.self))
    let entities = tables.map { table in
      let attributes = table.columns.map { column in
        var members: [(name: String, value: JSONValue)] = [
          ("name", .text(column.name)), ("dataType", .text(column.format.modelType)),
        ]
        if column.format == .decimal { members.append(("cdm:traits", .array([shape]))) }
        return JSONValue.object(members)
      }
      let settings: [(name: String, value: JSONValue)] =
        [("$type", .text("CsvFormatSettings")), ("columnHeaders", .truth(false))]
        + settings.map { ($0.name, .text($0.value)) }
      return JSONValue.object([
        ("$type", .text("LocalEntity")), ("name", .text(table.name)), ("description", .text(table.label)),
        ("attributes", .array(attributes)),
        (
          "partitions",
          .array([
            .object([
              ("name", .text(table.name)), ("refreshTime", moment),
              ("location", .text("\(address)/\(table.partition)")),
              ("fileFormatSettings", .object(settings)),
            ])
          ])
        ),
      ])
    }
    return .object([
      ("application", .text("p2c")), ("name", .text(name)), ("version", .text("1.0")), ("modifiedTime", moment),
      ("entities", .array(entities)),
    ])
  }
}
