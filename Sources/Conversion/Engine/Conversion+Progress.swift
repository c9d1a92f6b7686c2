import Archives
import Mapping
import Packages

extension Conversion {
  /// Says how much the run will read: the references, and each file once for each task that takes records from it; twice with
  /// a rehearsal.
  func expect(_ chosen: [Template], _ inputs: Inputs, isRehearsed: Bool) {
    guard let meter = progress.meter else { return }
    let tasks = Conversion.bytes(of: chosen, in: inputs)
    meter.expect(bytes: (isRehearsed ? 2 : 1) * tasks + inputs.references.reduce(0) { $0 + $1.plainBytes })
  }

  /// Says how much the templates will read when everything is gathered that they look up.
  func expectTasks(_ chosen: [Template], _ inputs: Inputs) {
    progress.meter?.expect(bytes: Conversion.bytes(of: chosen, in: inputs))
  }

  private static func bytes(of chosen: [Template], in inputs: Inputs) -> UInt64 {
    chosen.flatMap(\.tasks).reduce(0) { sum, task in
      inputs.sources.reduce(sum) { $0 + $1.plainBytes(of: Set($1.indices(of: task.source))) }
    }
  }
}
