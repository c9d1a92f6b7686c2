import Foundation

/// Keeps outputs from replacing what a run reads.
struct InputGuard {
  private let paths: [String]

  /// A guard of the files and folders at the paths.
  init(_ paths: [String]) { self.paths = paths }

  /// Refuses an output that is one of the paths, or a folder that holds one. Throws `Failure`.
  func check(output: String) throws {
    let place = InputGuard.resolved(output)
    for path in paths {
      let input = InputGuard.resolved(path)
      guard input.starts(with: place) else { continue }
      throw Failure(
        message: "\(output): would replace \(path), which is read; choose another output", exitCode: 73)
    }
  }

  /// The parts of a path, without links and detours.
  private static func resolved(_ path: String) -> [String] {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
  }
}
