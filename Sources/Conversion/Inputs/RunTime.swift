package import Archives
import Packages
import Records

/// The time of a run, which is in its outputs and decides which price lists are valid. It is never that of a file on the
/// disk, so that the same inputs give the same outputs whenever they were copied.
package struct RunTime: Sendable, Equatable {
  /// Seconds since 1970; the beginning of 1980 if the time is unknown.
  package let seconds: Int64
  /// Whether anything says the time. If not, whatever depends on it cannot be checked.
  let isKnown: Bool

  /// The time as given, else the newest stamp of the inputs. References do not count.
  init(given: Int64?, inputs: [Package]) {
    let found = given ?? inputs.compactMap(\.stamp).max()
    seconds = found ?? RunTime.earliest
    isKnown = found != nil
  }

  /// The first second of 1980, before which zips cannot date anything.
  static let earliest: Int64 = 315_532_800

  /// The time of a repair: as given, else the package's own stamp.
  package init(given: Int64?, repairing container: Container) throws {
    let timestamp = try ConfigurationMigrationHead(of: container)?.timestamp
    let found = given ?? timestamp.flatMap(DateTime.epoch(iso:)) ?? container.entries.compactMap(\.stamp).max()
    seconds = found ?? RunTime.earliest
    isKnown = found != nil
  }
}
