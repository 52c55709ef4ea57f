public import Backend

/// A listener's name, which its owner chooses.
public struct ListenerID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number.
  public let number: Int

  /// The listener of a number.
  public init(_ number: Int) { self.number = number }

  public static func < (left: ListenerID, right: ListenerID) -> Bool { left.number < right.number }

  public var description: String { "listener \(number)" }
}

/// A listener of one query.
struct DatabaseListener: Sendable {
  let id: ListenerID
  /// Empty for one that only keeps data synchronised.
  let kinds: EventKinds
}

/// Something that a listener is told.
public struct RaisedEvent: Equatable, Sendable {
  /// The content of an event.
  public enum Content: Equatable, Sendable {
    /// Data changed, or arrived.
    case data(DataEvent)
    /// The server ended the listener, and why.
    case cancelled(reason: String)
  }

  /// The listener that is told.
  public let listener: ListenerID
  /// The query that it listens to.
  public let query: QuerySpec
  /// The content of the event.
  public let content: Content

  /// An event.
  public init(listener: ListenerID, query: QuerySpec, content: Content) {
    self.listener = listener
    self.query = query
    self.content = content
  }
}
