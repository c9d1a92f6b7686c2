import Foundation

/// The folders of files that come with the tool. They are beside the program, wherever it is installed.
///
/// The accessor that the package manager generates also looks where the program was built: an installed program would use
/// the files of another version there, and would contain the path of that machine.
package enum ResourceFolder {
  /// The folder of the program's file. A link to it, such as `/usr/bin/p2c`, is not where the program is.
  private static let program: String = {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: path ?? CommandLine.arguments[0]).deletingLastPathComponent().path
  }()

  /// The path of the folder with the resources of a module. It is not known whether it exists.
  package static func path(of module: String) -> String { "\(program)/p2c_\(module).resources/Resources" }
}
