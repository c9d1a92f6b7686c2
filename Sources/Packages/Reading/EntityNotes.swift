import Findings
import Mapping
import Records

extension PackageEntity {
  /// What is noteworthy about the entity's file: columns that nobody knows, columns known by their label, a code page.
  var notes: [Finding] {
    var notes: [Finding] = []
    // A description may say the code page.
    if encoding == .windows1252, partition == nil {
      notes.append(Finding(noted: .readAsWindows1252, file: file, entity: name))
    }
    guard schema != nil || table?.isKnown ?? false else { return notes }
    // The company of a record is none of its values.
    let company = schema?.companyField?.lowercased()
    for column in columns where !column.isImplicit && column.part == .value {
      if ["dataareaid", company].contains(column.name.lowercased()) { continue }
      if SchemaMatch.added.contains(column.heading.lowercased()) || column.isHidden { continue }
      if column.isShared {
        notes.append(Finding(noted: .headingOfSeveralColumns, file: file, entity: name, field: column.heading))
      } else if !column.isKnown {
        notes.append(Finding(noted: .unknownColumn, file: file, entity: name, field: column.heading))
      } else if column.isByDisplayName {
        notes.append(
          Finding(
            noted: .takenByItsDisplayName, file: file, entity: name, field: column.heading, name: column.name))
      }
    }
    return notes
  }
}
