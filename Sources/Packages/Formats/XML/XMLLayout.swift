import Archives
import Mapping
import Records

/// What an XML file, or its beginning, says: its root, its first record, and which records stand within records.
struct XMLLayout {
  /// The records at one place of a composite file.
  struct Records {
    /// The elements that lead to them from an outermost record, by name.
    var path: [String]
    /// The names of their fields, as far as they have been met.
    var fields: [String]
  }

  var encoding: TextEncoding
  var rootName = ""
  var rootAttributes: [(name: String, value: String)] = []
  /// The name of the root's first element.
  var recordName: String?
  /// The names of its fields.
  var fields: [String] = []
  var hasElements = false
  /// The records within records, in the order in which they were met, outer ones before those in them.
  var nested: [Records] = []
  /// The names of the fields of all outermost records.
  private var outerFields: [String] = []
  /// Whether nothing of the file is unseen.
  private(set) var isWhole = false

  private static let headSize = 256 << 10

  /// Reads the first part of the file, or all of it. The XML of a first part may break off; faults come out when it is
  /// read whole.
  init(_ entry: EntryInfo, of container: Container, whole: Bool = false) throws {
    let stream = try container.open(entry)
    let parser = XMLPushParser(cuttingAt: 1000, keepsText: false)
    var look = XMLSniffer()
    var piece = [UInt8](repeating: 0, count: XMLLayout.headSize)
    encoding = .utf8
    var isFirst = true
    do {
      while !isWhole, isFirst || whole {
        var count = 0
        while count < piece.count {
          let more = try stream.read(into: &piece, at: count, count: piece.count - count)
          if more == 0 { break }
          count += more
        }
        if isFirst { encoding = TextEncoding.detect(piece.span.extracting(first: count)).encoding }
        isFirst = false
        isWhole = count < piece.count
        try parser.parse(piece, count: count)
        if isWhole { try parser.finish() }
        look.add(isWhole || whole ? parser.take() : parser.takeAll())
      }
    } catch let fault as XMLFault {
      throw PackageError.xml(fault, file: entry.name, package: container.path)
    }
    take(look)
  }

  private mutating func take(_ look: XMLSniffer) {
    let name = { (number: UInt16) in look.names[Int(number)] }
    rootName = look.root.map(name) ?? ""
    rootAttributes = look.rootAttributes
    recordName = look.record.map(name)
    hasElements = look.hasElements
    // An element may be empty in the first record and hold a record in the next.
    let isField = { (number: UInt16, path: [UInt16]) in look.group[path + [number]] == nil }
    fields = look.firstFields.filter { isField($0, []) }.map(name)
    for group in look.groups {
      let names = group.fields.filter { isField($0, group.path) }.map(name)
      if group.path.isEmpty {
        outerFields = names
      } else {
        nested.append(Records(path: group.path.map(name), fields: names))
      }
    }
  }

  /// Whether an attribute makes a record of the element that has it, within a record: any element of XML may have these.
  static func marksRecord(_ attribute: String) -> Bool { !["nil", "space", "type", "lang"].contains(attribute) }

  /// The entity whose records the file holds: the given one, or the one that the record element is named after.
  func entity(_ entry: EntryInfo, schema: EntitySchema?, schemas: SchemaCatalogue) throws -> PackageEntity {
    var matched = schema
    if matched == nil, let recordName { matched = try schemas.schema(named: recordName) }
    // What a composite's outer records are, their columns do not tell: documents of all kinds have a number and a customer.
    if matched == nil, nested.isEmpty {
      matched = try SchemaMatch(schemas: schemas).schema(fileName: entry.name, headings: fields)
    }
    var entity = PackageEntity(
      name: matched?.name ?? recordName ?? entry.name, label: matched?.label ?? recordName ?? entry.name,
      schema: matched,
      file: entry.name, format: hasElements ? .xmlElement : .xmlAttribute, encoding: encoding, dialect: nil,
      columns: fields.map { SourceColumn.named($0, schema: matched) }, level: nil)
    entity.isLookedThrough = isWhole
    if !nested.isEmpty { entity.composite = CompositePart(path: [], children: children(of: [])) }
    return entity
  }

  private func children(of path: [String]) -> [String] {
    nested.filter { $0.path.dropLast() == path[...] }.compactMap { $0.path.last?.lowercased() }
  }

  /// The entities of the records within records, and the names of elements that nobody knows.
  ///
  /// A record that lacks the key of one around it has it from there, as far as its entity has a column of that name:
  /// in files of connectors, and of whoever does not know the number yet, it is left out.
  func children(of outermost: PackageEntity, schemas: SchemaCatalogue) throws -> (
    known: [PackageEntity], others: [String]
  ) {
    var known: [PackageEntity] = []
    var others: [String] = []
    for records in nested {
      let element = records.path[records.path.count - 1]
      guard let schema = try schemas.schema(named: element), schema.side == .finops else {
        others.append(element)
        continue
      }
      var inherited: [CompositePart.Inherited] = []
      var headings = records.fields
      for level in records.path.indices.reversed() {
        let (fields, keys) = try fieldsAndKeys(ofLevel: level, around: records, outermost, schemas)
        for field in fields where keys.contains(field.lowercased()) && schema.attribute(named: field) != nil {
          inherited.append(CompositePart.Inherited(level: level, column: field.lowercased()))
          if !headings.contains(where: { $0.lowercased() == field.lowercased() }) { headings.insert(field, at: 0) }
        }
      }
      var entity = PackageEntity(
        name: schema.name, label: schema.label, schema: schema, file: outermost.file, format: outermost.format,
        encoding: outermost.encoding, dialect: nil, columns: headings.map { SourceColumn.named($0, schema: schema) },
        level: outermost.level)
      entity.isLookedThrough = isWhole
      entity.composite = CompositePart(
        path: records.path.map { $0.lowercased() }, children: children(of: records.path), inherited: inherited)
      known.append(entity)
    }
    return (known, others)
  }

  /// The fields of the records at a level around some, and the keys, in lower case, of their entity.
  private func fieldsAndKeys(
    ofLevel level: Int, around records: Records, _ outermost: PackageEntity, _ schemas: SchemaCatalogue
  ) throws -> (fields: [String], keys: [String]) {
    if level == 0 {
      return (outerFields, try outermost.schema?.keys.map { $0.lowercased() } ?? XMLLayout.headerKeys(schemas))
    }
    let path = records.path[..<level]
    let keys = try schemas.schema(named: records.path[level - 1])?.keys.map { $0.lowercased() }
    return (nested.first { $0.path[...] == path }?.fields ?? [], keys ?? [])
  }

  /// The keys of all headers that are known: an outer entity that nobody knows is a header of some version.
  private static func headerKeys(_ schemas: SchemaCatalogue) throws -> [String] {
    try schemas.entries.filter { $0.side == .finops && $0.name.contains("Header") }.flatMap { entry in
      try schemas.schema(named: entry.name)?.keys.map { $0.lowercased() } ?? []
    }
  }
}
