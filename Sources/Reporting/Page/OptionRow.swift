import Conversion
import Findings
import Foundation
import Mapping
import Packages
import Records
import Repair
import Validation

/// An option of a run as its page shows it, by the name that the command line and `report.json` have for it.
struct OptionRow {
  let name, value: String
}

/// The options of a run in the order in which its page shows them; those that nobody has given are left out.
struct OptionList {
  private(set) var rows: [OptionRow] = []

  /// Adds an option that has a value.
  mutating func add(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { rows.append(OptionRow(name: name, value: value)) }
  }

  /// Adds a flag that was given.
  mutating func add(_ name: String, _ isGiven: Bool) { if isGiven { add(name, "true") } }

  /// Adds an option that may be given several times.
  mutating func add(_ name: String, _ values: [String]) { add(name, values.joined(separator: ", ")) }

  /// Adds `--set`, once for each value.
  mutating func add(_ overrides: [Override]) {
    for override in overrides { add("set", "\(override.template).\(override.field)=\(override.value)") }
  }

  /// Adds a time in seconds since 1970.
  mutating func add(_ name: String, time: Int64?) {
    add(name, time.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) })
  }

  /// Adds a limit that was given.
  mutating func add(_ name: String, limit: Int) { if limit != .max { add(name, String(limit)) } }
}

extension OptionRow {
  /// What a conversion was asked for.
  static func rows(_ summary: ConversionSummary) -> [OptionRow] {
    let options = summary.options
    var list = OptionList()
    list.add("command", options.command.rawValue)
    list.add("to", summary.destination.rawValue)
    list.add("company", summary.companies)
    list.add("template", options.templates)
    list.add("project", options.project?.file)
    list.add(options.overrides)
    if summary.destination == .finops {
      list.add("file-format", options.fileFormat.name)
    } else {
      list.add("sales-format", options.salesFormat.name)
    }
    list.add("delta", options.isDelta)
    if options.assignsNumbers { list.add("first-number", String(options.firstNumber)) }
    list.add("as-of", time: summary.time)
    list.add("max-findings", limit: options.maxFindings)
    list.add("show-values", options.showsValues)
    list.add("dry-run", options.isDryRun)
    return list.rows
  }

  /// What a validation was asked for.
  static func rows(_ summary: ValidationSummary) -> [OptionRow] {
    let options = summary.options
    var list = OptionList()
    list.add("command", "validate")
    list.add("for", summary.purpose.rawValue)
    list.add("reference", options.references.map(\.argument))
    list.add("company", options.companies.map(\.description))
    list.add("template", options.templates)
    list.add("project", options.project?.file)
    list.add(options.overrides)
    list.add("as-of", time: options.epoch)
    list.add("max-findings", limit: options.maxFindings)
    list.add("show-values", options.showsValues)
    return list.rows
  }

  /// What a repair was asked for.
  static func rows(_ summary: RepairSummary) -> [OptionRow] {
    var list = OptionList()
    list.add("command", "fix")
    list.add("output", summary.output)
    list.add("max-findings", limit: summary.options.maxFindings)
    list.add("no-verify", !summary.options.readsBack)
    return list.rows
  }
}
