public import Findings

/// What is wrong with a record of a batch: it cannot be read as its file's header says, or not whole.
public struct RecordIssue: Sendable, Equatable {
  /// The record's place in the batch, from 0.
  public var index: Int
  /// What is wrong with it.
  public var issue: Issue

  /// An issue of the record at a place of its batch.
  public init(index: Int, _ issue: Issue) {
    self.index = index
    self.issue = issue
  }
}

extension Issue {
  /// Bytes that are not valid in the file's encoding, or no text at all.
  public static let undecodable = Issue(.cannotBeDecoded)
  /// A quote that never closes, or that closes before the field ends.
  public static let openQuote = Issue(.quoteNeverCloses)
  /// A company column that has something which no company is called. The record can be read.
  public static let notACompany = Issue(.notACompany)

  /// Another number of fields than the header.
  public static func fieldCount(_ found: Int, expected: Int) -> Issue {
    Issue(.fieldCountDiffers, detail: .fields(found: found, expected: expected))
  }

  /// A cell of a workbook that has more characters than cells take. The record can be read.
  public static func longCell(_ column: Int) -> Issue {
    Issue(.tooLong, .column(column), detail: .limit(longestCell))
  }

  /// The most characters of a workbook's cell, in UTF-16 code units: Excel's own limit.
  public static let longestCell = 32_767

  /// Whether nothing else can be said of the record.
  public var isUnreadable: Bool {
    [FindingCode.cannotBeDecoded, .fieldCountDiffers, .quoteNeverCloses].contains(code)
  }
}
