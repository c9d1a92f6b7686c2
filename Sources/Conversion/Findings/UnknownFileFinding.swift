import Findings
package import Packages

extension Finding {
  /// A data file that nobody understands.
  package init(_ file: UnknownFile) {
    self.init(
      .kindNotRecognised, .warning, at: FindingPlace(package: file.path, file: file.entity.file),
      detail: .name(file.entity.file))
  }
}
