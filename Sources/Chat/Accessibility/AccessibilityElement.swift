/// Something on the screen at which VoiceOver stops, with the words that it says there.
///
/// Source: Apple, `UIAccessibilityElement` and the informal protocol `UIAccessibility`: `accessibilityLabel`,
/// `accessibilityValue`, `accessibilityTraits`, `accessibilityHint` and `accessibilityCustomActions`.
public struct AccessibilityElement: Hashable, Sendable {
  /// The name, such as "Send".
  public let label: String
  /// The part that changes while the name stays, such as "2 of 3"; nil where there is none.
  public let value: String?
  /// The kind of element, and its state.
  public let traits: AccessibilityTraits
  /// The words that say what a double tap does, where the name does not; nil elsewhere.
  public let hint: String?
  /// The names of what else can be done here, by the rotor: what others reach by a long press or a swipe, or by a control in a
  /// row. Source: Apple, `UIAccessibilityCustomAction`.
  public let actions: [String]

  /// An element; by default one that says no more than its name.
  public init(
    _ label: String, value: String? = nil, _ traits: AccessibilityTraits, hint: String? = nil,
    actions: [String] = []
  ) {
    self.label = label
    self.value = value
    self.traits = traits
    self.hint = hint
    self.actions = actions
  }
}

extension AccessibilityElement {
  /// A switch, which is a button and a toggle: VoiceOver calls it a switch button then.
  ///
  /// Source: Apple, `UIAccessibilityTraits.toggleButton` (iOS 17).
  static func toggle(_ label: String, isOn: Bool, in words: ChatText) -> AccessibilityElement {
    AccessibilityElement(
      label, value: words[isOn ? .switchOn : .switchOff], [.button, .toggleButton])
  }
}

extension AccessibilityElement: CustomStringConvertible {
  /// The element in the order in which VoiceOver speaks it: label, value, traits, hint; then the actions.
  public var description: String {
    let traits = "\(traits)"
    let words = ["“\(label)”", value.map { "“\($0)”" }, traits.isEmpty ? nil : traits, hint]
    let actions = actions.isEmpty ? "" : " (\(actions.joined(separator: ", ")))"
    return words.compactMap(\.self).joined(separator: ", ") + actions
  }
}

/// The kind of an accessibility element, and its state.
///
/// Source: Apple, `UIAccessibilityTraits`, of which these are those that the chat has. Text fields have a trait that the
/// platform keeps to itself, so that the field for the message has none here.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Traits by their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A title, among which VoiceOver's rotor leads.
  public static let header = AccessibilityTraits(rawValue: 1)
  /// Does something when it is double tapped.
  public static let button = AccessibilityTraits(rawValue: 2)
  /// A picture.
  public static let image = AccessibilityTraits(rawValue: 4)
  /// The field in which one searches.
  public static let searchField = AccessibilityTraits(rawValue: 8)
  /// Words that do nothing.
  public static let staticText = AccessibilityTraits(rawValue: 16)
  /// Chosen among others.
  public static let selected = AccessibilityTraits(rawValue: 32)
  /// Does nothing at present.
  public static let notEnabled = AccessibilityTraits(rawValue: 64)
  /// Its value goes up and down with a swipe.
  public static let adjustable = AccessibilityTraits(rawValue: 128)
  /// Its words change often.
  public static let updatesFrequently = AccessibilityTraits(rawValue: 256)
  /// Its content can be made larger.
  public static let supportsZoom = AccessibilityTraits(rawValue: 512)
  /// Stands at one of two states, which its value tells.
  public static let toggleButton = AccessibilityTraits(rawValue: 1_024)
}

extension AccessibilityTraits: CustomStringConvertible {
  private static let names: [(trait: AccessibilityTraits, name: String)] = [
    (.header, "header"), (.button, "button"), (.image, "image"), (.searchField, "search field"),
    (.staticText, "static text"), (.selected, "selected"), (.notEnabled, "not enabled"),
    (.adjustable, "adjustable"), (.updatesFrequently, "updates frequently"),
    (.supportsZoom, "supports zoom"), (.toggleButton, "toggle button"),
  ]

  /// The names of the traits; empty where there are none.
  public var description: String {
    Self.names.filter { contains($0.trait) }.map(\.name).joined(separator: ", ")
  }
}
