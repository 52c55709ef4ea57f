/// The size of text that a person has chosen for all apps, under Display & Text Size.
///
/// Source: Apple, `UIContentSizeCategory`; the seven sizes of everybody, and five that are offered as accessibility sizes.
public enum TextSize: String, Hashable, Codable, Sendable, CaseIterable {
  case extraSmall, small, medium
  /// The size of a new phone.
  case large
  case extraLarge, extraExtraLarge, extraExtraExtraLarge
  case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge
  case accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge

  /// The height of body text in points.
  ///
  /// Source: Apple, Human Interface Guidelines, "Typography", iOS Dynamic Type sizes, style Body.
  public var bodyPoints: Int {
    switch self {
    case .extraSmall: 14
    case .small: 15
    case .medium: 16
    case .large: 17
    case .extraLarge: 19
    case .extraExtraLarge: 21
    case .extraExtraExtraLarge: 23
    case .accessibilityMedium: 28
    case .accessibilityLarge: 33
    case .accessibilityExtraLarge: 40
    case .accessibilityExtraExtraLarge: 47
    case .accessibilityExtraExtraExtraLarge: 53
    }
  }

  /// A length that is meant for text of the usual size, as long as it is at this one.
  ///
  /// Source: Apple, `UIFontMetrics.scaledValue(for:)`, which goes by the leading; this goes by the size of body text.
  public func scaled(_ length: Int) -> Int { length * bodyPoints / Self.large.bodyPoints }

  /// The number of rows of text that fit where so many do at the usual size; at least one where any does.
  ///
  /// A row is as high as its text. Source: Apple, Human Interface Guidelines, "Typography", for the sizes of body text; that
  /// rows grow by nothing else is ours.
  public func fitting(_ rows: Int) -> Int {
    max(min(1, rows), rows * Self.large.bodyPoints / bodyPoints)
  }
}
