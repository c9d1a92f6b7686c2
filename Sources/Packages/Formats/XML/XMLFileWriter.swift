// Hot path (`append`): no allocation per record.

import Archives
import Mapping
import Records

extension FinopsFileFormat {
  /// A field is an element.
  public static let xmlElement = FinopsFileFormat(.xmlElement, fileExtension: "xml", sourceFormat: "XML-Element") { _ in
    XMLFileWriter(.element)
  } encoder: {
    XMLRecordEncoder($0, .element)
  }

  /// A field is an attribute.
  public static let xmlAttribute = FinopsFileFormat(
    .xmlAttribute, fileExtension: "xml", sourceFormat: "XML-Attribute"
  ) { _ in
    XMLFileWriter(.attribute)
  } encoder: {
    XMLRecordEncoder($0, .attribute)
  }
}

/// Makes records of an entity file of XML.
struct XMLRecordEncoder: RecordEncoder {
  /// What a field is.
  enum Style {
    case element, attribute
  }

  /// The bytes of values from which a record is not held as a whole besides.
  private static let largeRecord = 1 << 20

  private let style: Style
  /// The places of the columns' fields in the template, and what is written around their values.
  private let columns: [(field: Int, open: [UInt8], close: [UInt8])]
  private let record: (open: [UInt8], close: [UInt8])

  init(_ file: EntityFile, _ style: Style) {
    self.style = style
    let tag = file.entity.uppercased()
    switch style {
    case .element:
      record = (Array("  <\(tag)>".utf8), Array("</\(tag)>\r\n".utf8))
      columns = file.columns.map { ($0.field, Array("<\($0.name)>".utf8), Array("</\($0.name)>".utf8)) }
    case .attribute:
      record = (Array("  <\(tag)".utf8), Array(" />\r\n".utf8))
      columns = file.columns.map { ($0.field, Array(" \($0.name)=\"".utf8), Array("\"".utf8)) }
    }
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, _ record: Int, id: GUID?,
    _ lookups: borrowing LookupContext, to output: inout OutputBuffer
  ) -> Bool {
    var bytes = 0
    for column in columns.indices { bytes += mapper.size(of: mapper.output(columns[column].field)) }
    if bytes > XMLRecordEncoder.largeRecord { return false }
    append(mapper, batch, to: &output)
    return true
  }

  /// Appends a record however large it is.
  func append(_ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer) {
    output.append(record.open)
    let isElement = style == .element
    for column in columns.indices {
      output.append(columns[column].open)
      mapper.forText(of: columns[column].field, batch) { text in
        if isElement { XMLEncoder.content(text, to: &output) } else { XMLEncoder.attribute(text, to: &output) }
      }
      output.append(columns[column].close)
    }
    output.append(record.close)
  }
}

/// Writes entity files of XML: a `Document` of records.
final class XMLFileWriter: EntityFileWriter {
  private let style: XMLRecordEncoder.Style
  private var record: XMLRecordEncoder?

  init(_ style: XMLRecordEncoder.Style) { self.style = style }

  func begin(_ file: EntityFile, in zip: ZipWriter, _ output: inout OutputBuffer) throws {
    record = XMLRecordEncoder(file, style)
    try zip.begin(file.name)
    output.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Document>\r\n" as StaticString)
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
    record?.append(mapper, batch, to: &output)
  }

  func appendEnd(to output: inout OutputBuffer) { output.append("</Document>" as StaticString) }
}
