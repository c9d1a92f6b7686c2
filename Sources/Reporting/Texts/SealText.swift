import Conversion
public import Sealing

extension SealCheck {
  /// The outcome in words, line by line.
  public var lines: [String] {
    var lines = changed.map { "changed: \($0)" }
    lines += added.map { "added: \($0)" }
    lines += missing.map { "missing: \($0)" }
    let count = lines.count
    switch seal {
    case .none: lines.append("seal: none")
    case .missing: lines.append("seal: missing; the folder was never sealed, or its seal was removed")
    case .unchecked: lines.append("seal: not checked; give the sender's key with --public-key")
    case .right(let fingerprint): lines.append("seal: valid (key \(fingerprint))")
    case .wrong: lines.append("seal: invalid; \(ChecksumList.fileName) was changed, or sealed with another key")
    case .folder: lines.append("seal: \(Seal.fileName) is a folder, not a signature; ask the sender for the seal")
    }
    lines.append("\(folder): \(count == 0 ? "all \(files) files are unchanged" : CountText.plain(count, "difference"))")
    return lines
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
