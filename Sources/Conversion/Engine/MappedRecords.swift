// Hot path: no allocation per mapped record.

import Archives
import Findings
import Mapping
import Packages
import Records

/// The records of a task whose documents are not known to be whole yet, put aside on disk in their order: the mapped values of
/// those without a fault of their own, all others as they were read.
///
/// The last stretch is held until the next one was judged, so that most documents are known to the end of their lines when
/// their records are put aside. On disk a record takes its values' bytes, two for each field and less than 100 besides.
final class MappedRecords {
  private static let noID = GUID(high: 0, low: 0)

  /// What was put aside of a record.
  enum Form: UInt64 {
    /// Its fields, as they were read.
    case read
    /// Its mapped values.
    case mapped
    /// Its fields: it had been mapped, and counted, when its document turned out to be at fault.
    case dropped
  }

  /// What is known of a record besides its values: seven numbers of 64 bits.
  struct Head {
    /// The bytes of a head, and where its form stands.
    static let (size, formOffset) = (56, 48)

    var form = Form.read
    /// The number of the record within the task, and in its file.
    var number: Int
    var ownNumber: RecordNumber
    /// The line of its file on which it begins; 0 where files have none.
    var line: UInt32
    /// The number of its document's header.
    var document = 0
    /// The bytes of its key as it is shown, of its id in Sales as it was read if it goes to F&O, of what its document's total is
    /// compared with, and of its values: they follow in this order.
    var key = 0
    var recordID = 0
    var amounts = 0
    var values = 0
    /// The id with which it goes to Sales; none with which it goes to F&O.
    var id = MappedRecords.noID

    init(number: Int, ownNumber: RecordNumber, line: UInt32) {
      (self.number, self.ownNumber, self.line) = (number, ownNumber, line)
    }

    /// The head that stands at an offset.
    init(_ bytes: Span<UInt8>, at offset: Int) {
      func pair(_ place: Int) -> (Int, Int) {
        let word = bytes.word(at: offset + 8 * place)
        return (Int(word & 0xFFFF_FFFF), Int(word >> 32))
      }
      let own: Int
      let line: Int
      (number, own) = pair(0)
      (line, document) = pair(1)
      (key, recordID) = pair(2)
      (amounts, values) = pair(3)
      (ownNumber, self.line) = (RecordNumber(own), UInt32(line))
      id = GUID(high: bytes.word(at: offset + 32), low: bytes.word(at: offset + 40))
      form = Form(rawValue: bytes.word(at: offset + Head.formOffset)) ?? .read
    }

    /// Puts the head over the bytes at an offset.
    func put(into output: inout OutputBuffer, at offset: Int) {
      func pair(_ low: Int, _ high: Int) -> UInt64 { UInt64(UInt32(low)) | UInt64(UInt32(high)) << 32 }
      output.set(pair(number, ownNumber.value), at: offset)
      output.set(pair(Int(line), document), at: offset + 8)
      output.set(pair(key, recordID), at: offset + 16)
      output.set(pair(amounts, values), at: offset + 24)
      output.set(id.high, at: offset + 32)
      output.set(id.low, at: offset + 40)
      output.set(form.rawValue, at: offset + Head.formOffset)
    }
  }

  /// Some records that were put aside together.
  struct Stretch: Sendable {
    /// The number of their file among those of the task.
    let input: Int
    /// Those that were put aside as they were read, in their order.
    let read: RecordBatch
    /// Heads, each with the bytes that belong to it, as the text of a batch without records.
    let values: RecordBatch

    /// Where the values of the mapped records begin, in their order, and under which ids they go to Sales.
    var places: [RecordMapper.PackedPlace] {
      var places: [RecordMapper.PackedPlace] = []
      var offset = 0
      while offset < values.bytes.count {
        let head = Head(values.bytes.span, at: offset)
        offset += Head.size + head.key + head.recordID + head.amounts
        if head.form == .mapped { places.append((offset, head.id == MappedRecords.noID ? nil : head.id)) }
        offset += head.values
      }
      return places
    }

    /// Whether so much is in it that few should be in memory at a time.
    var isLarge: Bool { read.isLarge || values.isLarge }
  }

  /// A stretch of a batch: heads, each with the bytes that belong to it.
  private struct Held: Sendable {
    var batch: RecordBatch
    var input: Int
    /// Where the heads of the records stand, and the headers of those that are mapped; negative for the others.
    var records: [(record: Int, offset: Int, document: Int)]
    var bytes: OutputBuffer

    /// Whether so much is in it that few should be in memory at a time.
    var isLarge: Bool { batch.isLarge || bytes.count > 4 << 20 }
  }

  /// The stretches that a thread may have before it has put them aside.
  private static let mostUnderWay = 2

  private let makeFile: () throws -> ScratchFile
  private var file: ScratchFile?
  /// Where the records of each company begin and end in the file.
  private var sections: [Int: Range<UInt64>] = [:]
  private var company = 0
  /// The stretch before the one under way.
  private var held: Held?
  /// The stretch under way. Whoever adds a mapped record appends to it.
  var output = OutputBuffer.none
  private var records: [(record: Int, offset: Int, document: Int)] = []
  /// Buffers without a use.
  private var spare: [OutputBuffer] = []
  /// Puts stretches aside while later ones are judged, and gives their buffers back.
  private var worker: SerialWorker<Held, OutputBuffer>?
  private var underWay = 0

