import Findings
import Records

/// Reads the JSON of schema files. Members that nobody knows are passed over, and so is `null`.
extension SchemaFile {
  /// A member is missing that must be there.
  private struct MissingMember: Error {
    var path: String
  }

  /// What the body reads of a JSON text.
  static func read<Value>(
    _ text: String, at place: ProjectPlace, _ body: (inout JSONReader) throws -> Value
  ) throws(ProjectError) -> Value {
    do {
      var reader = try JSONReader(Array(text.utf8))
      let value = try body(&reader)
      try reader.finish()
      return value
    } catch let error as MissingMember {
      throw .notReadable(place, format: "JSON of a schema", reason: "\(error.path) is missing")
    } catch let fault as JSONFault {
      throw .notReadable(place.atLine(fault.line), format: "JSON of a schema", reason: fault.words)
    } catch {
      throw .notReadable(place, format: "JSON of a schema", reason: Message(verbatim: "\(error)"))
    }
  }

  /// The entries of the list of schemas that come with the tool.
  static func listed(_ reader: inout JSONReader) throws -> [SchemaFile] {
    try reader.list { reader, _ in try SchemaFile(&reader) }
  }

  /// The object that comes next.
  init(_ reader: inout JSONReader) throws {
    try reader.forEachFilledMember { reader, name in
      switch name {
      case "extends": extends = try reader.text()
      case "side": side = try reader.name()
      case "name": self.name = try reader.text()
      case "label": label = try reader.text()
      case "publicCollection": publicCollection = try reader.text()
      case "keys": keys = try reader.texts()
      case "primaryId": primaryId = try reader.text()
      case "primaryName": primaryName = try reader.text()
      case "typeCode": typeCode = try reader.whole()
      case "global": global = try reader.boolean()
      case "companyField": companyField = try reader.text()
      case "alternateKeys": alternateKeys = try reader.list { reader, _ in try reader.texts() }
      case "referredBy": referredBy = try reader.list { try SchemaFile.reference(&$0, "referredBy[\($1)]") }
      case "header": header = try SchemaFile.header(&reader)
      case "needs": needs = try reader.texts()
      case "unique": unique = try reader.texts()
      case "amounts": amounts = try SchemaFile.amounts(&reader)
      case "unmappedAmounts": unmappedAmounts = try reader.texts()
      case "states": states = try SchemaFile.states(&reader)
      case "notTransferred":
        notTransferred = try reader.list { try SchemaFile.untransferable(&$0, "notTransferred[\($1)]") }
      case "madeByPlatform": madeByPlatform = try SchemaFile.platformRecords(&reader)
      case "status": status = try reader.text()
      case "perCompany": perCompany = try reader.texts()
      case "setUp": setUp = try reader.whole()
      case "namesRepeat": namesRepeat = try reader.boolean()
      case "solution": solution = try reader.boolean()
      case "attributes": attributes = try reader.list { try SchemaFile.attribute(&$0, "attributes[\($1)]") }
      default: break
      }
    }
  }

  private static func required<Value>(_ value: Value?, _ path: String) throws -> Value {
    guard let value else { throw MissingMember(path: path) }
    return value
  }

  private static func reference(_ reader: inout JSONReader, _ path: String) throws -> SchemaReference {
    var column: String?
    var by: [String]?
    var checked: [String]?
    var code: String?
    try reader.forEachFilledMember { reader, name in
      switch name {
      case "column": column = try reader.text()
      case "by": by = try reader.texts()
      case "checked": checked = try reader.texts()
      case "code": code = try reader.text()
      default: break
      }
    }
    return SchemaReference(
      column: try required(column, "\(path).column"), by: try required(by, "\(path).by"), checked: checked, code: code)
  }

  private static func header(_ reader: inout JSONReader) throws -> HeaderReference {
    let members = try reader.textMembers()
    return HeaderReference(
      entity: try required(members["entity"], "header.entity"), by: try required(members["by"], "header.by"))
  }

  private static func amounts(_ reader: inout JSONReader) throws -> [String: String] {
    var amounts: [String: String] = [:]
    try reader.forEachFilledMember { amounts[$1] = try $0.text() }
    return amounts
  }

  private static func states(_ reader: inout JSONReader) throws -> StateRules {
    var rules = StateRules()
    try reader.forEachFilledMember { reader, name in
      switch name {
      case "first": rules.first = try reader.whole()
      case "lockedFrom": rules.lockedFrom = try reader.whole()
      case "setAfterImport": rules.setAfterImport = try reader.boolean()
      default: break
      }
    }
    return rules
  }

