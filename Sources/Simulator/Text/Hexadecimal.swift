/// Numbers as fixed-width hexadecimal text.
public enum Hexadecimal {
  /// `value` as sixteen lower-case digits.
  public static func text(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
