public import Simulator

/// What a person has set on a phone for the look of all its apps.
///
/// Source: Apple, `UITraitCollection`: `preferredContentSizeCategory`, `accessibilityContrast` and `userInterfaceStyle`.
public struct PhoneTraits: Hashable, Sendable, Digestible {
  /// The size of text.
  public var textSize: TextSize
  /// Whether Increase Contrast is on.
  ///
  /// Source: Apple, `UIAccessibility.isDarkerSystemColorsEnabled`.
  public var increasesContrast: Bool
  /// Whether apps are light on dark.
  public var isDark: Bool

  /// The width of the app on the screen in points, above zero: another where a phone is turned, or an iPad shows two apps side by
  /// side.
  ///
  /// Source: Apple, `UIView.bounds` of an app's window, as `UITraitCollection` knows classes of sizes only.
  public var width: Int

  /// The width of an iPhone 15, held upright.
  public static let usualWidth = 393

  /// Traits; by default those of a new phone.
  public init(
    textSize: TextSize = .large, increasesContrast: Bool = false, isDark: Bool = false,
    width: Int = usualWidth
  ) {
    self.textSize = textSize
    self.increasesContrast = increasesContrast
    self.isDark = isDark
    self.width = max(1, width)
  }

  public func digest(into hash: inout StableHash) {
    hash.mix(textSize.rawValue)
    increasesContrast.digest(into: &hash)
    isDark.digest(into: &hash)
    width.digest(into: &hash)
  }
}

extension PhoneTraits: CustomStringConvertible {
  /// What is not as on a new phone; empty where everything is.
  public var description: String {
    let words = [
      textSize == .large ? nil : "\(textSize.rawValue) text",
      increasesContrast ? "increased contrast" : nil, isDark ? "dark" : nil,
      width == Self.usualWidth ? nil : "\(width) points wide",
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}

/// The look of a phone's apps was changed.
struct TraitsEvent: JournalEvent {
  let traits: PhoneTraits

  var kind: Journal.Kind { .life }
  var text: String { "look set: \(traits == PhoneTraits() ? "as on a new phone" : "\(traits)")" }

  func digest(into hash: inout StableHash) { traits.digest(into: &hash) }
}
