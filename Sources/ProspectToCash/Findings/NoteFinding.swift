import Findings
import Mapping
import Packages

extension Finding {
  /// What was noticed of a package, as a conversion tells it: all that can be read is converted, so a package that F&O
  /// itself would not take is worth a warning only. An entity whose file is missing is an error.
  init(_ note: PackageNote, of package: Package) {
    self.init(note.code, Finding.severity(ofNote: note.code))
    (self.package, file, entity, line) = (package.path, note.file, note.entity, note.line)
    field = note.field
    detail = .name(note.detail.isEmpty ? note.field.isEmpty ? note.entity : note.field : note.detail)
  }

  /// A data file that nobody understands.
  init(_ file: UnknownFile) {
    self.init(.kindNotRecognised, .warning)
    (package, self.file) = (file.path, file.entity.file)
    detail = .name(file.entity.file)
  }

  private static func severity(ofNote code: FindingCode) -> Severity {
    switch code {
    case .dataFileMissing: .error
    case .fileNameDiffers, .fieldMapsOutOfOrder, .manifestUnreadable, .manifestValueMalformed, .numberUnclear,
      .compositeEntityNotWhole, .workbookRefused:
      .warning
    default: .info
    }
  }
}
