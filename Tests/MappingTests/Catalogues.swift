import Foundation
import Mapping
import Testing

/// The catalogues that tests share.
enum Catalogues {
  static let schemas = Result { try SchemaCatalogue.builtIn() }
  static let templates = Result { try TemplateCatalogue.builtIn() }

  /// The templates that run unless others are named.
  static let standardTemplates = [
    "accounts", "products", "contacts", "contacts-to-customers", "quotes", "orders-to-finops", "orders-to-sales",
    "invoices",
  ]
  /// Those for later entities.
  static let variants = ["accounts-v3", "contacts-v2", "contacts-to-customers-v3", "orders-to-finops-v2"]

  /// The built-in template of the name.
  static func template(_ name: String) throws -> Template {
    try #require(try templates.get().template(named: name))
  }
}

/// A folder for one test, removed when the test is done.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/mapping-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders that lead to it.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
