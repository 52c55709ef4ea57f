internal import Simulator

/// A thing that a screen may show and a scenario looks at, such as the bubble of a message.
///
/// An expectation on one that is not on the screen fails and says so; no placeholder stands in for it. An app's vocabulary
/// adds its own:
///
/// ```swift
/// extension ScreenElement where Screen == ListScreen, Content == ListScreen.Line {
///   static func line(_ item: String) -> Self { Self("line", id: item) { $0[item] } }
/// }
///
/// try await bob.expect(\.isTicked, of: .line("milk"), is: true)
/// ```
public struct ScreenElement<Screen: Sendable, Content>: Sendable {
  /// The kind of thing in a word or two, such as "bubble".
  public let kind: String
  /// The id by which it is told from others of its kind; nil where there is one only.
  public let id: String?
  let find: @Sendable (Screen) -> Content?

  /// Describes a thing.
  ///
  /// - Parameters:
  ///   - kind: The kind of thing in a word or two.
  ///   - id: The id by which it is told from others of its kind; stories tell what names it.
  ///   - find: Returns the thing; nil where it is not on the screen.
  public init(
    _ kind: String, id: String? = nil, find: @escaping @Sendable (Screen) -> Content?
  ) {
    self.kind = kind
    self.id = id
    self.find = find
  }

  /// The kind and the id.
  var name: String { Self.name(kind, id) }

  static func name(_ kind: String, _ id: String?) -> String { id.map { "\(kind) \($0)" } ?? kind }
}

/// A condition on a screen that tells the value that it saw.
///
/// Made by ``that(_:of:is:)`` and the like; several of them hold at one instant in
/// ``Phone/expect(all:_:within:measuredAs:since:fileID:filePath:line:)``.
public struct ScreenCondition<Screen: Sendable>: Sendable {
  /// What a failure says of a condition.
  struct Words {
    /// The thing that a scenario looks at, such as "status of bubble 17".
    let subject: String
    /// The same without an id, such as "status of the bubble".
    let kind: String
    /// The wanted value in words, such as "read" or "not failed".
    let wanted: String
  }

  /// The words for it; found when a failure needs them, as most conditions come true.
  let words: @Sendable () -> Words
  /// The id in it; nil where there is none.
  let about: String?
  let holds: @Sendable (Screen) -> Bool
  /// The value in words.
  let seen: @Sendable (Screen) -> String

