/// Something that happened, as the journal takes it: all of its content goes into the run's digest.
///
/// The text is for people and is made only where it is kept; what it tells must come from the content.
public protocol JournalEvent: Digestible {
  /// The kind of event.
  var kind: Journal.Kind { get }
  /// A readable description of the event.
  var text: String { get }
}

/// An event of which the text tells everything.
public struct JournalNote: JournalEvent {
  public let kind: Journal.Kind
  public let text: String

  /// Describes an event.
  public init(_ kind: Journal.Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  public func digest(into hash: inout StableHash) { hash.mix(text) }
}
