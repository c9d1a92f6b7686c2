import Findings

extension ConversionError: ExplainedError {
  package var failure: Failure { Failure(message: words, exitCode: exitCode) }

  private var words: Message {
    switch self {
    case .bothSides: "the inputs contain both sides; choose the destination with --to finops or --to sales"
    case .numbersToSales:
      "--assign-numbers is for conversions to F&O; this conversion is to Sales, so remove the option"
    case .tooManyColumns(let entity, let format, let most):
      "\(entity) has more than the \(most) columns that \(format) takes; choose another --file-format"
    case .tooManyRecords(let entity, let format, let most):
      """
      \(entity) has more than the \(most) records that \(format) takes, and they belong into one package; choose another \
      --file-format
      """
    case .notConserved(let template, let task):
      "a defect of the tool itself: the counts of \(template).\(task) do not add up; nothing was written"
    case .notRead(let file, let package):
      "a defect of the tool itself: not all records of \(file) in \(package) were read; nothing was written"
    case .notAsWritten(let package, let difference):
      """
      a defect of the tool or the machine: \(package) was read back \(difference.words); nothing was written; run again
      """
    case .unknownEntity(let name): "a defect of the tool itself: no schema describes \(name)"
    }
  }
}

extension ReadBackDifference {
  fileprivate var words: Message {
    switch self {
    case .unreadable: "as damaged"
    case .records(let found, let meant): "with \(found) records instead of \(meant)"
    case .keys(let entity): "with different keys of \(entity)"
    case .amounts(let entity, let column): "with a different total of \(entity).\(column)"
    case .values(let file): "with different values in \(file)"
    }
  }
}
