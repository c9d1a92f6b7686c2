public import Conversion

/// What a profile is asked to do.
public struct ProfileOptions: Sendable {
  /// The inputs, references, templates and everything else that a conversion is asked with.
  public var conversion: ConversionOptions
  /// How many of a column's most frequent values are reported.
  public var top = 10
  /// How many different values of a column are counted exactly.
  public var exact = 100_000
  /// The least score of a suggestion that is accepted, in thousandths; nil for none.
  public var accept: Int?

  /// What `top` may be.
  public static let tops = 0...1000
  /// What `exact` may be.
  public static let exacts = 1...1_000_000

  /// A profile of packages in a folder.
  public init(inputs: [String], output: String) {
    conversion = ConversionOptions(inputs: inputs, output: output)
  }

  /// Reads a score from 0 to 1, such as `0.95`, in thousandths, rounded up: what is accepted has at least that score.
  public static func score(_ text: String) -> Int? {
    guard let score = Double(text), 0...1 ~= score else { return nil }
    // A decimal such as 0.857 is no exact binary number, so its thousandths are not either.
    let millionths = Int((score * 1_000_000).rounded())
    return (millionths + 999) / 1000
  }
}
