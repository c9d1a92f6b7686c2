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

  /// What is in an entry of the list.
  enum Kind: UInt8 {
    /// The finding, as bytes.
    case finding
    /// What is counted of it (`CountedFinding`), and its row of `findings.csv`.
    case row
  }

  private struct Subject: Hashable {
    var code: FindingCode
    var entity: EntityName
  }

  private let file: OutputFile
  private let words: FindingWords
  private let encoder = CSVEncoder()
  private let most: Int
  private let place: (Finding) -> RowPlace
  private var buffer = OutputBuffer(capacity: 1 << 17)
  private var byCode: [FindingCode: Int] = [:]
  private var bySubject: [Subject: Int] = [:]
  /// What the last finding was about, and how many there are of its code, and about its subject besides; not in the tables.
  private var recent: (subject: Subject, ofCode: Int, ofSubject: Int)?
  /// How many findings are not in the list.
  private(set) var unlisted: [Unlisted: Int] = [:]

  /// Findings in a file, of each code at least so many; the function says where each is.
  init(_ file: OutputFile, in words: FindingWords, mostPerCode: Int, _ place: @escaping (Finding) -> RowPlace) {
    (self.file, self.words, self.place) = (file, words, place)
    most = max(mostPerCode, FindingSink.exampleCount)
  }

  /// Adds a finding.
  func add(_ finding: Finding) throws {
    let isOfRecord = finding.place.record != nil
    let (ofCode, ofSubject) = isOfRecord ? count(finding) : (0, 0)
    if ofCode > most, ofSubject > FindingSink.exampleCount {
      let key = Unlisted(
        code: finding.code, severity: finding.severity, entity: finding.place.entity, follow: finding.follows)
      unlisted[key, default: 0] += 1
      return
    }
    var row = OutputBuffer.none
    swap(&row, &buffer)
    place(finding).append(to: &row)
    let start = row.count
    row.appendZeroes(4)
    // So many like it came before that nobody shows it as an example of the whole.
    if min(ofCode, ofSubject) > FindingSink.exampleCount {
      row.append(Kind.row.rawValue)
      CountedFinding(finding).append(to: &row)
      FindingFile.appendRow(finding, message: words.message(finding), encoder, to: &row)
    } else {
      var packed = PackedWriter()
      packed.add(finding)
      row.append(Kind.finding.rawValue)
      row.append(packed.bytes)
    }
    row.set(UInt32(row.count - start - 4), at: start)
    swap(&row, &buffer)
    if buffer.count > 1 << 16 { try file.write(buffer.take()) }
  }

  /// Counts a finding about a record; how many there are of its code, and of its code about its entity.
  private func count(_ finding: Finding) -> (ofCode: Int, ofSubject: Int) {
    let subject = Subject(code: finding.code, entity: finding.place.entity)
    if let last = recent, last.subject != subject {
      byCode[last.subject.code] = last.ofCode
      bySubject[last.subject] = last.ofSubject
      recent = nil
    }
    var (ofCode, ofSubject) =
      recent.map { ($0.ofCode, $0.ofSubject) } ?? (byCode[subject.code] ?? 0, bySubject[subject] ?? 0)
    (ofCode, ofSubject) = (ofCode + 1, ofSubject + 1)
    recent = (subject, ofCode, ofSubject)
    return (ofCode, ofSubject)
  }

  /// Writes what is left and closes the file.
  func finish() throws {
    try file.write(buffer.take())
    try file.close(sync: false)
  }
}
