extension TemplateCatalogue {
  /// The page on templates in Markdown, as `docs/TEMPLATES.md` has it.
  public func page() throws(ProjectError) -> String {
    let templates = try all()
    var text = """
      # Templates
      A template says how the records of one system become records of the other: one task or two, each from one entity to
      another, field by field. This page is made from the templates that come with the tool. `p2c templates show NAME`
      prints one of them, `p2c templates export DIR` writes them all as files to edit; [PROJECTS.md](PROJECTS.md) tells
      how a job uses them.

      Those in the first table run by themselves if the inputs can feed them; the others only when they are named.


      """
    text += Self.overview(templates.filter { Self.standardNames.contains($0.name) }) + "\n"
    text += "Variants for later versions of entities:\n\n"
    text += Self.overview(templates.filter { Self.variantNames.contains($0.name) })
    text += """

      ## How to read the fields
      - **source**: a field of the source record; `lookup.field` is a field of the record that the lookup points to, and
        `customerid.Account(accountnumber).Contact(msdynce_contactnumber)` says which field in which table. `else` stands
        before the next one to try where the first is empty. A constant is in quotes.
      - **transform**: `copy` takes the value as it is; `map` asks a value map, and `blank is` says what no value stands
        for; `rule` is one of the few that are more than data: the price list of a currency, a freight tax that becomes a
        line, the part of a discount that falls to one unit and what rounding leaves of it.
      - **notes**: a `key` must be there and occur once; without a `required` value the record is rejected; `only counted`
        stands in the control totals but is not written, since the destination works it out itself.

      """
    for template in templates { text += "\n" + template.section }
    return text + (try mapSections())
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
    Values are compared without regard to case. What has no entry is refused (`reject`), goes over as it is (`keep`) or
    becomes one fixed value (`default: X`); an empty value without an entry stays empty. These are the maps as
    `p2c templates export` writes them to `value_maps.yaml`. `countries: true` adds every code and name of a country.

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
      if let generates = task.generates { text += "; makes \(generates.words) besides" }
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
