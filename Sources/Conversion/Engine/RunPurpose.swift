/// What a run is for. It decides what is reported besides what is wrong with records.
package enum RunPurpose: Sendable {
  /// Packages are written, or would be: everything is reported that whoever converts should know.
  case conversion
  /// Files are checked for an import: they need not have what only templates ask for.
  case importCheck
  /// Observers see what becomes of records, and report themselves: files need not be as a conversion wants them.
  case observation
}
