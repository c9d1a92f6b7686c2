import Mapping
import Packages
import Records

/// What is known of the targets before records are judged: from references, and from what comes with the same batch.
struct TargetKnowledge {
  let finops: FinopsTarget
  let sales: SalesTarget

  /// Reads what the checks need to look up.
  init(inputs: [Package], references: [Package]) throws {
    finops = try FinopsTarget(inputs: inputs, references: references)
    sales = try SalesTarget(inputs: inputs, references: references)
  }
}
