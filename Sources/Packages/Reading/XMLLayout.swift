import Archives
import Mapping
import Records

/// What the beginning of an XML file tells: its root, its first record, and how that holds its fields.
struct XMLLayout {
  var encoding: TextEncoding
  var rootName = ""
  var rootAttributes: [(name: String, value: String)] = []
  /// The name of the root's first element.
  var recordName: String?
  /// The names of its fields.
  var fields: [String] = []
  var hasElements = false
  /// The elements within records that are records of other entities, and the names of their fields.
  var nested: [(element: String, fields: [String])] = []

  private static let headSize = 256 << 10

  /// Reads the first part of the file. Its XML may break off there; faults come out when it is read whole.
  init(_ entry: EntryInfo, of container: Container) throws {
    let stream = try container.open(entry)
    var head = [UInt8](repeating: 0, count: XMLLayout.headSize)
    var count = 0
    while count < head.count {
      let more = try stream.read(into: &head, at: count, count: head.count - count)
      if more == 0 { break }
      count += more
    }
    head.removeLast(head.count - count)
    encoding = TextEncoding.detect(head.span).encoding
    let parser = XMLPushParser(cuttingAt: 1000, keepsText: false)
    do throws(XMLFault) {
      try parser.parse(head, count: head.count)
      if count < XMLLayout.headSize { try parser.finish() }
    } catch {
      throw PackageError.xml(error, file: entry.name, package: container.path)
    }
    look(parser.takeAll())
  }

  private mutating func look(_ batch: XMLEventBatch) {
    var depth = 0
    var inner = ""
    var isFirst = true
    for event in batch.events {
      switch event.kind {
      case .start:
        depth += 1
        let name = batch.names[Int(event.name)]
        switch depth {
        case 1: rootName = name
        case 2 where recordName == nil: recordName = name
        case 3: inner = name
        case 4: addField(name, of: inner, isElement: true)
        default: break
        }
      case .attribute:
        let name = batch.names[Int(event.name)]
        if depth == 1 {
          let value = String(decoding: batch.bytes[Int(event.start)..<Int(event.end)], as: UTF8.self)
          rootAttributes.append((name, value))
        }
        if depth == 2, isFirst { fields.append(name) }
        // Attributes that any element of XML may have make no record of it.
        if depth == 3, !["nil", "space", "type", "lang"].contains(name) { addField(name, of: inner, isElement: false) }
      case .text: continue
      case .end:
        if depth == 3, isFirst, !fields.contains(inner), !nested.contains(where: { $0.element == inner }) {
          fields.append(inner)
          hasElements = true
        }
        if depth == 2 { isFirst = false }
        depth -= 1
      }
    }
    // An element may be empty in the first record and hold a record in the next.
    fields.removeAll { field in nested.contains { $0.element == field } }
  }

  private mutating func addField(_ name: String, of element: String, isElement: Bool) {
    if isElement { hasElements = true }
    guard let place = nested.firstIndex(where: { $0.element == element }) else {
      nested.append((element, [name]))
      return
    }
    if !nested[place].fields.contains(name) { nested[place].fields.append(name) }
  }

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
    if !nested.isEmpty {
      entity.composite = CompositePart(
        element: (recordName ?? "").lowercased(), isChild: false, children: nested.map { $0.element.lowercased() })
    }
    return entity
  }

  /// The entities of the records within records, and the names of elements that nobody knows.
  ///
  /// A record that lacks the key of the one around it has it from there, as far as its entity has a column of that name:
  /// in files of connectors, and of whoever does not know the number yet, it is left out.
  func children(of parent: PackageEntity, schemas: SchemaCatalogue) throws -> (known: [PackageEntity], others: [String])
  {
    var known: [PackageEntity] = []
    var others: [String] = []
    for (element, names) in nested {
      guard let schema = try schemas.schema(named: element), schema.side == .finops else {
        others.append(element)
        continue
      }
      let keys = try parent.schema?.keys.map { $0.lowercased() } ?? XMLLayout.headerKeys(schemas)
      let own = names.map { $0.lowercased() }
      let inherited = parent.columns.map(\.heading).filter {
        keys.contains($0.lowercased()) && schema.attribute(named: $0) != nil
      }
      let headings = inherited.filter { !own.contains($0.lowercased()) } + names
      var entity = PackageEntity(
        name: schema.name, label: schema.label, schema: schema, file: parent.file, format: parent.format,
        encoding: parent.encoding, dialect: nil, columns: headings.map { SourceColumn.named($0, schema: schema) },
        level: parent.level)
      entity.composite = CompositePart(
        element: element.lowercased(), isChild: true, inherited: inherited.map { $0.lowercased() })
      known.append(entity)
    }
    return (known, others)
  }

  /// The keys of all headers that are known: an outer entity that nobody knows is a header of some version.
  private static func headerKeys(_ schemas: SchemaCatalogue) throws -> [String] {
    try schemas.entries.filter { $0.side == .finops && $0.name.contains("Header") }.flatMap { entry in
      try schemas.schema(named: entry.name)?.keys.map { $0.lowercased() } ?? []
    }
  }
}
