public import Simulator

/// The language and the region of a phone, by which its apps choose words and digits.
public struct PhoneLocale: Hashable, Sendable, Digestible {
  /// The BCP 47 tag, such as "ar-EG".
  public let identifier: String

  /// A locale by its tag.
  public init(_ identifier: String) { self.identifier = identifier }

  /// English.
  public static let english = PhoneLocale("en")
  /// German.
  public static let german = PhoneLocale("de")
  /// Polish.
  public static let polish = PhoneLocale("pl")
  /// Arabic as in Egypt: from right to left, with digits of its own.
  public static let arabic = PhoneLocale("ar-EG")

  /// The locales that have a name here.
  public static let named: [PhoneLocale] = [.english, .german, .polish, .arabic]

  /// The language without a region, such as "ar".
  public var language: String {
    let tag = identifier.utf8
    let end = tag.firstIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    return end.map { String(identifier[..<$0]) } ?? identifier
  }

  /// Whether lines are written from right to left, and screens laid out so.
  ///
  /// Source: CLDR `layout/orientation/characterOrder`; Arabic, Persian, Hebrew and Urdu.
  public var isRightToLeft: Bool {
    switch language {
    case "ar", "fa", "he", "ur": true
    default: false
    }
  }

  /// A text with its digits as the locale writes them.
  ///
  /// Source: CLDR `defaultNumberingSystem`, which is `arab` for ar-EG and `latn` for the others.
  public func digits(in text: String) -> String {
    guard identifier == Self.arabic.identifier else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          guard "0"..."9" ~= scalar else { return scalar }
          return Unicode.Scalar(0x0660 + scalar.value - 0x30) ?? scalar
        }))
  }

  /// A number as the locale writes it, without marks between its groups.
  public func number(_ number: Int) -> String { digits(in: "\(number)") }

  /// A number of tenths as the locale writes it, with one digit behind its decimal separator.
  ///
  /// Source: CLDR `symbols/decimal`: a comma in German and Polish, U+066B with Arabic digits, a point in English.
  public func decimal(tenths: Int) -> String {
    let separator =
      switch identifier {
      case Self.arabic.identifier: "\u{66B}"
      default: ["de", "pl"].contains(language) ? "," : "."
      }
    return digits(in: "\(tenths / 10)\(separator)\(tenths % 10)")
  }
}

extension PhoneLocale: CustomStringConvertible {
  /// The tag.
  public var description: String { identifier }
}

/// A phone's language was changed.
struct LocaleEvent: JournalEvent {
  let locale: PhoneLocale

  var kind: Journal.Kind { .life }
  var text: String { "language set: \(locale)" }

  func digest(into hash: inout StableHash) { locale.digest(into: &hash) }
}
