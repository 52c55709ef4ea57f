public import Simulator

/// The content of a datagram or of a connection's message.
///
/// The network never looks inside; it needs the size, the bytes' share of a run's digest, and a line for stories.
public protocol Payload: Sendable {
  /// The size in bytes as it would be on the wire, headers below it not counted.
  var byteCount: Int { get }

  /// Mixes in everything that two equal runs must share.
  func digest(into hash: inout StableHash)

  /// One short line for a person, such as `put /chats/1/messages`.
  var summary: String { get }

  /// True for traffic that comes round for ever, such as a keep-alive: a world with nothing else to do counts as quiet.
  var isBackground: Bool { get }
}

extension Payload {
  public var isBackground: Bool { false }
}
