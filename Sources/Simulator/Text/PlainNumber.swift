/// Whole numbers as they are typed and kept: digits alone.
///
/// The initialisers of Swift's integers take a sign as well, so that `+5`, `-0` and `5` would be three texts for one
/// number.
package enum PlainNumber {
  /// Reads a number; nil for an empty text, a sign, a space, and what does not fit.
  ///
  /// - Parameter radix: 10, or 16 for digits in either case.
  package static func read<Number: FixedWidthInteger>(
    _ text: some StringProtocol, as _: Number.Type = Number.self, radix: Int = 10
  ) -> Number? {
    guard text.utf8.first.map({ $0 != 0x2B && $0 != 0x2D }) ?? false else { return nil }
    return Number(text, radix: radix)
  }

  /// Whether a text is digits alone, however many.
  package static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
