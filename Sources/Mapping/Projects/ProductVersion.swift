/// The version of a product or its build, compared number by number.
public struct ProductVersion: Sendable, Comparable, CustomStringConvertible {
  /// The numbers, most significant first.
  public var numbers: [Int]

  /// Reads two to four numbers with dots between them, such as `7.2.11792.56024`; nil if it is anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { !$0.isEmpty && $0.count < 10 && $0.allSatisfy { ("0"..."9").contains($0) } }
    guard (2...4).contains(parts.count), digits else { return nil }
    numbers = parts.compactMap { Int($0) }
  }

  /// The numbers with dots between them.
  public var description: String { numbers.map(String.init).joined(separator: ".") }

  /// Numbers that are not stated count as 0.
  public static func < (left: ProductVersion, right: ProductVersion) -> Bool {
    left.padded.lexicographicallyPrecedes(right.padded)
  }

  /// Numbers that are not stated count as 0.
  public static func == (left: ProductVersion, right: ProductVersion) -> Bool { left.padded == right.padded }

  private var padded: [Int] { numbers + Array(repeating: 0, count: 4 - numbers.count) }
}

/// What the two systems run, as a project states it.
public struct Environments: Sendable, Equatable {
  /// What F&O runs.
  public struct FinanceAndOperations: Sendable, Equatable {
    /// The build of the application.
    public var application: ProductVersion?
    /// The build of the platform.
    public var platform: ProductVersion?
    /// The numbers of installed hotfixes in upper case, such as `KB4045570`.
    public var hotfixes: [String] = []
  }

  /// What Sales runs.
  public struct Sales: Sendable, Equatable {
    /// The version of Sales.
    public var version: ProductVersion?
    /// The version of the Prospect to Cash solution.
    public var prospectToCash: ProductVersion?
  }

  /// What F&O runs, if the project says anything of it.
  public var finops: FinanceAndOperations?
  /// What Sales runs, if the project says anything of it.
  public var sales: Sales?
}
