import Packages
import Records
import Synchronization

/// A file of blocks that a task has made, opened and checked when it is first read.
final class TaskBlocks: Sendable {
  let task: String
  let name: String
  private let folders: TaskFolders
  private let read: ReadFiles
  private let reader = Mutex<BlockReader?>(nil)

  init(_ name: String, of task: String, _ folders: TaskFolders, _ read: ReadFiles) {
    (self.name, self.task, self.folders, self.read) = (name, task, folders, read)
  }

  /// The file. Throws `ShardError` if it is not what the task has made.
  func open() throws -> BlockReader {
    try reader.withLock { reader in
      if let reader { return reader }
      let opened = try folders.blocks(name, of: task, read)
      reader = opened
      return opened
    }
  }
}

/// The records of a package in files of blocks.
final class BlockStore: RecordStore {
  private let package: Int
  private let files: @Sendable (Int) -> [TaskBlocks]

  /// The records of the package of a number; the function gives the files that have those of an entity.
  init(package: Int, _ files: @escaping @Sendable (Int) -> [TaskBlocks]) {
    (self.package, self.files) = (package, files)
  }

  /// No records.
  static let empty = BlockStore(package: 0) { _ in [] }

  func records(of entities: Set<Int>, in package: Package) throws -> any StoredRecords {
    var places: [Pass.Place] = []
    // Blocks of an entity are in their order in one file.
    for entity in entities.sorted() {
      for file in files(entity) {
        let reader = try file.open()
        for block in reader.blocks where block.package == self.package && block.entity == entity {
          places.append((entity, file, reader, block))
        }
      }
    }
    return Pass(places: places, width: package.entities.map(\.columns.count))
  }

  private struct Pass: StoredRecords {
    typealias Place = (entity: Int, file: TaskBlocks, reader: BlockReader, block: BlockFile.Block)

    let places: [Place]
    let width: [Int]
    var place = 0

    mutating func next() throws -> (entity: Int, batch: RecordBatch)? {
      guard self.place < places.count else { return nil }
      let place = places[self.place]
      self.place += 1
      guard let batch = try place.reader.batch(place.block), batch.width == width[place.entity] else {
        throw ShardError.damaged(place.file.name, of: place.file.task)
      }
      return (place.entity, batch)
    }
  }
}
