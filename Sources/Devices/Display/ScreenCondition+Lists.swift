// Conditions on lists, and on values of which a range is wanted.

extension ScreenCondition {
  /// The list of a thing on the screen has this item in it, others or none beside it.
  public static func that<Content, List: Sequence & Sendable>(
    _ list: any KeyPath<Content, List> & Sendable, of element: ScreenElement<Screen, Content>,
    includes item: List.Element
  ) -> Self where List.Element: Equatable & Sendable {
    Self(
      list, of: element, wanted: { "a list with \(ShownValue.text(item))" }, { $0.contains(item) })
  }

  /// The list on the screen has this item in it, others or none beside it.
  ///
  /// ```swift
  /// try await bob.expectNotifications(all: .that(\.bodies, includes: "hello"))
  /// ```
  public static func that<List: Sequence & Sendable>(
    _ list: any KeyPath<Screen, List> & Sendable, includes item: List.Element
  ) -> Self where List.Element: Equatable & Sendable {
    .that(list, of: .whole, includes: item)
  }

  /// The thing is on the screen, and its list does not have this item in it.
  public static func that<Content, List: Sequence & Sendable>(
    _ list: any KeyPath<Content, List> & Sendable, of element: ScreenElement<Screen, Content>,
    excludes item: List.Element
  ) -> Self where List.Element: Equatable & Sendable {
    Self(
      list, of: element, wanted: { "a list without \(ShownValue.text(item))" },
      { !$0.contains(item) })
  }

  /// The list on the screen does not have this item in it.
  public static func that<List: Sequence & Sendable>(
    _ list: any KeyPath<Screen, List> & Sendable, excludes item: List.Element
  ) -> Self where List.Element: Equatable & Sendable {
    .that(list, of: .whole, excludes: item)
  }

  /// What is worked out from the screen is in this range; a failure tells it under its name.
  ///
  /// ```swift
  /// try await bob.expect(all: .that("number of photos", in: 1...) { $0.photos.count })
  /// ```
  public static func that<Wanted: RangeExpression & Sendable>(
    _ name: String, in range: Wanted, _ value: @escaping @Sendable (Screen) -> Wanted.Bound
  ) -> Self where Wanted.Bound: Sendable {
    Self(
      { name }, value, of: .whole, wanted: { ShownValue.text(range: range) },
      { range.contains($0) })
  }
}
