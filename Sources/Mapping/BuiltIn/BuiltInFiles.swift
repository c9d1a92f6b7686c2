import Faults
import Foundation

/// The files that come with the tool: schemas, templates, value maps, countries and finding codes.
package enum BuiltInFiles {
  /// The path of a file of the tool, by its path within the resources.
  static func path(_ path: String) -> String { ResourceFolder.path(of: "Mapping") + "/" + path }

  /// The text of the file.
  static func text(_ path: String) throws(ProjectError) -> String {
    try TextFile.read(self.path(path), place: ProjectPlace(file: path, kind: .builtIn))
  }

  /// The names of a folder's files with the extension, without it, sorted. Fails if there are none.
  static func names(in folder: String, withExtension wanted: String) throws(ProjectError) -> [String] {
    let names = try TextFile.names(in: path(folder), withExtension: wanted)
    if names.isEmpty { throw .unreadable(ProjectPlace(file: folder, kind: .builtIn)) }
    return names.map { String($0.dropLast(wanted.count + 1)) }
  }

  /// The path of the tests of a built-in template, and what their file's name ends in.
  static func tests(of template: String) -> String { "templates/\(template)\(testEnding)" }

  /// What the names of files with tests of templates end in.
  package static let testEnding = ".test.yaml"
}

/// Text files as a whole; for configuration, never for data.
enum TextFile {
  /// The UTF-8 text of the file without its byte order mark.
  static func read(_ path: String, place: ProjectPlace) throws(ProjectError) -> String {
    let data: Data
    do {
      if let number = Fault.number(of: .text) { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      if let number = refusal(in: error) { throw .refused(place, errno: number) }
      throw .unreadable(place)
    }
    guard let text = String(data: data, encoding: .utf8) else { throw .notUTF8(place) }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// The names of the folder's files with the extension, sorted; none if there is no such folder. Tests of templates are
  /// passed over.
  static func names(in folder: String, withExtension wanted: String) throws(ProjectError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      if let number = refusal(in: error) {
        throw .refused(ProjectPlace(file: folder, kind: .project), errno: number)
      }
      return []
    }
    return names.filter {
      $0.hasSuffix("." + wanted) && !$0.hasSuffix(BuiltInFiles.testEnding) && !$0.hasPrefix(".")
    }.sorted()
  }

  /// The number of the error with which the machine refuses to open a file or folder; nil if it is not the machine.
  ///
  /// The failed call alone can say: a moment later another thread may have closed a file, and opening succeeds.
  private static func refusal(in error: any Error) -> Int32? {
    let cause = (error as? CocoaError)?.underlying ?? error
    guard let number = (cause as? POSIXError)?.code.rawValue else { return nil }
    return [EMFILE, ENFILE, ENOMEM].contains(number) ? number : nil
  }
}
