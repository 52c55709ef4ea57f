/// Finds a text in others by its bytes, in time that grows with both lengths and never with their product.
///
/// The method of Knuth, Morris and Pratt ("Fast pattern matching in strings", SIAM Journal on Computing, 1977): clients
/// decide about both texts, and ten megabytes of one letter are easily sent.
struct TextSearch {
  /// The bytes that are looked for; not empty.
  private let needle: [UInt8]
  /// For each number of bytes that fit, how many fit where the next try begins.
  private let borders: [Int32]

  /// The search for a text, which must not be empty.
  init(for text: String) {
    needle = Array(text.utf8)
    var borders: [Int32] = [0]
    borders.reserveCapacity(needle.count)
    var length = 0
    for index in needle.indices.dropFirst() {
      while length > 0, needle[index] != needle[length] { length = Int(borders[length - 1]) }
      if needle[index] == needle[length] { length += 1 }
      borders.append(Int32(length))
    }
    self.borders = borders
  }

  /// Number of bytes that are looked for.
  var count: Int { needle.count }

  /// Returns the index of the text's first occurrence at `start` or behind it; nil where there is none.
  func firstIndex(in bytes: [UInt8], from start: Int = 0) -> Int? {
    var length = 0
    for index in start..<bytes.count {
      while length > 0, bytes[index] != needle[length] { length = Int(borders[length - 1]) }
      if bytes[index] == needle[length] { length += 1 }
      if length == needle.count { return index + 1 - length }
    }
    return nil
  }
}
