// The only file that libFuzzer calls. It is built by bin/fuzz alone, with the fuzzer's own main.

import Foundation

/// What one run of the fuzzer feeds. Each target must take any bytes whatsoever; it may refuse them, as typed errors.
enum FuzzTarget: String, CaseIterable {
  case csv, xml, manifest, migration, zip, workbook, cdm, filter, values, project

  /// Feeds the bytes.
  func feed(_ bytes: [UInt8]) {
    switch self {
    case .csv: RecordFuzzing.csv(bytes)
    case .xml: RecordFuzzing.xml(bytes)
    case .manifest: PackageFuzzing.manifest(bytes)
    case .migration: PackageFuzzing.migration(bytes)
    case .zip: PackageFuzzing.zip(bytes)
    case .workbook: PackageFuzzing.workbook(bytes)
    case .cdm: PackageFuzzing.lake(bytes)
    case .filter: TextFuzzing.filter(bytes)
    case .values: TextFuzzing.values(bytes)
    case .project: TextFuzzing.project(bytes)
    }
  }

  /// The target that the environment names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["P2C_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      preconditionFailure("P2C_FUZZ_TARGET names none of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
  }()
}

/// Called by libFuzzer with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // libFuzzer's memory is valid for its count during the call, and copied at once.
  FuzzTarget.chosen.feed(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
