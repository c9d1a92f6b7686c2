import ArgumentParser
import Archives
import ProspectToCash

/// What every command takes that reads packages.
struct ReadingArguments: ParsableArguments {
  @Option(help: "Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).")
  var maxUnpackedSize: String?

  func validate() throws {
    if let maxUnpackedSize, ByteCount(maxUnpackedSize) == nil {
      throw ValidationError("--max-unpacked-size must be a size such as 500000, 50MB or 200GiB")
    }
  }

  /// What archives may ask of the machine.
  var limits: ReadLimits {
    var limits = ReadLimits.standard
    limits.unpackedBytes = maxUnpackedSize.flatMap { ByteCount($0)?.bytes } ?? limits.unpackedBytes
    return limits
  }
}
