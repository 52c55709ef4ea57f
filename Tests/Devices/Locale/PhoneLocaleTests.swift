import Testing

@testable import Devices

@Suite("Locales")
struct PhoneLocaleTests {
  private static let counts = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 101, 102, 111]

  /// The samples of CLDR's `plurals.xml`.
  private static let forms: [(locale: PhoneLocale, forms: [PluralCategory])] = [
    (
      .english,
      [
        .other, .one, .other, .other, .other, .other, .other, .other, .other, .other, .other,
        .other,
        .other,
      ]
    ),
    (
      .german,
      [
        .other, .one, .other, .other, .other, .other, .other, .other, .other, .other, .other,
        .other,
        .other,
      ]
    ),
    (
      .polish,
      [.many, .one, .few, .few, .many, .many, .many, .many, .few, .many, .many, .few, .many]
    ),
    (
      .arabic,
      [.zero, .one, .two, .few, .few, .many, .many, .many, .many, .other, .other, .other, .many]
    ),
  ]

  @Test("each count has the form that CLDR gives it", arguments: forms)
  func plurals(locale: PhoneLocale, forms: [PluralCategory]) {
    for (count, form) in zip(Self.counts, forms) {
      #expect(locale.pluralCategory(of: count) == form, "\(count) in \(locale)")
    }
  }

  @Test("a language has the forms of CLDR for whole numbers, and no others")
  func categories() {
    #expect(PhoneLocale.english.pluralCategories == [.one, .other])
    #expect(PhoneLocale.german.pluralCategories == [.one, .other])
    #expect(PhoneLocale.polish.pluralCategories == [.one, .few, .many])
    #expect(PhoneLocale.arabic.pluralCategories == PluralCategory.allCases)
    #expect(PhoneLocale("ja").pluralCategories == [.other])
  }

  @Test("Arabic is written from right to left, with digits of its own; a region does not count")
  func arabic() {
    #expect(PhoneLocale.arabic.isRightToLeft && PhoneLocale("he-IL").isRightToLeft)
    #expect(!PhoneLocale.german.isRightToLeft && !PhoneLocale("de_AT").isRightToLeft)
    #expect(PhoneLocale("de_AT").language == "de")
    #expect(PhoneLocale.arabic.digits(in: "2026-01-31 12:05") == "٢٠٢٦-٠١-٣١ ١٢:٠٥")
    #expect(PhoneLocale.arabic.number(-7) == "-٧" && PhoneLocale.polish.number(70) == "70")
  }
}
