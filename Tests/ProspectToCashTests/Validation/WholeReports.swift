import ProspectToCash

extension ValidationSummary {
  /// The report as JSON, whole.
  func json() throws -> String { try whole(writeJSON) }

  /// The findings as SARIF, whole.
  func staticAnalysisLog() throws -> String { try whole(writeStaticAnalysisLog) }
}

extension RepairSummary {
  /// The report as JSON, whole.
  func json() throws -> String { try whole(writeJSON) }
}

/// What is written in pieces, put together.
private func whole(_ write: ((String) throws -> Void) throws -> Void) throws -> String {
  var text = ""
  try write { text += $0 }
  return text
}
