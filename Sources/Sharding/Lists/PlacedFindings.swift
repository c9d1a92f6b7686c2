import Archives
import Conversion
import Findings
import Packages
import Records

/// Findings of a task with their places in the order of the whole run, to be listed with those of the other tasks.
///
/// Those about records are in the list as far as anybody lists or shows them of the whole; the others are counted. Those about
/// files come from every part that reads the file, so that all of them are in the list and none is counted: who merges the
/// lists reports each once.
final class PlacedFindings {
  /// The bytes in front of a finding: its place and its size.
  static let headSize = RowPlace.size + 4
  /// The name of the list.
  static let fileName = "findings"

  /// What findings that are not in the list have in common.
  struct Unlisted: Hashable {
    var code: FindingCode
    var severity: Severity
    var entity: EntityName
    /// Whether they are consequences of others.
    var follow: Bool
  }

  private struct Subject: Hashable {
    var code: FindingCode
    var entity: EntityName
  }

  private let file: OutputFile
  private let most: Int
  private let place: (Finding) -> RowPlace
  private var buffer = OutputBuffer(capacity: 1 << 16)
  private var byCode: [FindingCode: Int] = [:]
  private var bySubject: [Subject: Int] = [:]
  /// How many findings are not in the list.
  private(set) var unlisted: [Unlisted: Int] = [:]

  /// Findings in a file, of each code at least so many; the function says where each is.
  init(_ file: OutputFile, mostPerCode: Int, _ place: @escaping (Finding) -> RowPlace) {
    (self.file, self.place) = (file, place)
    most = max(mostPerCode, FindingSink.exampleCount)
  }

  /// Adds a finding.
  func add(_ finding: Finding) throws {
    if finding.place.record != nil, !isListed(finding) { return }
    place(finding).append(to: &buffer)
    var packed = PackedWriter()
    packed.add(finding)
    buffer.append(number: UInt32(packed.bytes.count))
    buffer.append(packed.bytes)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  /// Whether a finding about a record goes into the list; else it is counted.
  private func isListed(_ finding: Finding) -> Bool {
    let subject = Subject(code: finding.code, entity: finding.place.entity)
    byCode[finding.code, default: 0] += 1
    bySubject[subject, default: 0] += 1
    if byCode[finding.code, default: 0] <= most || bySubject[subject, default: 0] <= FindingSink.exampleCount {
      return true
    }
    let key = Unlisted(
      code: finding.code, severity: finding.severity, entity: finding.place.entity, follow: finding.follows)
    unlisted[key, default: 0] += 1
    return false
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    try file.write(buffer.take())
    try file.close(sync: false)
  }
}
