/// A colour of a drawn screen, in sRGB.
public struct ScreenColour: Hashable, Sendable, CustomStringConvertible {
  /// The red, green and blue parts, 0 to 255.
  public let red, green, blue: UInt8

  /// A colour by its number, such as `0xd9e5ff`; what is above 24 bits is left out.
  public init(_ number: UInt32) {
    red = UInt8(truncatingIfNeeded: number >> 16)
    green = UInt8(truncatingIfNeeded: number >> 8)
    blue = UInt8(truncatingIfNeeded: number)
  }

  /// The colour as style sheets write it, such as "#d9e5ff".
  public var description: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return part < 16 ? "0\(digits)" : digits
      }.joined()
  }
}

extension ScreenColour {
  /// The relative luminance: 0 for black, 1 for white.
  ///
  /// Source: W3C, WCAG 2.1, "relative luminance".
  public var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : Self.powerOf12Fifths((share + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio of two colours: 1 for equal ones, 21 for black and white.
  ///
  /// Source: W3C, WCAG 2.1, "contrast ratio". Parts of graphics must have 3 against what is next to them (1.4.11).
  public func contrast(with other: ScreenColour) -> Double {
    let (left, right) = (luminance, other.luminance)
    return (max(left, right) + 0.05) / (min(left, right) + 0.05)
  }

  /// A number above zero to the power of 2.4, by its square's fifth root: no library's power, whose last digit may differ.
  private static func powerOf12Fifths(_ number: Double) -> Double {
    let square = number * number
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (fourth * root - square) / (5 * fourth)
    }
    return square * root
  }
}
