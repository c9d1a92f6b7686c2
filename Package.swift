// swift-tools-version: 6.2
import PackageDescription

/// Whether the tests that make calls fail are built by themselves, optimised: bin/torture sets the variable.
let isTorture = Context.environment["P2C_TORTURE"] != nil

/// The commit that is built, which `--version` shows: bin/setup sets the variable.
let commit = (Context.environment["P2C_COMMIT"] ?? "").filter {
  $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
}

/// What every target of the package is built with.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  // Calls to the system can be made to fail, see `Faults`; not in what users run.
  isTorture ? .define("FAULT_INJECTION") : .define("FAULT_INJECTION", .when(configuration: .debug)),
]

/// Reading and writing packages, and what is known of entities.
let readers: [Target.Dependency] = ["Findings", "Archives", "Records", "Mapping", "Packages"]

/// What can be done with packages.
let jobs: [Target.Dependency] = [
  "Conversion", "Validation", "Reconciliation", "Repair", "Inspection", "Profiling", "Explaining", "Sealing",
  "TemplateTesting", "Sharding",
]

let package = Package(
  name: "p2c",
  products: [
    .executable(name: "p2c", targets: ["p2c"]),
    .library(name: "ProspectToCash", targets: ["ProspectToCash"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(name: "CLibArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .target(name: "Findings", swiftSettings: settings),
    .target(name: "Faults", swiftSettings: settings),
    .target(name: "CBuild", cSettings: commit.isEmpty ? [] : [.define("P2C_COMMIT", to: "\"\(commit)\"")]),
    .target(name: "CReserve", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "Archives", dependencies: ["Findings", "CLibArchive", "CZlib", "CISAL", "CReserve", "Faults"],
      swiftSettings: settings),
    .target(name: "Records", dependencies: ["Findings", "CLibXML2", "Faults"], swiftSettings: settings),
    .target(
      name: "Mapping", dependencies: ["Findings", "Records", "Faults", .product(name: "Yams", package: "Yams")],
      resources: [.copy("Resources")], swiftSettings: settings),
    .target(name: "Packages", dependencies: ["Findings", "Archives", "Records", "Mapping"], swiftSettings: settings),
    .target(
      name: "Conversion", dependencies: readers + ["CBuild", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings),
    .target(name: "Validation", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(name: "Reconciliation", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(name: "Repair", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(name: "Inspection", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(name: "TemplateTesting", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(
      name: "Sharding", dependencies: readers + ["Conversion", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings),
    .target(name: "Profiling", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(name: "Explaining", dependencies: readers + ["Conversion"], swiftSettings: settings),
    .target(
      name: "Sealing",
      dependencies: readers + ["Conversion", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings),
    .target(
      name: "Reporting", dependencies: readers + jobs + [.product(name: "Mustache", package: "swift-mustache")],
      resources: [.copy("Resources")], swiftSettings: settings),
    .target(name: "ProspectToCash", dependencies: readers + jobs + ["Reporting"], swiftSettings: settings),
    .executableTarget(
      name: "p2c",
      dependencies: ["ProspectToCash", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Archives", "Records"], path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "ArchivesTests", dependencies: ["Findings", "Archives", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "RecordsTests", dependencies: ["Findings", "Records", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "PackagesTests", dependencies: ["Findings", "Packages", "Archives", "Mapping", "Records", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MappingTests", dependencies: ["Findings", "Mapping", "Records", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ProspectToCashTests",
      dependencies: readers + jobs + ["Reporting", "ProspectToCash", "TestSupport"], exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "p2cTests", dependencies: ["p2c", "Findings", "Mapping", "TestSupport"], exclude: ["Snapshots"],
      swiftSettings: settings),
    .testTarget(
      name: "TortureTests", dependencies: ["p2c", "ProspectToCash", "Archives", "Faults", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

if isTorture { package.targets.removeAll { $0.type == .test && $0.name != "TortureTests" } }

// Fuzzing needs a compiler run of its own, with instrumented code: bin/fuzz sets the variable.
if Context.environment["P2C_FUZZ"] != nil {
  package.products.append(.executable(name: "fuzzing", targets: ["Fuzzing"]))
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: ["Archives", "Records", "Mapping", "Packages"], path: "Tests/Fuzzing",
      swiftSettings: settings))
}
