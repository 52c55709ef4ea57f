/// The order of strings in the database: by UTF-16 code units, without normalisation.
///
/// Source: the platform's clients compare strings by code unit; canonically equivalent strings
/// that differ in their scalars are different keys and different values.
enum TextOrder {
  /// Negative, zero or positive as `left` stands before, at or after `right`.
  static func compare(_ left: String, _ right: String) -> Int {
    var leftBytes = left.utf8.makeIterator()
    var rightBytes = right.utf8.makeIterator()
    while true {
      switch (leftBytes.next(), rightBytes.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let a?, let b?):
        if a == b { continue }
        // UTF-8 orders by scalar. UTF-16 differs in one point: scalars above U+FFFF (lead byte
        // F0 and up) are written with surrogates and stand before U+E000...U+FFFF (EE, EF).
        if a >= 0xEE, b >= 0xEE, (a >= 0xF0) != (b >= 0xF0) { return a >= 0xF0 ? -1 : 1 }
        return a < b ? -1 : 1
      }
    }
  }

  /// Whether both strings hold the same bytes.
  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}
