/// An OData-style condition over the fields of a record, as templates and projects write it.
public indirect enum FilterExpression: Sendable, Equatable {
  /// True for every record.
  case everything
  /// A comparison of two operands.
  case compare(FilterOperand, FilterComparison, FilterOperand)
  /// `contains`, `startswith` or `endswith` of two operands.
  case function(FilterFunction, FilterOperand, FilterOperand)
  /// Both are true.
  case and(FilterExpression, FilterExpression)
  /// One is true.
  case or(FilterExpression, FilterExpression)
  /// It is not true.
  case not(FilterExpression)
}

/// A value in a filter.
public enum FilterOperand: Sendable, Equatable {
  /// A field of the source record.
  case field(String)
  /// A text or number as it was written.
  case literal(String)
  /// `true` or `false`, which match `True` and `False`.
  case boolean(Bool)
  /// No value; an empty or absent field equals it.
  case null
}

/// The comparisons of filters.
public enum FilterComparison: String, Sendable {
  case equal = "eq"
  case notEqual = "ne"
  case greater = "gt"
  case greaterOrEqual = "ge"
  case less = "lt"
  case lessOrEqual = "le"
}

/// The functions of filters.
public enum FilterFunction: String, Sendable {
  case contains, startswith, endswith
}
