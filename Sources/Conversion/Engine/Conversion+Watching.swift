package import Findings
package import Mapping
package import Packages

extension Conversion {
  /// Runs the conversion, whose options are those of a dry run, and shows each record to the watcher when it is decided.
  /// Throws what `run` does, and `InferenceError`.
  package func watch(
    _ chosen: [Template], _ inputs: Inputs, _ inferred: InferredLayout, _ sink: FindingSink,
    by watcher: any RecordWatcher
  ) throws {
    let clauses = FilterClauses()
    let explainer = Explainer(watcher, options, clauses)
    defer { explainer.forget() }
    _ = try convert(chosen, inputs, inferred, sink, RunSetup(observers: [explainer], clauses: clauses))
  }
}