  private static func untransferable(_ reader: inout JSONReader, _ path: String) throws -> UntransferableRecords {
    var column: String?
    var values: [Int]?
    var allowed: [Int]?
    try reader.forEachFilledMember { reader, name in
      switch name {
      case "column": column = try reader.text()
      case "values": values = try reader.wholes()
      case "allowed": allowed = try reader.wholes()
      default: break
      }
    }
    return UntransferableRecords(column: try required(column, "\(path).column"), values: values, allowed: allowed)
  }

  private static func platformRecords(_ reader: inout JSONReader) throws -> PlatformRecords {
    let members = try reader.textMembers()
    return PlatformRecords(
      flag: try required(members["flag"], "madeByPlatform.flag"),
      unlessFilled: try required(members["unlessFilled"], "madeByPlatform.unlessFilled"))
  }

  private static func attribute(_ reader: inout JSONReader, _ path: String) throws -> SchemaAttribute {
    var name = ""
    var type: AttributeType?
    var attribute = SchemaAttribute(name: "", type: .string)
    try reader.forEachFilledMember { reader, member in
      switch member {
      case "name": name = try reader.text()
      case "type": type = try reader.name()
      case "label": attribute.label = try reader.text()
      case "max": attribute.max = try reader.whole()
      case "assumed": attribute.assumed = try reader.boolean()
      case "key": attribute.key = try reader.boolean()
      case "required": attribute.required = try reader.boolean()
      case "readOnly": attribute.readOnly = try reader.boolean()
      case "symbols": attribute.symbols = try reader.texts()
      case "numbers": attribute.numbers = try reader.wholes()
      case "options": attribute.options = try reader.list { try option(&$0, "\(path).options[\($1)]") }
      case "targets": attribute.targets = try reader.texts()
      case "precision": attribute.precision = try reader.whole()
      case "range": attribute.range = try reader.list { reader, _ in try reader.isNull() ? nil : try reader.text() }
      case "shared": attribute.shared = try reader.boolean()
      case "refersTo": attribute.refersTo = try reader.text()
      case "sequence": attribute.sequence = try reader.text()
      case "notOnCreate": attribute.notOnCreate = try reader.boolean()
      case "missing": attribute.missing = try reader.text()
      default: break
      }
    }
    attribute.name = try required(name.isEmpty ? nil : name, "\(path).name")
    attribute.type = try required(type, "\(path).type")
    return attribute
  }

  /// `[number, label]` or `[number, label, state]`, or the same as members `value`, `label` and `state`.
  private static func option(_ reader: inout JSONReader, _ path: String) throws -> OptionValue {
    var value: Int?
    var label: String?
    var state: Int?
    if try reader.kind() == .object {
      try reader.forEachFilledMember { reader, name in
        switch name {
        case "value": value = try reader.whole()
        case "label": label = try reader.text()
        case "state": state = try reader.whole()
        default: break
        }
      }
    } else {
      var count = 0
      try reader.forEachElement { reader in
        switch count {
        case 0: value = try reader.whole()
        case 1: label = try reader.text()
        case 2: state = try reader.whole()
        default: throw reader.wrongForm()
        }
        count += 1
      }
    }
    return OptionValue(
      value: try required(value, "\(path).value"), label: try required(label, "\(path).label"), state: state)
  }
}

extension JSONReader {
  /// Hands out the members of the object that comes next, but for those that are `null`.
  fileprivate mutating func forEachFilledMember(_ body: (inout JSONReader, _ name: String) throws -> Void) throws {
    try forEachMember { reader, name in
      if try !reader.isNull() { try body(&reader, name) }
    }
  }

  /// The members of the object that comes next, all of which are texts.
  fileprivate mutating func textMembers() throws -> [String: String] {
    var members: [String: String] = [:]
    try forEachFilledMember { members[$1] = try $0.text() }
    return members
  }

  /// The elements of the array that comes next; the body knows their places.
  fileprivate mutating func list<Value>(_ body: (inout JSONReader, Int) throws -> Value) throws -> [Value] {
    var list: [Value] = []
    try forEachElement { list.append(try body(&$0, list.count)) }
    return list
  }

  fileprivate mutating func texts() throws -> [String] { try list { reader, _ in try reader.text() } }

  fileprivate mutating func wholes() throws -> [Int] { try list { reader, _ in try reader.whole() } }

  /// The whole number that comes next.
  fileprivate mutating func whole() throws -> Int {
    guard let number = Int(try number()) else { throw wrongForm() }
    return number
  }

  /// The text that comes next, which is one of a few names.
  fileprivate mutating func name<Value: RawRepresentable>() throws -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: try text()) else { throw wrongForm() }
    return value
  }
}

extension JSONFault {
  /// What is wrong.
  fileprivate var words: Message {
    switch reason {
    case .syntax: "no JSON from here on"
    case .memberTwice(let name): "\(name) occurs twice"
    case .tooDeep: "too many levels in each other"
    case .wrongForm(let name): "\(name) has another kind of value than it takes"
    }
  }
}
