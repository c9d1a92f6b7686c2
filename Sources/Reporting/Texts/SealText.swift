import Conversion
public import Findings
public import Sealing

extension SealCheck {
  /// The outcome in words, line by line.
  public func lines(_ texts: Texts) -> [String] {
    var lines = changed.map { texts("seal.changed", ["file": $0]) }
    lines += added.map { texts("seal.added", ["file": $0]) }
    lines += missing.map { texts("seal.missingFile", ["file": $0]) }
    let count = lines.count
    switch seal {
    case .none: lines.append(texts("seal.none"))
    case .missing: lines.append(texts("seal.missing"))
    case .unchecked: lines.append(texts("seal.unchecked"))
    case .right(let fingerprint): lines.append(texts("seal.right", ["key": fingerprint]))
    case .wrong: lines.append(texts("seal.wrong", ["file": ChecksumList.fileName]))
    case .folder: lines.append(texts("seal.folder", ["file": Seal.fileName]))
    }
    let end = count == 0 ? texts("seal.unchanged", ["count": files]) : texts("seal.differences", ["count": count])
    return lines + ["\(folder): \(end)"]
  }

  /// The outcome for programs.
  public func json() throws -> String {
    try SealJSON(self).indentedJSON() + "\n"
  }
}

/// The shape of a check's JSON.
private struct SealJSON: Encodable {
  var schemaVersion = 1
  var result: String
  var files: Int
  var changed: [String]
  var added: [String]
  var missing: [String]
  var seal: String
  var key: String?

  init(_ check: SealCheck) {
    result = check.result.rawValue
    (files, changed, added, missing) = (check.files, check.changed, check.added, check.missing)
    switch check.seal {
    case .none: seal = "none"
    case .missing: seal = "missing"
    case .unchecked: seal = "unchecked"
    case .right(let fingerprint): (seal, key) = ("right", fingerprint)
    case .wrong: seal = "wrong"
    case .folder: seal = "folder"
    }
  }
}
