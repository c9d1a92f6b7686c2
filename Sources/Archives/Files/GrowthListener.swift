/// Somebody who reads a file while it is written.
protocol GrowthListener: AnyObject, Sendable {
  /// The file has so many bytes by now.
  func grow(to bytes: UInt64)
  /// The file will not be written to its end.
  func lose()
}
