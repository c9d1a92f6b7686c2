internal import CLibArchive
internal import Faults
internal import Glibc

/// An entry that libarchive unpacks, as a C handle that is freed with the object.
///
/// libarchive is given a stream that holds this entry alone: a header made from what the list of entries says, which was
/// compared before, and then exactly the entry's packed bytes. So an entry in a list of a hundred thousand costs no more
/// than the first one, and no field of a stranger's archive reaches the C parser unread.
@safe final class LibraryEntry: EntryUnpacker {
  private let handle: OpaquePointer
  private let feed: ArchiveFeed
  private let damage: ArchiveError

  /// Errors: `sizesDisagree`, `readFailed`.
  init(_ entry: ZipEntry, in source: ByteSource) throws(ArchiveError) {
    damage = .sizesDisagree(entry: entry.name, path: source.path)
    feed = ArchiveFeed(entry, in: source)
    // Null only without memory.
    guard Fault.number(of: .allocate) == nil, let made = unsafe archive_read_new() else {
      throw .readFailed(path: source.path, errno: ENOMEM)
    }
    unsafe handle = made
    // The handle was just made and belongs to this object alone.
    unsafe archive_read_support_format_zip_streamable(handle)
    // The checksum is compared by who reads, where it costs a fifth.
    unsafe archive_read_set_format_option(handle, "zip", "ignorecrc32", "1")
    // The feed is kept by this object, so it outlives the handle, which deinit frees first.
    let context = unsafe Unmanaged.passUnretained(feed).toOpaque()
    let opened = unsafe archive_read_open(
      handle, context, nil,
      { _, context, block in
        // libarchive hands back the context it was given and the address of a pointer to fill.
        guard let context = unsafe context, let block = unsafe block else { return -1 }
        return unsafe Unmanaged<ArchiveFeed>.fromOpaque(context).takeUnretainedValue().next(block)
      }, nil)
    var header: OpaquePointer?
    // The header belongs to the handle; it is not looked at.
    guard opened == ARCHIVE_OK, unsafe archive_read_next_header(handle, &header) == ARCHIVE_OK else {
      throw feed.failure ?? damage
    }
  }

  deinit {
    // Made in init, freed once, here.
    _ = unsafe archive_read_free(handle)
  }

  func unpack(into buffer: inout [UInt8], at offset: Int, count: Int) throws(ArchiveError) -> Int {
    precondition(offset >= 0 && count >= 0 && offset + count <= buffer.count)
    // The range was checked above and the buffer stays in place within the closure.
    let read = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe archive_read_data(handle, bytes.baseAddress?.advanced(by: offset), count)
    }
    guard read >= 0 else { throw feed.failure ?? damage }
    return read
  }
}

/// The bytes that libarchive asks for, in a buffer that stays where it is between two calls.
@safe private final class ArchiveFeed {
  private let source: ByteSource
  private let buffer: UnsafeMutableRawBufferPointer
  private var header: Int
  private var position: UInt64
  private var remaining: UInt64
  private(set) var failure: ArchiveError?

  init(_ entry: ZipEntry, in source: ByteSource) {
    self.source = source
    position = entry.data
    remaining = entry.packedSize
    // Freed in deinit; larger than any header made here.
    unsafe buffer = .allocate(byteCount: 128 << 10, alignment: 16)
    let bytes = LocalHeader(
      name: Array("entry".utf8), method: entry.method, crc: entry.crc, size: entry.size, packedSize: entry.packedSize
    ).bytes
    header = bytes.count
    unsafe buffer.copyBytes(from: bytes)
  }

  deinit {
    // Allocated in init, freed once, here.
    unsafe buffer.deallocate()
  }

  /// Points `block` at the next bytes and says how many; 0 at the end, −1 when reading failed.
  @unsafe func next(_ block: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    // libarchive reads the block before it asks for the next one; the buffer lives as long as this object.
    unsafe block.pointee = UnsafeRawPointer(buffer.baseAddress)
    if header > 0 {
      defer { header = 0 }
      return header
    }
    let count = Int(min(remaining, UInt64(unsafe buffer.count)))
    if count == 0 { return 0 }
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    // `part` lies within the buffer that this object owns.
    switch unsafe FileSystem.pread(source.file.number, part, position) {
    case .success(let read):
      position += UInt64(read)
      remaining -= UInt64(read)
      return read
    case .failure(let error):
      failure = .readFailed(path: source.path, errno: error.number)
      return -1
    }
  }
}
