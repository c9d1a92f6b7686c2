import Mapping
import Records

/// What people write by hand, and single values.
enum TextFuzzing {
  /// A filter that is taken can be written out and means the same when it is read again.
  static func filter(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let expression = try? FilterExpression.parse(text) else {
      return
    }
    let again = try? FilterExpression.parse("\(expression)")
    precondition(again == expression, "a filter reads otherwise than it is written")
  }

  /// Numbers, dates and ids that are taken keep their value when they are written and read again.
  static func values(_ bytes: [UInt8]) {
    if let number = ExactDecimal(bytes.span) {
      var output = OutputBuffer(capacity: 64)
      number.append(to: &output)
      precondition(ExactDecimal(output.span) == number, "a number changes")
      if let sum = number.adding(number) { precondition(sum >= number || number < .zero, "a sum is wrong") }
      _ = number.rescaled(to: 2)
      _ = number.multiplied(by: number)
      _ = number.divided(by: number, digits: 10)
    }
    if let date = DateTime(bytes.span) {
      var output = OutputBuffer(capacity: 64)
      date.append(separator: UInt8(ascii: "T"), to: &output)
      precondition(DateTime(output.span) == date, "a date changes")
    }
    _ = DateTime(american: bytes.span)
    if let id = GUID(bytes.span) {
      var output = OutputBuffer(capacity: 64)
      id.append(to: &output)
      precondition(GUID(output.span) == id, "an id changes")
    }
  }

  private static let catalogues: (templates: TemplateCatalogue, schemas: SchemaCatalogue) = {
    guard let templates = try? TemplateCatalogue.builtIn(), let schemas = try? SchemaCatalogue.builtIn() else {
      preconditionFailure("the tool's own files are missing")
    }
    return (templates, schemas)
  }()

  /// A project file, whose templates are checked as a job would.
  static func project(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let (templates, schemas) = catalogues
    guard
      let project = try? ProjectFile.read(
        text, file: "job.yaml", templates: templates, schemas: schemas, fileFormats: ["csv"])
    else {
      return
    }
    for name in project.templates.names {
      guard let template = try? project.templates.template(named: name) else { continue }
      _ = project.adjust(template)
    }
  }
}
