import Archives
import Findings

/// Keeps outputs away from what a run reads.
package struct InputGuard {
  private let paths: [String]

  /// A guard of the files and folders at the paths.
  package init(_ paths: [String]) { self.paths = paths }

  /// Refuses an output that is one of the paths, lies in a folder that is one, or has one in it. Nothing is read for that.
  /// Throws `Failure`.
  package func check(output: String) throws {
    let place = PlaceInTree(output)
    for path in paths {
      let input = PlaceInTree(path)
      guard input.isOrHolds(place) || place.isOrHolds(input) else { continue }
      throw Failure(
        message: "\(output): is the input \(path), is inside it or contains it; choose another output",
        exitCode: 64)
    }
  }
}
