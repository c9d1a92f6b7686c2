/// F&O data packages for tests: customer groups, in every format.
enum Finops {
  static let columns = ["CUSTOMERGROUPID", "DESCRIPTION"]
  static let rows = [["10", "Grüße, \"Ω\" & <Co>"], ["20", "two\r\nlines"], ["30", " blanks "]]

  static func utf16(_ text: String, hasMark: Bool = true, isLittle: Bool = true) -> [UInt8] {
    ((hasMark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
  }

  static func csv(_ rows: [[String]], delimiter: String = ",", lineEnd: String = "\r\n") -> String {
    rows.map { row in
      row.map { field in
        field.contains { "\"\n\r\r\n".contains($0) || delimiter.contains($0) }
          ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
      }.joined(separator: delimiter) + lineEnd
    }.joined()
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
      .replacing("\r\n", with: "&#xD;&#xA;")
  }

  static func xml(_ rows: [[String]], attributes: Bool) -> String {
    let records = rows.map { row in
      let fields = zip(columns, row).map { column, value in
        attributes ? " \(column)=\"\(escaped(value))\"" : "<\(column)>\(escaped(value))</\(column)>"
      }.joined()
      return attributes
        ? "<CUSTCUSTOMERGROUPENTITY\(fields) />" : "<CUSTCUSTOMERGROUPENTITY>\(fields)</CUSTCUSTOMERGROUPENTITY>"
    }
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Document>\r\n\(records.joined(separator: "\r\n"))</Document>"
  }

  /// One entity of a manifest.
  struct Listed {
    var label = "Customer groups"
    var target = "CustCustomerGroupEntity"
    var file: String
    var sheet = ""
    var isDisabled = "false"
  }

  static let namespace = "http://schemas.microsoft.com/dynamics/2015/01/DataManagement"

  static func manifest(_ entities: [Listed]) -> String {
    let list = entities.map { entity in
      """
      <DataManagementPackageEntityData><Disable>\(entity.isDisabled)</Disable><EntityMapList><EntityMap><EntityField>\
      CUSTOMERGROUPID</EntityField><XMLField>CUSTOMERGROUPID</XMLField></EntityMap></EntityMapList><EntityName>\
      \(entity.label)</EntityName><ExcelSheetName>\(entity.sheet)</ExcelSheetName><InputFilePath>\(entity.file)\
      </InputFilePath><LevelInExecutionUnit>10</LevelInExecutionUnit><SourceFormat>x</SourceFormat><TargetEntity>\
      \(entity.target)</TargetEntity></DataManagementPackageEntityData>
      """
    }
    return """
      <DataManagementPackageManifest xmlns:i="i" xmlns="\(namespace)"><DefinitionGroupName>P2C</DefinitionGroupName>\
      <PackageEntityList>\(list.joined())</PackageEntityList></DataManagementPackageManifest>
      """
  }

  static let header = """
    <DataManagementPackageHeader xmlns="n"><ManifestType>Microsoft.Dynamics.AX.Framework.Tools.DataManagement.\
    Serialization.DataManagementPackageManifest</ManifestType><PackageVersion>2</PackageVersion>\
    </DataManagementPackageHeader>
    """

  /// The entries of a package with the given files.
  static func entries(_ entities: [Listed], _ files: [(String, [UInt8])]) -> [(String, [UInt8])] {
    [("Manifest.xml", utf16(manifest(entities))), ("PackageHeader.xml", utf16(header))] + files
  }
}
