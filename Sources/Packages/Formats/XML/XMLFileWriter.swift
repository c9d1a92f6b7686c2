// Hot path (`append`): no allocation per record.

import Archives
import Mapping
import Records

extension FinopsFileFormat {
  /// A field is an element.
  public static let xmlElement = FinopsFileFormat(.xmlElement, fileExtension: "xml", sourceFormat: "XML-Element") { _ in
    XMLFileWriter(.element)
  }

  /// A field is an attribute.
  public static let xmlAttribute = FinopsFileFormat(
    .xmlAttribute, fileExtension: "xml", sourceFormat: "XML-Attribute"
  ) { _ in XMLFileWriter(.attribute) }
}

/// Writes entity files of XML: a `Document` of records.
final class XMLFileWriter: EntityFileWriter {
  /// What a field is.
  enum Style {
    case element, attribute
  }

  private let style: Style
  /// The places of the columns' fields in the template, and what is written around their values.
  private var columns: [(field: Int, open: [UInt8], close: [UInt8])] = []
  private var record: (open: [UInt8], close: [UInt8]) = ([], [])

  init(_ style: Style) { self.style = style }

  func begin(_ file: EntityFile, in zip: ZipWriter, _ output: inout OutputBuffer) throws {
    let tag = file.entity.uppercased()
    switch style {
    case .element:
      record = (Array("  <\(tag)>".utf8), Array("</\(tag)>\r\n".utf8))
      columns = file.columns.map { ($0.field, Array("<\($0.name)>".utf8), Array("</\($0.name)>".utf8)) }
    case .attribute:
      record = (Array("  <\(tag)".utf8), Array(" />\r\n".utf8))
      columns = file.columns.map { ($0.field, Array(" \($0.name)=\"".utf8), Array("\"".utf8)) }
    }
    try zip.begin(file.name)
    output.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Document>\r\n" as StaticString)
  }

  func append(
    _ mapper: borrowing RecordMapper, _ batch: borrowing RecordBatch, to output: inout OutputBuffer,
    flush: (inout OutputBuffer) throws -> Void
  ) throws {
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

  func appendEnd(to output: inout OutputBuffer) { output.append("</Document>" as StaticString) }
}
