/// The forms that a language has for counts of things.
///
/// Source: Unicode CLDR, "Language Plural Rules", cardinals.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

extension PhoneLocale {
  /// The form of a count, of zero or more; that of other languages than English, German, Polish and Arabic is
  /// ``PluralCategory/other``.
  ///
  /// Source: CLDR `plurals.xml`. For whole numbers, English and German: one is 1. Polish: one is 1, few ends in 2 to 4
  /// and not in 12 to 14, many is the rest. Arabic: zero, one and two are themselves, few ends in 3 to 10 of its last two
  /// digits, many in 11 to 99, other is the rest.
  public func pluralCategory(of count: Int) -> PluralCategory {
    let number = count.magnitude
    let (lastDigit, lastTwo) = (number % 10, number % 100)
    switch language {
    case "en", "de":
      return number == 1 ? .one : .other
    case "pl":
      if number == 1 { return .one }
      return 2...4 ~= lastDigit && !(12...14 ~= lastTwo) ? .few : .many
    case "ar":
      switch (number, lastTwo) {
      case (0, _): return .zero
      case (1, _): return .one
      case (2, _): return .two
      case (_, 3...10): return .few
      case (_, 11...99): return .many
      default: return .other
      }
    default:
      return .other
    }
  }

  /// The forms that whole numbers can have.
  public var pluralCategories: [PluralCategory] {
    // A hundred numbers and the first few show them all, as rules ask for the last two digits only.
    let seen = Set((0..<110).map(pluralCategory))
    return PluralCategory.allCases.filter(seen.contains)
  }
}
