import Findings
import Records

extension RecordBatch {
  /// The value of a column, as a finding has it; nothing for a column that is not there.
  package func shownValue(_ record: Int, _ column: Int) -> String {
    column < 0 ? "" : Finding.value(bytes.span.extracting(range(record, column).bounds))
  }
}
