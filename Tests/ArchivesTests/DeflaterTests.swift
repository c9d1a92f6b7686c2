import TestSupport
import Testing

@testable import Archives

@Suite("Deflating pieces")
struct DeflaterTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Bytes that do not pack, that pack to nothing, and such as turn from one into the other, around all sizes that matter.
  static let contents: [[UInt8]] = {
    var state: UInt64 = 7
    let noise = (0..<(2 << 20) + 70_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let powers = [32_768, 65_535, 65_536, 65_537, 1 << 20, (1 << 20) + 1]
    let sizes = [0, 1, 2, 3, 7, 258, 288, 289, 290, 291, 1_000] + powers + [noise.count]
    let repeated = Array("the same again, ".utf8)
    let mixed = stride(from: 0, to: 1 << 20, by: 40_000).flatMap { start in
      Array(noise[start..<start + 20_000]) + (0..<20_000).map { repeated[$0 % 16] }
    }
    return sizes.map { Array(noise[..<$0]) } + sizes.map { size in (0..<size).map { repeated[$0 % 16] } }
      + [Array(repeating: 0, count: 3 << 20), mixed]
  }()

  @Test("Whatever is deflated is inflated to the same by another library, at every level", arguments: 0...9)
  func roundTrip(level: Int) throws {
    let file = try OutputFile(folder.path("all.zip"))
    let zip = ZipWriter(file: file, level: level, time: 0, jobs: 2)
    for (number, content) in Self.contents.enumerated() {
      try zip.begin("\(number)")
      try zip.write(content)
      try zip.end()
    }
    try zip.finish()
    try file.close(sync: false)
    let container = try Container.open(folder.path("all.zip"))
    for (number, content) in Self.contents.enumerated() {
      let read = try container.readAll(container.entries[number], limit: 4 << 20)
      #expect(read == content, "level \(level), content \(number)")
    }
  }

  @Test("A higher level makes no more bytes of text than a lower one by more than a few of a hundred")
  func levels() throws {
    var sizes: [Int] = []
    for level in 0...9 {
      let deflater = try makeDeflater(level: level)
      var piece = DeflatePiece()
      piece.plain = Array(WritingTests.text[..<DeflatePiece.size])
      piece.isLast = true
      deflater.deflate(&piece)
      sizes.append(piece.packedCount)
    }
    for (lower, higher) in zip(sizes, sizes.dropFirst()) { #expect(higher * 100 <= lower * 103) }
  }

  @Test("A deflater makes the same of a piece whatever it deflated before", arguments: [1, 2, 6])
  func forgets(level: Int) throws {
    let used = try makeDeflater(level: level)
    for size in [0, 1, 50, 700, 2_500, 10_000, 60_000, 300_000] {
      for hasDictionary in [false, true] {
        var piece = DeflatePiece()
        piece.plain = Array(WritingTests.text[100_000..<100_000 + size])
        piece.isLast = true
        if hasDictionary { piece.dictionary = Array(WritingTests.text[100_000 - DeflatePiece.window..<100_000]) }
        var again = piece
        // Buffers that were used before are larger than needed, and hold something behind what counts.
        again.packed = [UInt8](repeating: 0xA5, count: 2 << 20)
        again.plain += WritingTests.text[100_000 + size..<103_000 + size]
        again.plain.removeLast(3_000)
        try makeDeflater(level: level).deflate(&piece)
        for (number, length) in [90, 400, 1_300, 2_600, 7_000, 40_000, 250_000].enumerated() {
          var other = DeflatePiece()
          other.plain = Array(WritingTests.text[number * 1_111..<number * 1_111 + length])
          other.isLast = number % 2 == 0
          used.deflate(&other)
          used.deflate(&again)
          #expect(piece.packed[..<piece.packedCount] == again.packed[..<again.packedCount], "\(size) bytes")
          #expect(piece.crc == again.crc)
        }
      }
    }
  }

  @Test("A piece of a few bytes comes out the same wherever its deflater lies in memory", arguments: [1, 2, 6])
  func addresses(level: Int) throws {
    // Each begins with bytes that come again, so that the match depends on what is known of the first ones.
    let contents = (0..<200).map { number in
      let first = WritingTests.text[number * 61..<number * 61 + 5 + number % 200]
      return Array(first + "-".utf8 + first + first.dropFirst())
    }
    let deflaters = try (0..<32).map { _ in try makeDeflater(level: level) }
    for content in contents {
      let packed = deflaters.map { deflater in
        var piece = DeflatePiece()
        piece.plain = content
        piece.isLast = true
        deflater.deflate(&piece)
        return piece.packed[..<piece.packedCount]
      }
      #expect(packed.allSatisfy { $0 == packed[0] }, "\(content.count) bytes")
    }
  }
}
