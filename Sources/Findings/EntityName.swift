/// The name of an entity of F&O or of a table of Dataverse, as findings have it: `CustomersV3`, `account`.
public struct EntityName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// The entity that is called so; an empty name for none.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The entity that is called so; an empty name for none.
  public init(_ name: String) { rawValue = name }

  /// The entity that is called so.
  public init(stringLiteral name: String) { rawValue = name }

  /// No entity.
  public static let none = EntityName("")

  /// Whether it names no entity.
  public var isEmpty: Bool { rawValue.isEmpty }

  /// The name.
  public var description: String { rawValue }
}
