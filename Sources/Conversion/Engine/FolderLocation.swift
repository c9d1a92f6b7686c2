import Archives
public import Findings
import Packages

extension ConversionOptions {
  /// What an address of folders must be.
  public static let folderLocationRule: Message =
    "--cdm-location must be an https address without a query, such as https://LAKE/CONTAINER/FOLDER"

  /// Whether a text is an address at which folders can be.
  public static func isFolderLocation(_ text: String) -> Bool {
    let host = text.dropFirst("https://".count).prefix { $0 != "/" }
    return text.hasPrefix("https://") && !host.isEmpty
      && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"?#\"<>\\^`{|}".utf8.contains($0) }
  }

  /// Throws `Failure` unless the address of folders is one, and there are any to be at it.
  public func checkFolderLocation() throws {
    guard let folderLocation else { return }
    guard fileFormat.isDescribed || salesFormat == .commonDataModel else {
      throw Failure(message: "--cdm-location needs --sales-format cdm or --file-format cdm", exitCode: 64)
    }
    if !ConversionOptions.isFolderLocation(folderLocation) {
      throw Failure(message: ConversionOptions.folderLocationRule, exitCode: 64)
    }
  }
}

extension OutputFolder {
  /// A package's path below the folder of packages, without its ending: the folder into which it is unpacked.
  static func stem(of path: String) -> String {
    let folder = OutputFolder.packages + "/"
    let name = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
    return String(name.hasSuffix(".zip") ? name.dropLast(4) : name)
  }
}

/// Gives a package another name whose `model.json` says where it will be.
struct FolderRelocation {
  private static let model = "model.json"
  /// More than a `model.json` of any template has.
  private static let longestModel = 64 << 20

  let context: RunContext
  let output: OutputDirectory
  let location: String

  /// Writes the package at a path again at another one; its bytes.
  func move(_ path: String, to name: String) throws -> UInt64 {
    let container = try Container.open(output.temporaryPath(of: path), limits: .ownOutput)
    let file = try output.file(name)
    let zip = ZipWriter(
      file: file, level: context.options.compression, time: context.time.seconds, pool: context.pool)
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    for entry in container.entries {
      try zip.begin(entry.name)
      if entry.name == FolderRelocation.model {
        let text = String(decoding: try container.readAll(entry, limit: FolderRelocation.longestModel), as: UTF8.self)
        let (old, new) = (OutputFolder.stem(of: path), OutputFolder.stem(of: name))
        let moved = text.replacing("\(location)/\(old)/", with: "\(location)/\(new)/")
        try zip.write(Array(moved.utf8))
      } else {
        let stream = try container.open(entry)
        while case let count = try stream.read(into: &chunk, at: 0, count: chunk.count), count > 0 {
          try zip.write(chunk[..<count])
        }
      }
      try zip.end()
    }
    try zip.finish()
    try file.close(sync: false)
    try output.remove(path)
    return file.bytesWritten
  }
}