  /// The value of a thing on the screen is this one.
  public static func that<Content, Value: Equatable & Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable, of element: ScreenElement<Screen, Content>,
    is expected: Value
  ) -> Self {
    Self(value, of: element, wanted: { ShownValue.text(expected) }, { $0 == expected })
  }

  /// The thing is on the screen and its value is another one.
  public static func that<Content, Value: Equatable & Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable, of element: ScreenElement<Screen, Content>,
    isNot excluded: Value
  ) -> Self {
    Self(value, of: element, wanted: { "not \(ShownValue.text(excluded))" }, { $0 != excluded })
  }

  /// The value on the screen is this one.
  public static func that<Value: Equatable & Sendable>(
    _ value: any KeyPath<Screen, Value> & Sendable, is expected: Value
  ) -> Self {
    Self(value, of: .whole, wanted: { ShownValue.text(expected) }, { $0 == expected })
  }

  /// The value on the screen is another one.
  public static func that<Value: Equatable & Sendable>(
    _ value: any KeyPath<Screen, Value> & Sendable, isNot excluded: Value
  ) -> Self {
    Self(value, of: .whole, wanted: { "not \(ShownValue.text(excluded))" }, { $0 != excluded })
  }

  /// What is worked out from a thing on the screen is this; a failure tells it under its name.
  ///
  /// ```swift
  /// try await alice.expect(
  ///   all: .that("roles", of: .groupInfo, is: ["Admin", nil]) { $0.members.map(\.role) })
  /// ```
  public static func that<Content, Value: Equatable & Sendable>(
    _ name: String, of element: ScreenElement<Screen, Content>, is expected: Value,
    _ value: @escaping @Sendable (Content) -> Value
  ) -> Self {
    Self(
      { name }, value, of: element, wanted: { ShownValue.text(expected) }, { $0 == expected })
  }

  /// What is worked out from the screen is this; a failure tells it under its name.
  public static func that<Value: Equatable & Sendable>(
    _ name: String, is expected: Value, _ value: @escaping @Sendable (Screen) -> Value
  ) -> Self {
    Self(
      { name }, value, of: .whole, wanted: { ShownValue.text(expected) }, { $0 == expected })
  }

  /// The value of a thing on the screen is one of several, of which `words` say what they have in common.
  ///
  /// ```swift
  /// try await alice.expect(
  ///   all: .that(\.subtitle, of: .thread, matches: "begins with “last seen”") {
  ///     $0?.hasPrefix("last seen") == true
  ///   })
  /// ```
  public static func that<Content, Value: Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable, of element: ScreenElement<Screen, Content>,
    matches words: String, _ isMet: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    Self(value, of: element, wanted: { "one that \(words)" }, isMet)
  }

  /// The value on the screen is one of several, of which `words` say what they have in common.
  public static func that<Value: Sendable>(
    _ value: any KeyPath<Screen, Value> & Sendable, matches words: String,
    _ isMet: @escaping @Sendable (Value) -> Bool
  ) -> Self {
    Self(value, of: .whole, wanted: { "one that \(words)" }, isMet)
  }

  /// The thing is on the screen.
  public static func present<Content>(_ element: ScreenElement<Screen, Content>) -> Self {
    Self(presence: element, "on the screen") { element.find($0) != nil }
  }

  /// The thing is not on the screen.
  public static func absent<Content>(_ element: ScreenElement<Screen, Content>) -> Self {
    Self(presence: element, ShownValue.missing) { element.find($0) == nil }
  }

  init<Content, Value: Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable, of element: ScreenElement<Screen, Content>,
    wanted: @escaping @Sendable () -> String, _ isMet: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(
      { ShownValue.name(of: value) }, { $0[keyPath: value] }, of: element, wanted: wanted, isMet)
  }

  init<Content, Value: Sendable>(
    _ property: @escaping @Sendable () -> String,
    _ value: @escaping @Sendable (Content) -> Value, of element: ScreenElement<Screen, Content>,
    wanted: @escaping @Sendable () -> String, _ isMet: @escaping @Sendable (Value) -> Bool
  ) {
    let (kind, name) = (element.kind, element.id)
    words = {
      let property = property()
      return kind.isEmpty
        ? Words(subject: property, kind: "the \(property)", wanted: wanted())
        : Words(
          subject: "\(property) of \(ScreenElement<Screen, Content>.name(kind, name))",
          kind: "the \(property) of the \(kind)", wanted: wanted())
    }
    about = element.id
    holds = { screen in element.find(screen).map { isMet(value($0)) } ?? false }
    seen = { screen in
      element.find(screen).map { ShownValue.text(value($0)) } ?? ShownValue.missing
    }
  }

  private init<Content>(
    presence element: ScreenElement<Screen, Content>, _ wanted: String,
    _ holds: @escaping @Sendable (Screen) -> Bool
  ) {
    let (kind, name) = (element.kind, element.id)
    words = {
      Words(
        subject: ScreenElement<Screen, Content>.name(kind, name), kind: "the \(kind)",
        wanted: wanted)
    }
    about = element.id
    self.holds = holds
    seen = { element.find($0) == nil ? ShownValue.missing : "on the screen" }
  }
}

extension ScreenElement where Content == Screen {
  /// The screen itself.
  static var whole: Self { Self("") { $0 } }
}

/// Values as failures tell them.
enum ShownValue {
  static let missing = "not on the screen"

  /// A value in words; nothing in the way of an optional's.
  static func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { text($0.value) } ?? "none"
    }
    if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
      // order: sorted by their texts.
      let parts = mirror.children.map { child in
        let pair = Mirror(reflecting: child.value).children.map { "\($0.value)" }
        return mirror.displayStyle == .set ? "\(child.value)" : pair.joined(separator: ": ")
      }
      return "[\(parts.sorted().joined(separator: ", "))]"
    }
    if mirror.displayStyle == .collection {
      return "[\(mirror.children.map { text($0.value) }.joined(separator: ", "))]"
    }
    // What holds ends of lines is told in one all the same.
    if let text = value as? String { return "“\(text.visibleLine)”" }
    if let duration = value as? Duration { return duration.stopwatch }
    return "\(value)".visibleLine
  }

  /// A range in words, such as "at most 5".
  static func text<Range: RangeExpression>(range: Range) -> String {
    switch range {
    case let range as ClosedRange<Range.Bound>:
      "at least \(text(range.lowerBound)) and at most \(text(range.upperBound))"
    case let range as Swift.Range<Range.Bound>:
      "at least \(text(range.lowerBound)) and less than \(text(range.upperBound))"
    case let range as PartialRangeFrom<Range.Bound>: "at least \(text(range.lowerBound))"
    case let range as PartialRangeThrough<Range.Bound>: "at most \(text(range.upperBound))"
    case let range as PartialRangeUpTo<Range.Bound>: "less than \(text(range.upperBound))"
    default: "in \(range)"
    }
  }

  /// The names of the properties of a key path, such as "photo.progress", from the last one on that the program does not
  /// tell; "value" where it tells none.
  static func name(of path: AnyKeyPath) -> String { path.propertyNames ?? "value" }
}
