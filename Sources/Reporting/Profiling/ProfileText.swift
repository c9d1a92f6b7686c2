import Conversion
public import Findings
public import Profiling

extension ProfileSummary {
  /// The outcome in words, line by line, without content of records.
  public func lines(_ texts: Texts) -> [String] {
    var lines = entities.map { entity in
      var parts = [texts("summary.records", ["count": entity.records])]
      if entity.unreadable > 0 { parts.append(texts("profile.unreadable", ["count": entity.unreadable])) }
      parts.append(texts("inspect.columns", ["count": entity.columns.count]))
      return "\(entity.name): \(parts.joined(separator: ", "))"
    }
    let broken = references.reduce(0) { $0 + $1.broken }
    if broken > 0 { lines.append(texts("profile.broken", ["count": broken])) }
    for field in values {
      let records = texts("profile.inRecords", ["count": field.records])
      let missing = texts("profile.values", ["count": field.ranked.count, "records": records])
      lines.append("\(field.template) \(field.task) \(field.field): \(missing) [\(field.code.rawValue)]")
    }
    let output = options.conversion.output
    let proposed = texts("profile.proposals", ["count": proposals.count])
    let counts = "\(proposed), \(texts("profile.accepted", ["count": accepted]))"
    lines.append(
      texts("profile.see", ["counts": counts, "page": "\(output)/profile.html", "maps": "\(output)/value-maps.yaml"]))
    return lines + UnknownFilesText.lines(unknownFiles, texts)
  }
}
