import Archives
import Packages

/// What a closure reads of a package; nil if the package is not what it should be, which somebody else reports. Throws what is
/// no fault of the package: a limit of the machine, a failed read, a file that changed.
package func ifReadable<Result>(_ read: () throws -> Result?) throws -> Result? {
  do {
    return try read()
  } catch {
    if [MachineLimit.exitCode, 74].contains(Failure(error).exitCode) { throw error }
    return nil
  }
}
