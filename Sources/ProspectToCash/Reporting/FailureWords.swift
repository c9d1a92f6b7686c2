import Archives
import Findings
import Mapping
import Packages
import Records

/// Why a command ends without a result: one line for people, and the exit code.
public struct Failure: Error, Sendable {
  /// What is wrong, where, and what to do: one line, but for what stands in names.
  public let message: String
  /// The exit code.
  public let exitCode: Int32

  /// The words and the exit code of whatever was thrown.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PackageError: (message, exitCode) = (Failure.words(error), error.exitCode)
    case let error as ArchiveError: (message, exitCode) = (Failure.words(error), error.exitCode)
    case .refused(let place, let number) as ProjectError:
      let limit = MachineLimit(errno: number) ?? .descriptors
      (message, exitCode) = ("\(place): \(limit)", MachineLimit.exitCode)
    case let error as ProjectError: (message, exitCode) = ("\(error)", error.exitCode)
    case let error as ConversionError: (message, exitCode) = (Failure.words(error), error.exitCode)
    case let error as SealError: (message, exitCode) = ("\(error)", error.exitCode)
    case let limit as MachineLimit: (message, exitCode) = ("\(limit)", MachineLimit.exitCode)
    default: (message, exitCode) = ("a defect of the tool itself: \(error)", 70)
    }
  }

  /// A failure of the command line or the like.
  public init(message: String, exitCode: Int32) {
    self.message = message
    self.exitCode = exitCode
  }

  private static func words(_ error: ArchiveError) -> String {
    let text = "\(error)"
    guard let code = error.findingCode, !text.contains(code.rawValue) else { return text }
    return "\(code): \(text)"
  }

  private static func words(_ error: PackageError) -> String {
    switch error {
    case .archive(let error): return words(error)
    case .xml(let fault, let file, let package):
      let place = "\(package): \(file), line \(fault.line)"
      let code = fault.code.map { "\($0): " } ?? ""
      switch fault {
      case .outOfMemory: return "\(place): \(MachineLimit.memory)"
      case .documentType: return "\(code)\(place): a DOCTYPE or entity, which packages never have; remove it"
      case .notWellFormed(_, let reason):
        return "\(code)\(place): not well-formed XML, \(reason); export it again"
      case .excessive(_, let what):
        return "\(code)\(place): a limit is exceeded (\(what)); check the origin of the file"
      }
    case .notRecognised(let package):
      return "P2C1408: \(package): it contains no known package or entity; see `p2c schema list`"
    case .header(let column, let file, let package):
      let what = column.isEmpty ? "a column without a name" : "the column \(column) twice"
      return "P2C1406: \(package): the header of \(file) has \(what); give every column a unique name"
    case .excessiveHeader(let file, let package):
      return "P2C1408: \(package): the header of \(file) has more columns or bytes than any export; check the file"
    case .undecodable(let file, let package):
      return "P2C1401: \(package): \(file) is not text in its encoding; save it again as UTF-8"
    case .unsupported(let what, let package):
      return "P2C1408: \(package) is \(what), which contains no records to convert"
    case .workbook(let what, let file, let package):
      return "P2C1404: \(package): the workbook \(file) cannot be read, \(what); export it again"
    case .headless(let file, let package):
      return "P2C1404: \(package): the workbook \(file) cannot be read, no sheet with a header; export it again"
    }
  }

  private static func words(_ difference: ReadBackDifference) -> String {
    switch difference {
    case .unreadable: "as damaged"
    case .records(let found, let meant): "with \(found) records instead of \(meant)"
    case .keys(let entity): "with different keys of \(entity)"
    case .amounts(let entity, let column): "with a different total of \(entity).\(column)"
    case .values(let file): "with different values in \(file)"
    }
  }

  private static func words(_ error: ConversionError) -> String {
    switch error {
    case .bothSides: "the inputs contain both sides; choose the destination with --to finops or --to sales"
    case .numbersToSales:
      "--assign-numbers is for conversions to F&O; this conversion is to Sales, so remove the option"
    case .tooManyColumns(let entity, let format, let most):
      "\(entity) has more than the \(most) columns that \(format) takes; choose another --file-format"
    case .tooManyRecords(let entity, let format, let most):
      "\(entity) has more than the \(most) records that \(format) takes, and they belong into one package; "
        + "choose another --file-format"
    case .notConserved(let template, let task):
      "a defect of the tool itself: the counts of \(template).\(task) do not add up; nothing was written"
    case .notRead(let file, let package):
      "a defect of the tool itself: not all records of \(file) in \(package) were read; nothing was written"
    case .notAsWritten(let package, let difference):
      "a defect of the tool or the machine: \(package) was read back \(words(difference)); "
        + "nothing was written; run again"
    case .unknownEntity(let name): "a defect of the tool itself: no schema describes \(name)"
    }
  }
}
