import Archives
import Findings
import Mapping
import Packages
import Records

extension ArchiveError: ExplainedError {
  var failure: Failure { Failure(message: words, exitCode: exitCode) }

  fileprivate var words: String {
    let text = "\(self)"
    guard let code = findingCode, !text.contains(code.rawValue) else { return text }
    return "\(code): \(text)"
  }
}

extension MachineLimit: ExplainedError {
  var failure: Failure { Failure(message: "\(self)", exitCode: MachineLimit.exitCode) }
}

extension ProjectError: ExplainedError {
  var failure: Failure {
    guard case .refused(let place, let number) = self else { return Failure(message: "\(self)", exitCode: exitCode) }
    return Failure(message: "\(place): \(MachineLimit(errno: number) ?? .descriptors)", exitCode: MachineLimit.exitCode)
  }
}

extension PackageError: ExplainedError {
  var failure: Failure { Failure(message: words, exitCode: exitCode) }

  private var words: String {
    let code = code.map { "\($0): " } ?? ""
    switch self {
    case .archive(let error): return error.words
    case .xml(let fault, let file, let package):
      let place = "\(package): \(file), line \(fault.line)"
      switch fault {
      case .outOfMemory: return "\(place): \(MachineLimit.memory)"
      case .documentType: return "\(code)\(place): a DOCTYPE or entity, which packages never have; remove it"
      case .notWellFormed(_, let reason):
        return "\(code)\(place): not well-formed XML, \(reason); export it again"
      case .excessive(_, let what):
        return "\(code)\(place): a limit is exceeded (\(what)); check the origin of the file"
      }
    case .notRecognised(let package):
      return "\(code)\(package): it contains no known package or entity; see `p2c schema list`"
    case .header(let column, let file, let package):
      let what = column.isEmpty ? "a column without a name" : "the column \(column) twice"
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
    }
  }
}
