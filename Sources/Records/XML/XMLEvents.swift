public import Findings

/// One thing that an XML parser met. Texts stand in the buffer of the batch.
public struct XMLEvent: Sendable {
  /// What it is.
  public enum Kind: UInt8, Sendable {
    /// An element begins; `name` is its local name, `start` the line it stands on.
    case start
    /// An attribute of the element that began last; the range is its value.
    case attribute
    /// Text within an element; neighbouring texts are one event.
    case text
    /// An element ends.
    case end
  }

  /// What it is.
  public var kind: Kind
  /// The number of the name in `XMLEventBatch.names`, or 0.
  public var name: UInt16
  /// Where its text begins.
  public var start: UInt32
  /// Where its text ends.
  public var end: UInt32

  /// The bytes of its text.
  public var range: FieldRange { FieldRange(start: Int(start), end: Int(end)) }
}

/// Consecutive events of a document. A batch ends only behind an element of the cutting depth or outside of one, so
/// that a record never lies in two batches.
public struct XMLEventBatch: Sendable {
  /// The bytes of all texts, in UTF-8.
  public var bytes: [UInt8]
  /// The events in document order.
  public var events: [XMLEvent]
  /// All local names met so far, by their number.
  public var names: [String]

  /// Whether so much text is in it that few such batches should be held at a time.
  public var isLarge: Bool { bytes.count > RecordBatch.largeSize }
}

/// A place among the events of a batch behind which another batch may begin.
public struct XMLEventCut: Sendable, Equatable {
  /// The events in front of it.
  public var events: Int
  /// The bytes of their texts.
  public var bytes: Int

  /// A place behind so many events.
  public init(events: Int, bytes: Int) {
    self.events = events
    self.bytes = bytes
  }

  /// The memory that these events take.
  public var size: Int { bytes + events * MemoryLayout<XMLEvent>.stride }
}

/// Why a document cannot be read.
public enum XMLFault: Error, Sendable, Equatable {
  /// Not well-formed, or bytes that are not valid in its encoding (`P2C1404`), at this line.
  case notWellFormed(line: Int, reason: Message)
  /// A DOCTYPE or an entity, which packages never have (`P2C1405`), at this line.
  case documentType(line: Int)
  /// Deeper, wider or larger than any real export (`P2C1404`), at this line.
  case excessive(line: Int, what: Message)
  /// There was no memory to parse it. Nothing is wrong with the document.
  case outOfMemory(line: Int)

  /// The code of the finding; nil if the document is not to blame.
  public var code: FindingCode? {
    switch self {
    case .documentType: .doctypeOrEntityRefused
    case .notWellFormed, .excessive: .xmlNotWellFormed
    case .outOfMemory: nil
    }
  }

  /// The line, from 1.
  public var line: Int {
    switch self {
    case .notWellFormed(let line, _), .documentType(let line), .excessive(let line, _), .outOfMemory(let line): line
    }
  }

  /// The same fault so many lines further down.
  public func moved(by lines: Int) -> XMLFault {
    switch self {
    case .notWellFormed(let line, let reason): .notWellFormed(line: line + lines, reason: reason)
    case .documentType(let line): .documentType(line: line + lines)
    case .excessive(let line, let what): .excessive(line: line + lines, what: what)
    case .outOfMemory(let line): .outOfMemory(line: line + lines)
    }
  }
}

/// What a document may hold at most. Real exports stay far below; images in attributes reach tens of megabytes.
public struct XMLLimits: Sendable {
  /// Nested elements.
  public var depth = 64
  /// Attributes of one element.
  public var attributes = 4096
  /// Namespace declarations of one element.
  public var namespaces = 64
  /// Different element and attribute names.
  public var names = 16_384
  /// Bytes of one name.
  public var nameLength = 512
  /// Bytes of all different names, prefixes and namespaces together.
  public var nameBytes = 8 << 20
  /// Bytes of a tag with its attributes, of a comment, an instruction or a section, as far as they are held until it ends.
  public var markupBytes = 24 << 20
  /// Bytes of one record, all texts together.
  public var recordBytes = 32 << 20

  /// The standard limits.
  public init() {}
}
