import Archives
import Findings
import Mapping
import Packages
import Records

extension ArchiveError: ExplainedError {
  var failure: Failure { Failure(message: codedWords, exitCode: exitCode) }

  /// The words with the code in front, unless they have it.
  fileprivate var codedWords: Message {
    guard let code = findingCode, !description.contains(code.rawValue) else { return words }
    return "\(code): \(words)"
  }
}

extension MachineLimit: ExplainedError {
  var failure: Failure { Failure(message: words, exitCode: MachineLimit.exitCode) }
}

extension ProjectError: ExplainedError {
  var failure: Failure {
    guard case .refused(let place, let number) = self else { return Failure(message: words, exitCode: exitCode) }
    return Failure(
      message: "\(place): \((MachineLimit(errno: number) ?? .descriptors).words)", exitCode: MachineLimit.exitCode)
  }
}

extension PackageError: ExplainedError {
  var failure: Failure { Failure(message: words, exitCode: exitCode) }

  private var words: Message {
    let code = code.map { "\($0): " } ?? ""
    switch self {
    case .archive(let error): return error.codedWords
    case .xml(let fault, let file, let package):
      let place: Message = "\(package): \(file), line \(fault.line)"
      switch fault {
      case .outOfMemory: return "\(place): \(MachineLimit.memory.words)"
      case .documentType: return "\(code)\(place): a DOCTYPE or entity, which packages never have; remove it"
      case .notWellFormed(_, let reason):
        return "\(code)\(place): not well-formed XML, \(reason); export it again"
      case .excessive(_, let what):
        return "\(code)\(place): a limit is exceeded (\(what)); check the origin of the file"
      }
    case .notRecognised(let package):
      return "\(code)\(package): it contains no known package or entity; see `p2c schema list`"
    case .header(let column, let file, let package):
      let what: Message = column.isEmpty ? "a column without a name" : "the column \(column) twice"
      return "\(code)\(package): the header of \(file) has \(what); give every column a unique name"
    case .excessiveHeader(let file, let package):
      return "\(code)\(package): the header of \(file) has more columns or bytes than any export; check the file"
    case .undecodable(let file, let package):
      return "\(code)\(package): \(file) is not text in its encoding; save it again as UTF-8"
    case .unsupported(let what, let package):
      return "\(code)\(package) is \(what), which contains no records to convert"
    case .workbook(let what, let file, let package):
      return "\(code)\(package): the workbook \(file) cannot be read, \(what); export it again"
    case .headless(let file, let package):
      return "\(code)\(package): the workbook \(file) cannot be read, no sheet with a header; export it again"
    case .description(let fault, let package): return "\(code)\(package): \(fault.words)"
    }
  }
}

extension DescriptionFault {
  /// What is wrong, where, and what to do. What documents say is cut off and put on one line.
  fileprivate var words: Message {
    let place: Message = line > 0 ? "\(document), line \(line)" : "\(document)"
    func shown(_ text: String) -> String {
      let harmless = text.unicodeScalars.map { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value ? "\u{FFFD}" : String($0) }
      return harmless.prefix(200).joined() + (harmless.count > 200 ? "…" : "")
    }
    switch reason {
    case .noJSON: return "\(place): not JSON from here on; export it again, a cut file is the usual cause"
    case .memberTwice(let name): return "\(place): the member \(shown(name)) occurs twice; export it again"
    case .wrongForm(let name):
      return "\(place): the member \(shown(name)) has a value of the wrong form; export it again"
    case .excessive(let what): return "\(place): a limit is exceeded (\(what)); check the origin of the folder"
    case .leadsOut(let location):
      return "\(place): the location \(shown(location)) leads out of the folder; do not use this folder"
    case .missing(let file): return "\(place): it names \(shown(file)), which is not in the folder; copy it whole"
    case .elsewhere(let location):
      return "\(place): the data are at \(shown(location)), not in the folder; download them, too, to the same path"
    case .unresolved(let name):
      return "\(place): the attributes of \(shown(name)) are not spelt out; save the manifest resolved"
    case .circle(let name):
      return "\(place): \(shown(name)) leads back to itself or too deep; remove the reference that leads back"
    case .formatNotRead(let what): return "\(place): \(shown(what)) is not read; export the table as CSV"
    case .incremental(let name):
      return "\(place): incremental partitions of \(shown(name)) are not read; export the table as CSV"
    case .pattern(let pattern):
      return "\(place): the pattern \(shown(pattern)) is not understood; list the partitions, or use a glob pattern"
    case .twice(let name): return "\(place): \(shown(name)) is listed twice; remove one of the two"
    case .withoutSymbols(let name):
      return """
        \(place): nothing says which symbols the numbers of \(shown(name)) stand for; export with \
        OptionsetMetadata/GlobalOptionsetMetadata.csv
        """
    }
  }
}
