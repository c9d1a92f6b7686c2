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
  /// Whether a record has records of another entity in it.
  var isComposite = false

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
    func text(_ event: XMLEvent) -> String {
      String(decoding: batch.bytes[Int(event.start)..<Int(event.end)], as: UTF8.self)
    }
    for event in batch.events {
      switch event.kind {
      case .start:
        depth += 1
        let name = batch.names[Int(event.name)]
        switch depth {
        case 1: rootName = name
        case 2 where recordName == nil: recordName = name
        case 3:
          hasElements = true
          if !fields.contains(name) { fields.append(name) }
        case 4: isComposite = true
        default: break
        }
      case .attribute:
        let name = batch.names[Int(event.name)]
        if depth == 1 { rootAttributes.append((name, text(event))) }
        if depth == 2 { fields.append(name) }
        if depth == 3 { isComposite = true }
      case .text: continue
      case .end:
        // One record tells all that there is to know.
        if depth == 2 { return }
        depth -= 1
      }
    }
  }

  /// The entity whose records the file holds: the given one, or the one that the record element is named after.
  func entity(_ entry: EntryInfo, schema: EntitySchema?, schemas: SchemaCatalogue) throws -> PackageEntity {
    var matched = schema
    if matched == nil, let recordName { matched = try schemas.schema(named: recordName) }
    if matched == nil { matched = try SchemaMatch(schemas: schemas).schema(fileName: entry.name, headings: fields) }
    let names = fields
    return PackageEntity(
      name: matched?.name ?? recordName ?? entry.name, label: matched?.label ?? recordName ?? entry.name,
      schema: matched,
      file: entry.name, format: hasElements ? .xmlElement : .xmlAttribute, encoding: encoding, dialect: nil,
      columns: names.map { SourceColumn.named($0, schema: matched) }, level: nil)
  }
}
