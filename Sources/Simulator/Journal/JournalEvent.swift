/// Something that happened, as the journal takes it: all of its content goes into the run's digest.
///
/// The text is for people and is made only where it is kept; what it tells must come from the content.
public protocol JournalEvent {
  /// The kind of event.
  var kind: Journal.Kind { get }
  /// A readable description of the event.
  var text: String { get }
  /// What counts of the event where runs are compared that differ in drawn ids; nil where nothing does. Given for every
  /// kind.
  var shape: UInt64? { get }

  /// Mixes in the whole content of the event.
  ///
  /// Every event writes it, so that one with a part that cannot be hashed does not compile: `hash.mix(_:)` takes numbers,
  /// texts and what is ``Digestible``, and no closure, actor or key path is. That is why an event is not ``Digestible`` by
  /// itself, which would have it looked into while it is recorded.
  func digest(into hash: inout StableHash)
}

extension JournalEvent {
  public var shape: UInt64? { kind.shape(withoutIDs: contentHash(withoutIDs: true)) }

  /// The hash of the content alone.
  ///
  /// - Parameter withoutIDs: Whether all ids that a seed draws count as one and the same.
  @inlinable
  func contentHash(withoutIDs: Bool = false) -> UInt64 {
    var hash = StableHash(withoutIDs: withoutIDs)
    digest(into: &hash)
    return hash.value
  }
}

extension Journal.Kind {
  /// What counts of an event of the kind where runs are compared that differ in drawn ids; nil where nothing does.
  ///
  /// Of messages it is that there was one; of what is not shown nothing, as the steps that come of it count.
  ///
  /// - Parameter content: The hash of the event's content without such ids.
  @inlinable
  func shape(withoutIDs content: @autoclosure () -> UInt64) -> UInt64? {
    switch self {
    case .fault, .screen: content()
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
