import Faults
import Foundation

/// The files that come with the tool: schemas, templates, value maps, countries and finding codes.
enum BuiltInFiles {
  /// Where the file of the path within the resources stands.
  ///
  /// The bundle's own idea of its resource folder is not asked: it takes a folder named Resources for that already.
  static func path(_ path: String) -> String { Bundle.module.bundlePath + "/Resources/" + path }

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
}

/// Text files as a whole; for configuration, never for data.
enum TextFile {
  /// The UTF-8 text of the file without its byte order mark.
  static func read(_ path: String, place: ProjectPlace) throws(ProjectError) -> String {
    guard Fault.number(of: .text) == nil, let data = FileManager.default.contents(atPath: path) else {
      if let number = refusal(path) { throw .refused(place, errno: number) }
      throw .unreadable(place)
    }
    guard let text = String(data: data, encoding: .utf8) else { throw .notUTF8(place) }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// The names of the folder's files with the extension, sorted; none if there is no such folder.
  static func names(in folder: String, withExtension wanted: String) throws(ProjectError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      if let number = refusal(folder) { throw .refused(ProjectPlace(file: folder, kind: .project), errno: number) }
      return []
    }
    return names.filter { $0.hasSuffix("." + wanted) && !$0.hasPrefix(".") }.sorted()
  }

  /// The number of the error with which the machine refuses to open a file or folder; nil if it is not the machine.
  private static func refusal(_ path: String) -> Int32? {
    // The path lives as a C string for the length of the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return [EMFILE, ENFILE, ENOMEM].contains(errno) ? errno : nil
  }
}
