public import Findings

extension Finding {
  /// Something noticed about a package while it was opened or read: all that can be read is converted, so what F&O itself
  /// would refuse is worth a warning. An entity whose file is missing is an error.
  ///
  /// Its message says `what` was noticed, or needs `name`, or else names the column or the entity. The path of the package is added by `noted(in:)`.
  public init(
    noted code: FindingCode, file: String, entity: String = "", field: String = "", name: String = "",
    what: Message? = nil, line: Int = 0
  ) {
    self.init(
      code, Finding.severity(ofNoted: code),
      at: FindingPlace(file: file, entity: EntityName(entity), line: line), field: field,
      detail: what.map { .message($0) } ?? .name(name.isEmpty ? field.isEmpty ? entity : field : name))
  }

  /// The finding of a package.
  public func noted(in package: Package) -> Finding {
    var finding = self
    finding.place.package = package.path
    return finding
  }

  private static func severity(ofNoted code: FindingCode) -> Severity {
    switch code {
    case .dataFileMissing: .error
    case .fileNameDiffers, .fieldMapsOutOfOrder, .manifestUnreadable, .manifestValueMalformed, .numberUnclear,
      .compositeEntityNotWhole, .workbookRefused, .headingOfSeveralColumns, .stillBeingWritten,
      .descriptionAndDataDiffer:
      .warning
    default: .info
    }
  }
}

extension FindingPlace {
  /// A package.
  public init(_ package: Package) { self.init(package: package.path) }

  /// A file of a package.
  public init(_ package: Package, _ entity: PackageEntity) {
    self.init(package: package.path, file: entity.file, entity: EntityName(entity.name))
  }
}
