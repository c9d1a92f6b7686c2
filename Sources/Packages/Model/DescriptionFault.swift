public import Findings
import Records

/// Why the description of a Common Data Model folder cannot be used: what is wrong with it, or with what it names.
public struct DescriptionFault: Error, Sendable, Equatable {
  /// What is wrong.
  public enum Reason: Sendable, Equatable {
    /// No JSON from a line on (`P2C1501`).
    case noJSON
    /// A member of an object twice (`P2C1501`).
    case memberTwice(String)
    /// A member that has another kind of value than it should, or one that nobody knows (`P2C1501`).
    case wrongForm(String)
    /// More of something than any export has (`P2C1501`).
    case excessive(what: Message)
    /// A location that leaves the folder (`P2C1502`).
    case leadsOut(String)
    /// A file that the folder lacks (`P2C1503`).
    case missing(String)
    /// An address of which the folder holds nothing, or an entity of another model (`P2C1504`).
    case elsewhere(String)
    /// Attributes that the folder does not spell out (`P2C1505`).
    case unresolved(String)
    /// A document that leads back to itself, or too deep (`P2C1506`).
    case circle(String)
    /// A format or setting that is not read (`P2C1507`).
    case formatNotRead(String)
    /// A table whose partitions hold only what has changed (`P2C1507`).
    case incremental(String)
    /// A pattern that is not understood (`P2C1508`).
    case pattern(String)
    /// An entity or a file that is listed twice (`P2C1512`).
    case twice(String)
    /// A column of numbers whose symbols nobody says (`P2C1513`).
    case withoutSymbols(String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The document that says so, or the file in which it shows.
  public var document: String
  /// The line of the document, from 1; 0 where it is not known.
  public var line = 0
  /// The entity that it is about; empty for none.
  public var entity = ""

  /// A fault that a document has.
  init(_ reason: Reason, in document: String, entity: String = "") {
    self.reason = reason
    self.document = document
    self.entity = entity
  }

  /// A document that is no strict JSON.
  init(_ fault: JSONFault, in document: String) {
    switch fault.reason {
    case .syntax: reason = .noJSON
    case .memberTwice(let name): reason = .memberTwice(name)
    case .tooDeep: reason = .excessive(what: "levels of nesting")
    case .wrongForm(let name): reason = .wrongForm(name)
    }
    self.document = document
    line = fault.line
  }

  /// The finding code.
  public var code: FindingCode {
    switch reason {
    case .noJSON, .memberTwice, .wrongForm, .excessive: .descriptionUnreadable
    case .leadsOut: .locationLeadsOut
    case .missing: .describedFileMissing
    case .elsewhere: .dataElsewhere
    case .unresolved: .definitionNotResolved
    case .circle: .documentsInACircle
    case .formatNotRead, .incremental: .partitionFormatNotRead
    case .pattern: .patternNotUnderstood
    case .twice: .entityOrPartitionTwice
    case .withoutSymbols: .numbersWithoutSymbols
    }
  }
}
