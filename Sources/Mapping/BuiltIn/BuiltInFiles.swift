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
}

/// Text files as a whole; for configuration, never for data.
enum TextFile {
  /// The UTF-8 text of the file without its byte order mark.
  static func read(_ path: String, place: ProjectPlace) throws(ProjectError) -> String {
    guard Fault.number(of: .text) == nil, let data = FileManager.default.contents(atPath: path) else {
      throw .unreadable(place)
    }
    guard let text = String(data: data, encoding: .utf8) else { throw .notUTF8(place) }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// The names of the folder's files with the extension, sorted; none if there is no such folder.
  static func names(in folder: String, withExtension wanted: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix("." + wanted) && !$0.hasPrefix(".") }.sorted()
  }
}
