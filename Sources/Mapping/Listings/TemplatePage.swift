extension TemplateCatalogue {
  /// The page on templates in Markdown, as `docs/TEMPLATES.md` has it.
  public func page() throws(ProjectError) -> String {
    let templates = try all()
    var text = """
      # Templates
      A template converts records of one system to records of the other: one or two tasks, each from one entity to another,
      field by field. This page is generated from the built-in templates. `p2c templates show NAME` prints one of them,
      `p2c templates export DIR` writes all of them as files to edit; [PROJECTS.md](PROJECTS.md) describes how a job uses
      them.

      Templates in the first table run if the inputs contain their entities; the others run only when they are named.


      """
    text += Self.overview(templates.filter { standardNames.contains($0.name) }) + "\n"
    text += "Variants for later versions of entities:\n\n"
    text += Self.overview(templates.filter { variantNames.contains($0.name) })
    text += """

      ## How to read the fields
      - **source**: a field of the source record; `lookup.field` is a field of the record that the lookup refers to, and
        `customerid.Account(accountnumber).Contact(msdynce_contactnumber)` names the field for each table. `else` precedes
        the source that is used if the first one is empty. A constant is in quotes.
      - **transform**: `copy` copies the value unchanged; `map` uses a value map, and `blank is` gives the value for an empty
        one; `rule` is one of the few built-in rules: the price list of a currency, a freight tax that becomes a line, the
        discount per unit and its rounding remainder.
      - **notes**: a `key` is required and must be unique; without a `required` value the record is rejected; `only counted`
        is included in the control totals but not written, since the destination calculates it.
      - **examples**: records under `given`, and under `expect` what becomes of them, row by row. [Tests of
        templates](PROJECTS.md#tests-of-templates) describes their members.

      """
    for template in templates { text += "\n" + template.section + (try Self.examples(of: template)) }
    return text + (try mapSections())
  }

  /// The tests of a template, which are its examples.
  private static func examples(of template: Template) throws(ProjectError) -> String {
    """

    Examples, which `p2c templates test --template \(template.name)` runs:

    ```yaml
    \(try BuiltInFiles.text(BuiltInFiles.tests(of: template.name)))```

    """
  }

  private static func overview(_ templates: [Template]) -> String {
    var table = MarkdownTable(["number", "template", "to", "entities"])
    for one in templates {
      let entities = one.tasks.map { "`\($0.source)` → `\($0.destination)`" }.joined(separator: ", ")
      table.add([one.fileNumber, "[\(one.name)](#\(one.name))", one.destination.title, entities])
    }
    return table.text
  }

  private func mapSections() throws(ProjectError) -> String {
    """

    ## Value maps
    Values are compared case-insensitively. A value without an entry is rejected (`reject`), kept (`keep`) or replaced by
    a fixed value (`default: X`); an empty value without an entry stays empty. These are the maps as
    `p2c templates export` writes them to `value_maps.yaml`. `countries: true` adds all codes and names of countries.

    ```yaml
    \(try BuiltInFiles.text(Self.valueMapsFile))```

    """
  }
}

extension Template {
  /// The template's part of the page.
  fileprivate var section: String {
    var text = "## \(name)\n\(title), to \(destination.title).\n"
    if !dependsOn.isEmpty { text += "Import before it: \(dependsOn.joined(separator: "; ")).\n" }
    for task in tasks {
      text += "\n**\(task.name)**: `\(task.source)` → `\(task.destination)`"
      if !task.filterText.isEmpty { text += ", where `\(task.filterText)`" }
      if let generates = task.generates { text += "; also generates \(generates.words)" }
      text += "\n\n"
      var table = MarkdownTable(["destination", "source", "transform", "notes"])
      for field in task.fields {
        table.add([
          "`\(field.destination)`", field.sourceText, field.transformText, field.notes.joined(separator: ", "),
        ])
      }
      text += table.text
    }
    return text
  }
}

extension Side {
  fileprivate var title: String { self == .finops ? "Finance and Operations" : "Sales" }
}

extension Generation {
  fileprivate var words: String {
    switch self {
    case .priceListItems: "a price list item for each product"
    case .freightTaxLines: "a line for each document with a freight tax"
    }
  }
}
