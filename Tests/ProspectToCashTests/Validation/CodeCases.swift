import Foundation
import ProspectToCash
import TestSupport
import Testing

/// A finding code with packages that raise it, and with twins that differ in nothing else and do not.
struct CodeCase: Sendable, CustomTestStringConvertible {
  /// What is validated.
  struct Job {
    var packages: [String]
    var references: [String] = []
    var project: String?
    var templates: [String] = []
    var purpose = ValidationPurpose.import
  }

  typealias Make = @Sendable (TestFolder) throws -> Job

  var code: String
  var severity: String
  var broken: Make
  var twin: Make

  var testDescription: String { "\(code) \(severity)" }

  /// A case of one file.
  static func file(_ code: String, _ severity: String, _ name: String, _ broken: [UInt8], _ twin: [UInt8]) -> CodeCase {
    CodeCase(
      code: code, severity: severity, broken: { Job(packages: [try $0.write(name, broken)]) },
      twin: { Job(packages: [try $0.write(name, twin)]) })
  }

  /// A case of one file with a name of its own for the twin.
  static func files(_ code: String, _ severity: String, _ broken: (String, String), _ twin: (String, String))
    -> CodeCase
  {
    CodeCase(
      code: code, severity: severity, broken: { Job(packages: [try $0.write(broken.0, Array(broken.1.utf8))]) },
      twin: { Job(packages: [try $0.write(twin.0, Array(twin.1.utf8))]) })
  }

  /// A case of accounts as Sales exports them, one row of which is broken.
  static func account(_ code: String, _ severity: String, _ broken: String, _ twin: String) -> CodeCase {
    let head =
      "accountid,accountnumber,name,address1_country,creditlimit,transactioncurrencyid.isocurrencycode,"
      + "transactioncurrencyid\n,A-1,Alpine,Iceland,12.50,USD,\n"
    return file(code, severity, "account.csv", Array((head + broken + "\n").utf8), Array((head + twin + "\n").utf8))
  }

  /// A case of an F&O package.
  static func finops(
    _ code: String, _ severity: String, _ broken: @escaping @Sendable (inout FinopsSample) -> Void,
    twin: @escaping @Sendable (inout FinopsSample) -> Void
  ) -> CodeCase {
    @Sendable func make(_ bend: (inout FinopsSample) -> Void, _ packages: TestFolder) throws -> Job {
      var sample = FinopsSample()
      bend(&sample)
      return Job(packages: [try packages.zip("in.zip", sample.all)])
    }
    return CodeCase(
      code: code, severity: severity, broken: { try make(broken, $0) }, twin: { try make(twin, $0) })
  }

  /// A case of a zip that is bent after it was written.
  static func archive(_ code: String, _ bend: @escaping @Sendable (inout BentZip) -> Void) -> CodeCase {
    @Sendable func write(_ packages: TestFolder, _ bend: (inout BentZip) -> Void) throws -> Job {
      let path = try packages.zip("plain.zip", FinopsSample().all + [("Customers V4.csv", wide("A,B\r\n"))])
      var zip = BentZip(Array(try Data(contentsOf: URL(filePath: path))))
      bend(&zip)
      return Job(packages: [try packages.write("in.zip", zip.all)])
    }
    return CodeCase(code: code, severity: "error", broken: { try write($0, bend) }, twin: { try write($0) { _ in } })
  }

  /// A case of an order as F&O exports it, with Sales' sample as the reference.
  static func order(
    _ code: String, _ severity: String = "error", _ bend: @escaping @Sendable (inout OrderWorld) -> Void
  ) -> CodeCase {
    @Sendable func write(_ packages: TestFolder, _ bend: (inout OrderWorld) -> Void) throws -> Job {
      var world = OrderWorld()
      world.add("O-1")
      world.add("O-2")
      bend(&world)
      let headers = OrderWorld.csv(world.headers, OrderWorld.header(""))
      let lines = OrderWorld.csv(world.lines, OrderWorld.line("", 1))
      return Job(
        packages: [
          try packages.write("SalesOrderHeaderCDSEntity.csv", Array(headers.utf8)),
          try packages.write("SalesOrderLineCDSEntity.csv", Array(lines.utf8)),
        ], references: [Samples.path("contoso-sales")])
    }
    return CodeCase(code: code, severity: severity, broken: { try write($0, bend) }, twin: { try write($0) { _ in } })
  }
}
