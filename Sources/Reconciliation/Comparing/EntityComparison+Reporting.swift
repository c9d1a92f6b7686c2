import Conversion
import Mapping
import Records

/// What is reported of records whose partner is not the one thing to compare with, and what is counted.
extension EntityComparison {
  // MARK: Records without a partner

  func reportMissing(_ task: ComparedTask, _ other: Span<UInt8>) throws {
    guard ProbeRow.fate(other) == .goesOver else {
      task.counts.refused += 1
      return
    }
    task.counts.missing += 1
    try report(task, side == .finops ? .onlyInSales : .onlyInFinops, ofPassing: other, nil)
    try count(task, passing: other)
    if output.wantsFixes(for: side) { task.missing.insert(ProbeRow.number(other)) }
  }

  func reportSurplus(_ held: Span<UInt8>) throws {
    let task = owner(held)
    task.counts.held += 1
    guard !task.hasWayBack || isOfTask(held, task) else {
      task.counts.left += 1
      return
    }
    guard isOfTemplate(held), !isOfOther(held, than: task) else {
      task.counts.foreign += 1
      return
    }
    task.counts.surplus += 1
    try report(task, side == .finops ? .onlyInFinops : .onlyInSales, ofHeld: held, nil)
    try count(task, held)
  }

  /// Whether a record says itself that the other side maintains it, which no template for the way back answers for.
  private func isOfTask(_ held: Span<UInt8>, _ task: ComparedTask) -> Bool {
    guard let wanted = task.constants[EntityComparison.ownership],
      let column = columns.place(of: EntityComparison.ownership)
    else { return false }
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    return KeyText.string(held.extracting(heldReader.fields[column].bounds)).lowercased() == wanted
  }

  /// Whether a record has the constants of another task that writes the entity and is not compared by, such as the customers
  /// that contacts are.
  private func isOfOther(_ held: Span<UInt8>, than task: ComparedTask) -> Bool {
    if task.constantsOfOthers.isEmpty { return false }
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    return task.constantsOfOthers.contains { other in
      var isOther = false
      for (column, name) in columns.names.enumerated() {
        guard let theirs = other[name], let own = task.constants[name], theirs != own,
          !heldReader.fields[column].isEmpty
        else { continue }
        let text = KeyText.string(held.extracting(heldReader.fields[column].bounds)).lowercased()
        if text != theirs { return false }
        isOther = true
      }
      return isOther
    }
  }

  /// Whether the template writes such records at all: not all price list items are its own.
  func isOfTemplate(_ held: Span<UInt8>) -> Bool {
    guard let items else { return true }
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    let (product, list) = (heldReader.fields[columns.keys[0]], heldReader.fields[columns.keys[1]])
    return items.isOfTemplate(
      product: held.extracting(product.bounds), list: held.extracting(list.bounds), &shown)
  }

  /// The column by which Sales knows that F&O maintains a product or a document.
  static let ownership = "msdynce_ismaintainedexternally"

  func reportNotExpected(_ task: ComparedTask, _ held: Span<UInt8>, withHeader: Bool) throws {
    task.counts.held += 1
    if task.hasWayBack {
      heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
      columns.loadKey(held, heldReader, to: &key)
      guard output.mutual.isKeptBackTwice(by: task, &key, of: BuildColumns.company(held)) else {
        task.counts.left += 1
        return
      }
    }
    task.counts.notExpected += 1
    try report(task, .notExpected, ofHeld: held, withHeader ? .header : .filter)
    try count(task, held)
  }

  func reportDoubled(_ task: ComparedTask, _ other: Span<UInt8>) throws {
    task.counts.doubled += 1
    try report(task, .duplicate, ofPassing: other, side == .finops ? .sales : .finops)
    try count(task, passing: other)
  }

  func reportAmbiguous(_ task: ComparedTask, _ other: Span<UInt8>, _ kind: DifferenceKind) throws {
    task.counts.ambiguous += 1
    try report(task, .ambiguous, ofPassing: other, kind)
    try count(task, passing: other)
  }

  func reportAmbiguous(
    _ task: ComparedTask, _ other: Span<UInt8>, _ held: Span<UInt8>, _ kind: DifferenceKind,
    _ marks: inout UInt8
  ) throws {
    try reportAmbiguous(task, other, kind)
    guard marks & (Mark.partner | Mark.ambiguous) == 0 else { return }
    marks |= Mark.ambiguous
    task.counts.held += 1
    task.counts.heldAmbiguous += 1
    try count(task, held)
  }

  func report(
    _ task: ComparedTask, _ outcome: Outcome, ofPassing other: Span<UInt8>, _ kind: DifferenceKind?
  ) throws {
    read(other, task)
    let key = other.extracting(reader.fields[ProbeRow.key].bounds)
    try differences.add(
      task, outcome, key: key, source: key, destination: key.extracting(0..<0), kind: kind, company: company(other))
  }

  func report(
    _ task: ComparedTask, _ outcome: Outcome, ofHeld held: Span<UInt8>, _ kind: DifferenceKind?
  ) throws {
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    loadShown(held)
    let shown = self.shown
    let key = shown.span
    // A record that is there though it should not be is on both sides.
    try differences.add(
      task, outcome, key: key, source: key.extracting(0..<(outcome == .notExpected ? key.count : 0)), destination: key,
      kind: kind, company: company(ofHeld: held))
  }

  /// The company of a record that passes.
  private func company(_ other: Span<UInt8>) -> CompanyID {
    ProbeRow.company(other) == .none ? usual : ProbeRow.company(other)
  }

  /// The company of a held record.
  private func company(ofHeld held: Span<UInt8>) -> CompanyID {
    BuildColumns.company(held) == .none ? usual : BuildColumns.company(held)
  }

  // MARK: Totals

  /// Counts a record that passes, whose fields have been read; `company` is that of its partner.
  func count(
    _ task: ComparedTask, passing other: Span<UInt8>, of company: CompanyID? = nil
  ) throws {
    let currency = other.extracting(reader.fields[ProbeRow.currency].bounds)
    task.totals.add(.source, other, fallback: currency, company: company ?? self.company(other)) {
      reader.fields[ProbeRow.values + $0]
    }
  }

  /// Counts a held record that has no partner.
  func count(_ task: ComparedTask, _ held: Span<UInt8>) throws {
    heldReader.read(held, from: BuildColumns.headSize, count: columns.names.count)
    let none = held.extracting(0..<0)
    task.totals.add(.held, held, fallback: none, company: company(ofHeld: held)) {
      heldReader.fields[task.fields[$0].column]
    }
  }

  /// Counts a held record with the currency of its partner if it has none.
  func count(
    _ task: ComparedTask, _ held: Span<UInt8>, like other: Span<UInt8>, of company: CompanyID
  ) throws {
    let currency = other.extracting(reader.fields[ProbeRow.currency].bounds)
    task.totals.add(.held, held, fallback: currency, company: company) {
      heldReader.fields[task.fields[$0].column]
    }
  }
}
