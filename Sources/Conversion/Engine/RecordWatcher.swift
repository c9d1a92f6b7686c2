package import Findings
package import Mapping
package import Packages
package import Records

/// Somebody who wants to know why records become what they become; the `Explainer` of a run explains them.
package protocol RecordWatcher: AnyObject {
  /// A template begins, whose records are decided until the next one does.
  func begin(_ template: Template)
  /// The template has ended.
  func end(of template: Template)
  /// Whether a record is to be explained, which has just been decided: the `number`-th of a file that a task reads, with its key as
  /// findings show it. Asked for every record.
  func wants(
    _ number: Int, of input: TaskInput, task index: Int, key: borrowing OutputBuffer, _ about: borrowing WatchedRecord
  ) -> Bool
  /// Takes the explanation of a record that was asked for.
  func take(_ explanation: RecordExplanation)
  /// All templates have run: `fields` gives the fields of a template's explanation as they are now, nil if they are the same.
  func settle(_ template: Template, fields: (RecordExplanation) -> [RecordExplanation.Field]?)
}

/// What tells a record that was decided from others, beside its place and key.
package struct WatchedRecord: ~Copyable, ~Escapable {
  /// The id that the record has itself.
  package let id: GUID?
  /// The id under which it goes to Sales.
  package let salesID: GUID?
  /// The comparable number of the document of a header or line; empty for others.
  package let document: Span<UInt8>

  @_lifetime(copy document)
  init(id: GUID?, salesID: GUID?, document: Span<UInt8>) {
    (self.id, self.salesID, self.document) = (id, salesID, document)
  }
}

/// What became of a record in a task, and why.
package struct RecordExplanation: Sendable {
  /// A destination field.
  package struct Field: Sendable {
    package var field: String
    package var isWritten: Bool
    package var trace: FieldTrace
    /// Whether the value map's entry is the project's own.
    package var isProjectEntry = false
    /// 2 for a value that goes over in a second package.
    package var wave: Int?
  }

  /// The row of the crosswalk.
  package struct IDs: Sendable {
    /// Where the id in Sales comes from.
    package enum Origin: String, Sendable {
      case source, reference, computed
    }
    package var finopsKey: String
    package var salesID: String
    package var from: Origin
    /// What the id was made of.
    package var name: String?
  }

  package var template: String
  package var task: TaskTemplate
  package var place: FindingPlace
  /// The place of the entity in its package.
  package var entity: Int
  package var key: String
  package var id: GUID?
  package var document: [UInt8] = []
  /// Whether the task has documents, whose header or line the record is.
  package var isOfDocument = false
  package var verdict: String
  package var reason: String
  package var clause = ""
  package var company: String
  package var expression = ""
  package var filter = FilterTrace()
  package var fields: [Field] = []
  package var ids: IDs?
  /// The filled columns of the record: name and value.
  package var values: [(column: String, value: String)] = []
  /// The columns of the record's file.
  package var columns: [SourceColumn] = []
  /// Records that it made besides, by entity.
  package var generated: [String] = []
  /// The record by itself, where some of its values are only known when all templates have run.
  var unsettled: UnsettledRecord?
}

/// A record of which some values go over in a second package.
struct UnsettledRecord: Sendable {
  var record: RecordBatch
  var input: TaskInput
  var task: Int
  var company: RunCompany
}
