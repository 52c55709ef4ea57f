/// Something that happened, as the journal takes it: all of its content goes into the run's digest.
///
/// The text is for people and is made only where it is kept; what it tells must come from the content.
public protocol JournalEvent: Digestible {
  /// The kind of event.
  var kind: Journal.Kind { get }
  /// A readable description of the event.
  var text: String { get }
  /// What counts of the event where runs are compared that differ in drawn ids; nil where nothing does. Given for every
  /// kind.
  var shape: UInt64? { get }
}

extension JournalEvent {
  public var shape: UInt64? { kind.shape(of: self) }
}

extension Journal.Kind {
  /// What counts of an event of the kind where runs are compared that differ in drawn ids; nil where nothing does.
  ///
  /// Of messages it is that there was one; of what is not shown nothing, as the steps that come of it count.
  @inlinable
  func shape(of content: some Digestible) -> UInt64? {
    switch self {
    case .fault, .screen: content.digestWithoutIDs
    case .message: 0
    case .step, .disk, .backend, .life, .scenario: nil
    }
  }
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
