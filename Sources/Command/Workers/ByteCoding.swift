/// Writes numbers and texts for another process of the same program.
struct ByteWriter {
  /// The bytes that were written.
  private(set) var bytes: [UInt8] = []

  /// Writes a number as eight bytes, the lowest first.
  mutating func write(_ number: UInt64) {
    // Here and not in a closure that a method takes: the call would hold a copy of the bytes, and each number copy them all.
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Writes a number that may be negative.
  mutating func write(_ number: Int64) { write(UInt64(bitPattern: number)) }

  /// Writes a small number as one byte.
  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes a text with its length.
  mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes bytes with their length.
  mutating func write(block: some Collection<UInt8>) {
    write(UInt64(block.count))
    bytes.append(contentsOf: block)
  }
}

/// Reads what a ``ByteWriter`` wrote, and believes none of it.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  /// Bytes that do not hold what they should.
  struct Malformed: Error {}

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(Malformed) -> UInt64 {
    guard rest.count >= 8 else { throw Malformed() }
    var number: UInt64 = 0
    for byte in rest.prefix(8).reversed() { number = number << 8 | UInt64(byte) }
    rest = rest.dropFirst(8)
    return number
  }

  mutating func signed() throws(Malformed) -> Int64 { Int64(bitPattern: try number()) }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Malformed() }
    return byte
  }

  mutating func block() throws(Malformed) -> ArraySlice<UInt8> {
    let count = try number()
    guard count <= UInt64(rest.count) else { throw Malformed() }
    let block = rest.prefix(Int(count))
    rest = rest.dropFirst(Int(count))
    return block
  }

  mutating func text() throws(Malformed) -> String {
    guard let text = String(validating: try block(), as: UTF8.self) else { throw Malformed() }
    return text
  }
}

/// Frames on a stream of bytes: a length of four bytes, the lowest first, and so many bytes.
enum Framing {
  /// More than this is no frame of ours.
  static let longest = 1 << 30

  /// Appends a frame.
  static func append(_ payload: [UInt8], to bytes: inout [UInt8]) {
    let count = UInt32(payload.count)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
    bytes.append(contentsOf: payload)
  }

  /// Takes the first frame out of `bytes`, from `start` on; nil where it is not there in full yet.
  static func next(
    in bytes: [UInt8], from start: inout Int
  ) throws(ByteReader.Malformed) -> ArraySlice<UInt8>? {
    guard bytes.count - start >= 4 else { return nil }
    var count = 0
    for place in (start..<(start + 4)).reversed() { count = count << 8 | Int(bytes[place]) }
    guard count <= longest else { throw ByteReader.Malformed() }
    guard bytes.count - start - 4 >= count else { return nil }
    defer { start += 4 + count }
    return bytes[(start + 4)..<(start + 4 + count)]
  }
}
