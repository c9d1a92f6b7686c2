import Archives
import Foundation
import Mapping
import Packages
import ProspectToCash
import TestSupport

@testable import Sharding

/// A conversion that is made whole and in parts.
struct ShardWorld {
  let trade: Trade

  init() throws { trade = try Trade() }

  var folder: TestFolder { trade.folder }

  /// The files below a folder with their bytes, by path.
  func files(_ name: String) throws -> [String: [UInt8]] {
    try OutputTree(URL(filePath: folder.path(name))).files
  }

  /// Makes the conversion whole.
  func convert(
    _ inputs: [String], references: [String] = [], to name: String,
    change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> ConversionSummary {
    try ConversionJob(packages: inputs.map(folder.path), output: folder.path(name), project: nil) {
      set(&$0, references, change)
    }.run(progress: .silent)
  }

  /// Plans the conversion.
  func plan(
    _ inputs: [String], references: [String] = [], parts: Int, to name: String,
    change: (inout ConversionOptions) -> Void = { _ in }
  ) throws {
    _ = try ShardJobs.plan(
      inputs.map(folder.path), project: nil, parts: parts, rejectLimit: nil, base: folder.url.path,
      output: folder.path(name), replacing: false
    ) { set(&$0, references, change) }
  }

  private func set(
    _ options: inout ConversionOptions, _ references: [String], _ change: (inout ConversionOptions) -> Void
  ) {
    options.references = references.map { PackagePath(folder.path($0)) }
    options.epoch = 1_717_243_200
    options.jobs = 1
    change(&options)
  }

  func place(_ name: String) -> ShardJobs.Place { ShardJobs.Place(folder: folder.path(name)) }

  /// Runs the tasks of a plan as their turn comes, in the order that the function puts them into.
  func drive(_ name: String, order: ([String]) -> [String] = { $0 }) throws {
    while case let next = try status(name).next, !next.isEmpty {
      for task in order(next) { try ShardJobs.run(task, at: place(name), base: nil, jobs: 1, again: false) }
    }
  }

  func merge(_ name: String, to output: String) throws -> ConversionSummary {
    try ShardJobs.merge(at: place(name), output: folder.path(output), replacing: false)
  }

  struct Status: Decodable {
    var complete: Bool
    var done: [String]
    var missing: [String]
    var next: [String]
    var damaged: [String]
  }

  func status(_ name: String) throws -> Status {
    try JSONDecoder().decode(
      Status.self, from: Data(try ShardJobs.status(at: place(name), verify: true, texts: nil).joined().utf8))
  }

  /// The failure of a closure, with its words; nil if it does not fail.
  func failure(_ body: () throws -> Void) -> Failure? {
    do {
      try body()
      return nil
    } catch {
      return Failure(error)
    }
  }
}
