/// Configuration Migration packages for tests.
enum Sales {
  static let ids = (1...9).map { "0f8fad5b-d9cb-469f-a165-70867728950\($0)" }

  static func field(_ name: String, _ type: String) -> String {
    "<field displayname=\"\(name)\" name=\"\(name)\" type=\"\(type)\" />"
  }

  static func table(_ name: String, fields: [String]) -> String {
    """
      <entity name="\(name)" displayname="\(name.uppercased())" etc="1" primaryidfield="\(name)id" \
    primarynamefield="name" disableplugins="false">
        <fields>\(fields.joined())</fields><relationships />
      </entity>
    """
  }

  static func schema(_ tables: [String]) -> String { "<entities >\n\(tables.joined(separator: "\n"))\n</entities>" }

  static func record(_ id: String, _ fields: [(String, String)]) -> String {
    let inner = fields.map { "<field name=\"\($0.0)\" value=\"\($0.1)\" />" }
    return "<record id=\"\(id)\">\(inner.joined(separator: "\r\n"))</record>\r\n"
  }

  static func records(_ table: String, _ records: [String]) -> String {
    """
      <entity name="\(table)" displayname="x"><records>
    \(records.joined())</records><m2mrelationships /></entity>

    """
  }

  static func data(_ parts: [String], timestamp: String = "2024-06-01T12:00:00.0000000Z") -> String {
    "\r\n<entities xmlns:xsd=\"u\" timestamp=\"\(timestamp)\">\r\n\(parts.joined())</entities>"
  }

  /// A package of accounts whose schema has id, name, a lookup and a number.
  static let accountSchema = schema([
    table(
      "account",
      fields: [
        field("accountid", "guid"), field("name", "string"), field("primarycontactid", "entityreference"),
        field("creditlimit", "money"),
      ])
  ])

  static let accountData = data([
    records(
      "account",
      [
        record(
          ids[0],
          [("accountid", ids[0]), ("name", "O&amp;#39;Brien &amp;amp; S&amp;#248;n"), ("creditlimit", "25.0000")]),
        "<record id=\"\(ids[1])\"><field name=\"accountid\" value=\"\(ids[1])\" /><field name=\"primarycontactid\" "
          + "value=\"\(ids[2])\" lookupentity=\"contact\" lookupentityname=\"Ada &amp; Bo\" /></record>\r\n",
      ])
  ])
}
