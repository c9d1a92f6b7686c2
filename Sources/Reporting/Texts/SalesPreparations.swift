import Conversion
import Findings
import Packages

/// The part of the run sheet that says what Sales must have before an import: settings, and the records that nobody writes
/// but that those in the packages point to.
struct SalesPreparations {
  private let templates: [TemplateReport]
  private let format: SalesFormat
  private let texts: Texts

  init(_ templates: [TemplateReport], _ format: SalesFormat, _ texts: Texts) {
    self.texts = texts
    self.templates = templates
    self.format = format
  }

  /// The lines in Markdown.
  var lines: [String] {
    ["## \(texts("sheet.before"))", ""] + way + settings + records
  }

  private var way: [String] {
    let steps = format.importSteps.map { step in
      texts.sentence("sheet.import.\(step)") == nil ? step : texts("sheet.import.\(step)")
    }
    return ([texts("sheet.checksums")] + steps).map { "- " + $0 }
  }

  private var settings: [String] {
    [
      texts("sheet.solution"), texts("sheet.drafts"), texts("sheet.parties"),
      format.hasIDs ? texts("sheet.neededIDs") : texts("sheet.neededNames"),
    ].map { "- " + $0 }
  }

  private var records: [String] {
    let rows = templates.flatMap { template in
      template.required.map { entry in
        MarkdownText.row([entry.title, entry.name, template.name, String(entry.records)])
      }
    }
    guard !rows.isEmpty else { return [] }
    return ["", "| \(texts("sheet.neededHead")) |", "| --- | --- | --- | ---: |"] + rows
  }
}
