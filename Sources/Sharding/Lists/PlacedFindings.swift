import Archives
import Conversion
import Findings
import Packages
import Records

/// Findings of a task with their places in the order of the whole run, to be listed with those of the other tasks.
///
/// Those about records are counted by the sink and listed as far as is wanted. Those about files come from every part that
/// reads the file, so that all of them are in the list and none is counted: who merges the lists tells each once.
final class PlacedFindings: FindingWriter {
  /// The bytes in front of a finding: its place and its size.
  static let headSize = RowPlace.size + 4
  /// The name of the list.
  static let fileName = "findings"

  private let file: OutputFile
  private let place: (Finding) -> RowPlace
  private var buffer = OutputBuffer(capacity: 1 << 16)
  /// What the sink has counted of the findings in the list.
  private(set) var byCode: [FindingCode: Int] = [:]
  private(set) var bySeverity: [Severity: Int] = [:]
  private(set) var following: [Severity: Int] = [:]

  /// Findings in a file; the function says where each is.
  init(_ file: OutputFile, _ place: @escaping (Finding) -> RowPlace) { (self.file, self.place) = (file, place) }

  func write(_ finding: Finding, message: String) throws {
    byCode[finding.code, default: 0] += 1
    bySeverity[finding.severity, default: 0] += 1
    if finding.follows { following[finding.severity, default: 0] += 1 }
    try add(finding)
  }

  /// Adds a finding about a file, which no sink has counted.
  func add(_ finding: Finding) throws {
    place(finding).append(to: &buffer)
    var packed = PackedWriter()
    packed.add(finding)
    let size = UInt32(packed.bytes.count)
    for shift in [0, 8, 16, 24] as [UInt32] { buffer.append(UInt8(truncatingIfNeeded: size >> shift)) }
    buffer.append(packed.bytes)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  func finish() throws {
    try file.write(buffer.take())
    try file.close(sync: false)
  }
}

extension FindingSink {
  /// A sink of a task. As many findings of a code are in its list as anybody lists or shows of the whole.
  static func ofTask(
    _ catalogue: FindingCatalogue, mostPerCode: Int, _ list: PlacedFindings
  ) -> FindingSink {
    FindingSink(catalogue: catalogue, mostPerCode: max(mostPerCode, FindingSink.exampleCount), file: list)
  }
}
