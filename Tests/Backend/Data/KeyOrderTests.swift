import Testing

@testable import Backend

@Suite struct KeyOrderTests {
  @Test("any two keys stand as their numbers and code units say, however long a start they share")
  func order() {
    let starts = ["", "-N", "abcdefg", "abcdefgh", "-Nabcdefghijk", "12", "é", "\u{FF5E}"]
    let ends = ["", "0", "00", "7", "-", "a", "ab", "b", "é", "\u{1F600}", "\u{FF5E}", "\u{0}"]
    let texts = starts.flatMap { start in ends.map { start + $0 } }
    for left in texts {
      for right in texts {
        let order = Key(left).compare(Key(right))
        #expect(order.signum() == Self.expected(left, right), "\(left) against \(right)")
        #expect((Key(left) == Key(right)) == (order == 0), "\(left) against \(right)")
      }
    }
  }

  /// The documented order, the slow way.
  private static func expected(_ left: String, _ right: String) -> Int {
    switch (number(left), number(right)) {
    case (let a?, let b?) where a != b: return a < b ? -1 : 1
    case (_?, _?): return (left.utf8.count - right.utf8.count).signum()
    case (_?, nil): return -1
    case (nil, _?): return 1
    case (nil, nil): break
    }
    if left.utf16.elementsEqual(right.utf16) { return 0 }
    return left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : 1
  }

  private static func number(_ text: String) -> Int32? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int32(text) : nil
  }
}
