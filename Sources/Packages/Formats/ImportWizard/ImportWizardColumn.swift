// Hot path (`append`): no allocation per value.

import Mapping
import Records

/// A column of a file for the import wizard: its heading, and how values are written there.
///
/// The wizard maps headings that are display names by itself, and takes option sets by label.
struct ImportWizardColumn {
  private enum Kind {
    case plain, dateTime, label
  }

  let heading: String
  /// The place in the task's template; -1 for columns that only generated records fill.
  let field: Int
  private let kind: Kind
  private let labels: [(value: [UInt8], label: [UInt8])]

  init(_ attribute: Attribute, field: Int, heading: String) {
    self.heading = heading
    self.field = field
    switch attribute.type {
    case .datetime, .date:
      kind = .dateTime
      labels = []
    case .bool, .picklist, .state, .status:
      kind = .label
      labels = ImportWizardColumn.labels(attribute)
    default:
      kind = .plain
      labels = []
    }
  }

  private static func labels(_ attribute: Attribute) -> [(value: [UInt8], label: [UInt8])] {
    guard attribute.type == .bool else {
      return attribute.options.map { (Array(String($0.value).utf8), Array($0.label.utf8)) }
    }
    // Two-option columns are labelled so unless somebody has changed it.
    func label(_ value: Int, _ usual: String) -> [UInt8] {
      Array((attribute.options.first { $0.value == value }?.label ?? usual).utf8)
    }
    return [(Array("True".utf8), label(1, "Yes")), (Array("False".utf8), label(0, "No"))]
  }

  /// The columns of a table: headed by display names, or by technical names where there is no display name of its own or
  /// where it holds what headings must not hold.
  static func columns(_ schema: EntitySchema, _ fields: [(name: String, field: Int)]) -> [ImportWizardColumn] {
    let attributes = fields.filter { $0.name != schema.primaryID }.map { name, field in
      (attribute: schema.attribute(named: name) ?? Attribute(name: name, type: .string), field: field)
    }
    var taken: [String: Int] = [:]
    for attribute in schema.attributes {
      taken[(attribute.displayName ?? attribute.name).lowercased(), default: 0] += 1
    }
    return attributes.map { attribute, field in
      var heading = attribute.displayName ?? attribute.name
      let isDoubled = taken[heading.lowercased(), default: 0] > 1
      if isDoubled || heading.contains(where: { ",\"".contains($0) || $0.isNewline }) { heading = attribute.name }
      return ImportWizardColumn(attribute, field: field, heading: heading)
    }
  }

  /// Appends a value as a cell.
  func append(_ text: Span<UInt8>, _ encoder: CSVEncoder, to output: inout OutputBuffer) {
    switch kind {
    case .plain: encoder.field(text, to: &output)
    case .dateTime where text.count >= 19 && text[10] == UInt8(ascii: "T"):
      output.append(text.extracting(0..<10))
      output.append(0x20)
      output.append(text.extracting(11..<19))
    case .dateTime: encoder.field(text, to: &output)
    case .label:
      search: for entry in labels where entry.value.count == text.count {
        for index in 0..<text.count where text[index] != entry.value[index] { continue search }
        encoder.field(entry.label.span, to: &output)
        return
      }
      encoder.field(text, to: &output)
    }
  }
}
