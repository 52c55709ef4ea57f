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

  /// Traits; by default those of a new phone.
  public init(
    textSize: TextSize = .large, increasesContrast: Bool = false, isDark: Bool = false
  ) {
    self.textSize = textSize
    self.increasesContrast = increasesContrast
    self.isDark = isDark
  }

  public func digest(into hash: inout StableHash) {
    hash.mix(textSize.rawValue)
    increasesContrast.digest(into: &hash)
    isDark.digest(into: &hash)
  }
}

extension PhoneTraits: CustomStringConvertible {
  /// What is not as on a new phone; empty where everything is.
  public var description: String {
    let words = [
      textSize == .large ? nil : "\(textSize.rawValue) text",
      increasesContrast ? "increased contrast" : nil, isDark ? "dark" : nil,
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
