public import Simulator

/// A machine on the network, with one access link.
public final class NetworkHost: Sendable, Hashable, CustomStringConvertible {
  /// The name, unique in its network, such as "Alice" or "backend".
  public let name: String

  /// The subject of journal entries about the host.
  public let subject: JournalSource

  /// The host's place among its network's hosts, in the order of their creation.
  let index: Int

  init(name: String, index: Int) {
    self.name = name
    self.subject = JournalSource(name)
    self.index = index
  }

  public static func == (left: NetworkHost, right: NetworkHost) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
  }

  public var description: String { name }
}
