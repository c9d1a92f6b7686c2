import Findings
import Mapping
import Records

extension [Package] {
  /// The same with the references of later packages laid over the records of earlier ones, as second packages of a conversion
  /// bring them. A table of a later package that has the key, or the id, and references, and nothing else, is marked there as
  /// one that brings no records of its own; a record of it that no earlier package has becomes a note (`P2C2301`).
  ///
  /// The later tables, and the keys of the earlier ones, are read. Throws what reading throws.
  package func layingOverReferences() throws -> [Package] {
    guard count > 1 else { return self }
    var packages = self
    for place in packages.indices.dropFirst() {
      for entity in packages[place].entities.indices {
        guard let update = ReferenceUpdate(packages[place], entity) else { continue }
        let earlier = packages[..<place].indices.flatMap { base in
          update.bases(in: packages[base], of: packages[place]).map { (package: base, entity: $0) }
        }
        if earlier.isEmpty { continue }
        let (overlay, faults) = try update.read()
        packages[place].updates.insert(entity)
        packages[place].notes += faults
        packages[place].notes += try update.unknown(overlay, earlier.map { (packages[$0.package], $0.entity) })
        for base in earlier { packages[base.package].lay(overlay, over: base.entity) }
      }
    }
    return packages
  }
}

extension Package {
  /// Whether a table has only a key and references, so that it may bring these for the records of an earlier package.
  package func mayUpdate(_ entity: Int) -> Bool { ReferenceUpdate(self, entity) != nil }
}

/// A table of a package that only brings references for the records of an earlier one.
private struct ReferenceUpdate {
  let package: Package
  let entity: Int
  /// The columns of the key, in lower case, and their places.
  let key: [(name: String, place: Int)]
  /// The places of the columns that are brought.
  let brought: [Int]

  /// Nil if the table has anything but the key and references.
  init?(_ package: Package, _ entity: Int) {
    (self.package, self.entity) = (package, entity)
    let own = package.entities[entity]
    guard let schema = own.schema, schema.side == package.kind.side else { return nil }
    let id = own.recordID.lowercased()
    let keys = schema.side == .sales ? [id] : schema.keys.map { $0.lowercased() }
    var key: [(name: String, place: Int)] = []
    var brought: [Int] = []
    for (place, column) in own.columns.enumerated() {
      let name = column.name.lowercased()
      if keys.contains(name), column.part == .value {
        key.append((name, place))
        continue
      }
      guard let attribute = schema.attribute(named: name), schema.isReference(attribute) else { return nil }
      brought.append(place)
    }
    let required = keys.filter { $0 != "dataareaid" }
    guard !brought.isEmpty, required.allSatisfy({ name in key.contains { $0.name == name } }) else { return nil }
    (self.key, self.brought) = (key, brought)
  }

  /// The tables of an earlier package that it may update: of the same side and company, with more than an update has.
  func bases(in earlier: Package, of package: Package) -> [Int] {
    guard earlier.kind.side == package.kind.side, earlier.company == package.company else { return [] }
    let columns = package.entities[entity].columns
    return earlier.indices(of: package.entities[entity].name).filter { base in
      let names = Set(earlier.entities[base].columns.map { $0.name.lowercased() })
      return ReferenceUpdate(earlier, base) == nil && key.allSatisfy { names.contains($0.name) } && !columns.isEmpty
    }
  }

  /// The most records of which each is reported.
  private static let mostNotes = 10_000

  /// The values, with findings about records that cannot be read or whose key came before.
  func read() throws -> (overlay: ReferenceOverlay, faults: [Finding]) {
    let columns = package.entities[entity].columns
    let overlay = ReferenceOverlay(key: key.map(\.name), columns: brought.map { columns[$0] })
    var text = OutputBuffer(capacity: 64)
    var faults: [Finding] = []
    try forEachRecord { batch, record, issue in
      if let issue {
        if faults.count < Self.mostNotes { faults.append(finding(issue, batch, record)) }
      } else if ReferenceOverlay.load(&text, batch, record, key.map(\.place)) {
        let isNew = overlay.add(text, batch, record, brought)
        if !isNew, faults.count < Self.mostNotes { faults.append(finding(Issue(.keyTwice), batch, record)) }
      }
    }
    return (overlay, faults)
  }

  /// The records that none of the earlier tables has.
  func unknown(
    _ overlay: ReferenceOverlay, _ earlier: [(package: Package, entity: Int)]
  ) throws -> [Finding] {
    var seen = Array(repeating: false, count: overlay.count)
    var text = OutputBuffer(capacity: 64)
    for (package, entity) in earlier {
      var scan = try PackageScan(package, entities: [entity])
      while let (_, batch) = try scan.next() {
        let columns = scan.columns(of: entity)
        let places = key.compactMap { part in
          columns.firstIndex { $0.part == .value && $0.name.lowercased() == part.name }
        }
        guard places.count == key.count else { break }
        for record in 0..<batch.count where ReferenceOverlay.load(&text, batch, record, places) {
          if let entry = overlay.find(text) { seen[entry] = true }
        }
      }
    }
    if seen.allSatisfy({ $0 }) { return [] }
    var findings: [Finding] = []
    var others = 0
    try forEachRecord { batch, record, issue in
      let hasKey = ReferenceOverlay.load(&text, batch, record, key.map(\.place))
      if issue != nil || hasKey && (overlay.find(text).map { seen[$0] } ?? false) { return }
      if findings.count < Self.mostNotes {
        findings.append(finding(Issue(.lookupNotResolved), batch, record))
      } else {
        others += 1
      }
    }
    if others > 0 {
      let place = FindingPlace(package, package.entities[entity])
      findings.append(Finding(.lookupNotResolved, .error, at: place, detail: .records(others)))
    }
    return findings
  }

  private func finding(_ issue: Issue, _ batch: RecordBatch, _ record: Int) -> Finding {
    var place = FindingPlace(package, package.entities[entity])
    (place.record, place.line) = (batch.number(of: record), Int(batch.lines[record]))
    place.key = key.map { batch.text(record, $0.place) }.joined(separator: "|")
    var finding = Finding(issue, .error, at: place)
    finding.field = package.entities[entity].columns[key[0].place].heading
    finding.value = place.key
    return finding
  }

  private func forEachRecord(_ body: (RecordBatch, Int, Issue?) -> Void) throws {
    var scan = try PackageScan(package, entities: [entity])
    while let (_, batch) = try scan.next() {
      var next = 0
      for record in 0..<batch.count { body(batch, record, batch.issue(of: record, &next)) }
    }
  }
}

extension EntitySchema {
  /// Whether an attribute leads to other records of the side.
  fileprivate func isReference(_ attribute: Attribute) -> Bool {
    side == .sales ? attribute.type == .lookup : attribute.refersToSelf || attribute.referredEntity != nil
  }
}