  /// Nothing yet; the function makes a file when it is needed.
  init(makeFile: @escaping () throws -> ScratchFile) { self.makeFile = makeFile }

  /// Begins the records of a company.
  func begin(company: Int) {
    self.company = company
    let size = file?.size ?? 0
    sections[company] = size..<size
    spare = [OutputBuffer(capacity: 1 << 20)]
    output = OutputBuffer(capacity: 1 << 20)
  }

  /// Adds a record of the stretch under way as it was read.
  func add(read head: Head, at record: Int) {
    let offset = output.count
    output.appendZeroes(Head.size)
    head.put(into: &output, at: offset)
    records.append((record, offset, -1))
  }

  /// Notes a record of the stretch under way whose head and bytes were appended, from an offset on.
  func note(mapped record: Int, at offset: Int, document: Int) { records.append((record, offset, document)) }

  /// Whether the stretch under way should end: few bytes of a file may stand for many.
  var isFull: Bool { output.count > 4 << 20 }

  /// Ends the stretch under way, of the batch of a file. Of the stretch before those records are put aside as they were read
  /// whose documents `keeps` is false for, as they are known by now not to be written.
  func end(_ batch: RecordBatch, input: Int, keeps: (_ document: Int) -> Bool) throws {
    if records.isEmpty { return }
    try settle(keeps)
    var next = Held(batch: batch, input: input, records: [], bytes: spare.popLast() ?? OutputBuffer(capacity: 1 << 20))
    swap(&next.records, &records)
    swap(&next.bytes, &output)
    held = next
  }

  /// Puts the last stretch of a company aside.
  func finish(keeps: (_ document: Int) -> Bool) throws {
    try settle(keeps)
    try collect(leaving: 0)
    sections[company] = (sections[company]?.lowerBound ?? 0)..<(file?.size ?? 0)
    (output, spare) = (.none, [])
  }

  /// Decides on the stretch before the one under way, and has it put aside.
  private func settle(_ keeps: (_ document: Int) -> Bool) throws {
    guard var stretch = held.take() else { return }
    var records: [(record: Int, offset: Int, document: Int)] = []
    swap(&records, &stretch.records)
    for entry in records {
      if entry.document >= 0 {
        if keeps(entry.document) { continue }
        stretch.bytes.set(Form.dropped.rawValue, at: entry.offset + Head.formOffset)
      }
      stretch.records.append(entry)
    }
    let worker = try self.worker ?? makeWorker()
    self.worker = worker
    let isLarge = stretch.isLarge
    worker.give(stretch)
    underWay += 1
    try collect(leaving: isLarge ? 0 : MappedRecords.mostUnderWay)
  }

  /// Waits until at most so many stretches are not put aside yet.
  private func collect(leaving most: Int) throws {
    while underWay > most {
      guard let worker, let buffer = try worker.take() else { return }
      spare.append(buffer)
      underWay -= 1
    }
  }

  private func makeWorker() throws -> SerialWorker<Held, OutputBuffer> {
    let file = try self.file ?? makeFile()
    self.file = file
    return SerialWorker(name: "put aside", capacity: MappedRecords.mostUnderWay + 1) { stretch in
      try MappedRecords.write(stretch, to: file)
    }
  }

  /// The bytes in front of a stretch: the number of its file, and the sizes of what follows.
  private static let stretchHead = 24

  /// Puts a stretch aside, whose records are those that stay as they were read; its buffer, for another one.
  private static func write(_ stretch: consuming Held, to file: ScratchFile) throws -> OutputBuffer {
    var read = RecordBatch(width: stretch.batch.width, firstNumber: 1)
    read.fitsXML = stretch.batch.fitsXML
    var last: Int?
    for (record, _, _) in stretch.records {
      var nextIssue = stretch.batch.firstIssue(from: record)
      if let issue = stretch.batch.issue(of: record, &nextIssue) {
        read.issues.append(RecordIssue(index: read.count, issue))
      }
      read.append(record, of: stretch.batch, behind: last)
      last = record
    }
    var head = OutputBuffer(capacity: 1 << 12)
    head.appendZeroes(stretchHead)
    BatchSpool.encode(read, to: &head)
    head.set(UInt64(stretch.input), at: 0)
    head.set(UInt64(head.count - stretchHead), at: 8)
    head.set(UInt64(stretch.bytes.count), at: 16)
    try file.write(head.take())
    // Taken out, so that nobody else holds on to it when it is used again.
    var bytes = OutputBuffer.none
    swap(&bytes, &stretch.bytes)
    try bytes.drain { (bytes) throws(ArchiveError) in try file.write(bytes) }
    return bytes
  }

  /// What was put aside of a company's records, read on a thread of its own; nil if nothing was.
  func stretches(company: Int) -> Stage<Stretch>? {
    guard let file, let section = sections[company], !section.isEmpty else { return nil }
    return Stage(name: "mapped", capacity: 3, isLarge: \.isLarge) { give in
      var position = section.lowerBound
      func next(_ count: Int) throws -> [UInt8] {
        defer { position += UInt64(count) }
        return try file.bytes(count, at: position)
      }
      while position < section.upperBound {
        let head = try next(MappedRecords.stretchHead)
        let input = Int(head.span.word(at: 0))
        let read = BatchSpool.decode(try next(Int(head.span.word(at: 8))))
        var values = RecordBatch(width: 0, firstNumber: 1)
        values.bytes = try next(Int(head.span.word(at: 16)))
        if !give(Stretch(input: input, read: read, values: values)) { return }
      }
    }
  }
}
