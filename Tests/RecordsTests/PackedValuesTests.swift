import Records
import TestSupport
import Testing

@Suite("Numbers and texts in files of the tool's own")
struct PackedValuesTests {
  private static func sample() -> [UInt8] {
    var writer = PackedWriter()
    for number in [0, 1, -1, 63, 64, -65, 1 << 20, Int.max, Int.min] { writer.add(number) }
    writer.add(word: 0xfedc_ba98_7654_3210)
    writer.add(true)
    writer.add("Ærø")
    writer.add([3, 4]) { $0.add($1) }
    return writer.take()
  }

  @Test("They are read as they were written")
  func roundTrip() throws {
    var reader = PackedReader(Self.sample())
    var numbers: [Int] = []
    for _ in 0..<9 { numbers.append(try reader.int()) }
    #expect(numbers == [0, 1, -1, 63, 64, -65, 1 << 20, Int.max, Int.min])
    #expect(try reader.word() == 0xfedc_ba98_7654_3210)
    #expect(try reader.bool())
    #expect(try reader.string() == "Ærø")
    #expect(try reader.list { try $0.int(in: 0...4) } == [3, 4])
    #expect(reader.isAtEnd)
  }

  @Test("Bytes that are cut or invented end in an error, and take no memory that they do not fill")
  func damaged() {
    let whole = Self.sample()
    for count in 0..<whole.count {
      var reader = PackedReader(Array(whole[..<count]))
      #expect(throws: PackedError.self) {
        for _ in 0..<9 { _ = try reader.int() }
        _ = try reader.word()
        _ = try reader.bool()
        _ = try reader.string()
        _ = try reader.list { try $0.int() }
      }
    }
    var source = RandomSource(seed: 22)
    for _ in 0..<500 {
      var reader = PackedReader(source.bytes(40, of: Array(0...255)))
      _ = try? reader.list { try $0.data() }
      _ = try? reader.string()
    }
    var writer = PackedWriter()
    writer.add(Int.max)
    for body in [
      { (reader: inout PackedReader) throws in _ = try reader.data() }, { _ = try $0.list { try $0.int() } },
    ] {
      var reader = PackedReader(writer.bytes)
      #expect(throws: PackedError.self) { try body(&reader) }
    }
    var number = PackedReader([2])
    #expect(throws: PackedError.self) { try number.int(in: 5...9) }
  }

  @Test("An exact sum is packed as words, however large it is")
  func sums() throws {
    for text in ["0", "-12.345678", "79228162514264337593543950335.5", "0.0000000001"] {
      let read = ExactDecimal(text.utf8Span.span)
      let number = try #require(read)
      var sum = ExactSum(number)
      for _ in 0..<9 { sum.add(sum) }
      let other = try #require(ExactSum(words: sum.words))
      #expect(other.description == sum.description && other == sum)
    }
    #expect(ExactSum(words: [1, 2]) == nil)
    #expect(ExactSum(words: [0, 0, 0, 5]) == nil)
  }
}
