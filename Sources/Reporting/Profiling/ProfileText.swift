import Conversion
import Findings
public import Profiling

extension ProfileSummary {
  /// The outcome in words, line by line, without content of records.
  public var lines: [String] {
    var lines = entities.map { entity in
      let unreadable = entity.unreadable == 0 ? "" : ", \(entity.unreadable) unreadable"
      return
        "\(entity.name): \(CountText.plain(entity.records, "record"))\(unreadable), "
        + CountText.plain(entity.columns.count, "column")
    }
    let broken = references.reduce(0) { $0 + $1.broken }
    if broken > 0 { lines.append(CountText.plain(broken, "broken reference")) }
    for field in values {
      lines.append(
        "\(field.template) \(field.task) \(field.field): \(CountText.plain(field.ranked.count, "value")) without an entry "
          + "in \(CountText.plain(field.records, "record")) [\(field.code.rawValue)]")
    }
    let output = options.conversion.output
    lines.append(
      "\(CountText.plain(proposals.count, "proposal")), \(accepted) accepted; see \(output)/profile.html and "
        + "\(output)/value-maps.yaml")
    return lines + UnknownFilesText.lines(unknownFiles)
  }
}
