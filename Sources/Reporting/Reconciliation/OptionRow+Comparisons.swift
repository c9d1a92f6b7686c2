import Conversion
import Findings
import Mapping
import Packages
import Reconciliation
import Records

extension OptionRow {
  /// What a reconciliation was asked for.
  static func rows(_ summary: ReconciliationSummary) -> [OptionRow] {
    let options = summary.options
    var list = OptionList()
    list.add("command", "reconcile")
    list.add("reference", options.references.map(\.argument))
    list.add("company", options.companies.map(\.description))
    list.add("template", options.templates)
    list.add("project", options.project?.file)
    list.add(options.overrides)
    list.add("baseline", options.baseline)
    list.add("emit-fixes", options.fixes?.rawValue)
    list.add("assign-numbers", options.assignsNumbers)
    if options.assignsNumbers { list.add("first-number", String(options.firstNumber)) }
    list.add("as-of", time: options.epoch)
    list.add("max-findings", limit: options.maxFindings)
    list.add("show-values", options.showsValues)
    return list.rows
  }

  /// What a comparison of two exports of one side was asked for.
  static func rows(_ summary: VersionSummary) -> [OptionRow] {
    var list = OptionList()
    list.add("command", "diff")
    list.add("old", summary.options.old)
    list.add("new", summary.options.new)
    return list.rows
  }
}
