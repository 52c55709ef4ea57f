public import Simulator

/// A rule that decides the fate of each message on its way from one host to another.
///
/// It is the one extension point for faults on the wire: put in force by
/// ``Network/install(_:from:to:direction:at:for:fileID:filePath:line:)``, lifted by the handle which that returns. A
/// rule is a value with state of its own:
///
///     struct EveryThird: PacketRule {
///       var count = 0
///
///       mutating func verdict(for message: WireMessage) -> PacketVerdict {
///         count += 1
///         return count.isMultiple(of: 3) ? .drop : .pass
///       }
///     }
///
///     network.install(EveryThird(), from: [bob.host], to: [backend.host], for: .minutes(5))
///
/// Rules are asked in the order of their installation until one answers other than `pass`, as those of
/// turmoil and of a firewall are. A rule is not asked about messages that it sends itself.
public protocol PacketRule: Sendable {
  /// The fate of a message; asked once for each, when its sender hands it to the network.
  mutating func verdict(for message: WireMessage) -> PacketVerdict

  /// True once the rule has done what it was for; the network then lifts it. False forever by default.
  var isFinished: Bool { get }

  /// A short name for stories, such as `drop next`; the same in every run. The type's name by default.
  var name: String { get }
}

extension PacketRule {
  public var isFinished: Bool { false }

  public var name: String { String(describing: Self.self) }
}

/// A message as its sender hands it to the network: one of a connection, or a datagram of its own.
public struct WireMessage: Sendable {
  /// The contents.
  public let payload: any Payload
  /// The message that this one answers, where the sender says so; a backend does for each response.
  public let request: (any Payload)?
  /// The host that sends it.
  public let source: NetworkHost
  /// The host that it is for.
  public let destination: NetworkHost
  /// The connection that carries it; nil for a datagram outside of connections.
  public let connection: ConnectionIdentifier?
  /// The present instant.
  public let sentAt: Instant
}

/// The fate of a message on the wire.
public enum PacketVerdict: Sendable, Hashable {
  /// The next rule decides; the message goes its way where there is none.
  case pass
  /// The message sets out later, by 0 s to 100 years. On a connection everything that is sent after it waits with it.
  case delay(Duration)
  /// A datagram is lost. On a connection it is the first datagram that carries the message's end: it is sent
  /// again after the retransmission time-out, so the message is late and not lost.
  case drop
  /// The message is lost with everything after it, and its connection breaks once all before it has arrived.
  /// A datagram outside of connections is dropped.
  case breakConnection(ConnectionBreak)

  /// The end of a sentence about a message.
  var story: String {
    switch self {
    case .pass: "passes"
    case .delay(let time): "is delayed by \(time.stopwatch)"
    case .drop: "is dropped"
    case .breakConnection(.reset): "is lost, and its connection is reset"
    case .breakConnection(.halfOpen): "is lost, and its connection is half-open"
    }
  }
}

/// The way in which a connection ends whose traffic is lost from some message on.
public enum ConnectionBreak: Sendable, Hashable {
  /// Both sides are told at once that the connection was reset.
  case reset
  /// Nobody is told: nothing passes any more in either direction, and each side finds out by its own time-outs.
  case halfOpen
}

/// A rule in force between two groups of hosts.
final class InstalledRule: Sendable {
  let pairs: HostPairs
  /// The call that installed it, for verdicts that cannot be.
  private let location: CodeLocation
  private let description: String
  private let rule: WorldBound<State>

  /// In a structure, so that the box need not wrap an existential anew with each access.
  private struct State {
    /// Nil while the rule is being asked.
    var rule: (any PacketRule)?
  }

  init(
    _ rule: any PacketRule, on pairs: HostPairs, named description: String,
    installedAt location: CodeLocation, in world: World
  ) {
    self.pairs = pairs
    self.description = description
    self.location = location
    self.rule = WorldBound(State(rule: rule), in: world)
  }

  /// Asks the rule outside of all of the network's state, so that it may call whatever it likes.
  ///
  /// A rule that is being asked is not asked again from within; a verdict that cannot be ends the run and passes.
  func verdict(for message: WireMessage) -> (verdict: PacketVerdict, isFinished: Bool) {
    let asked = rule.withValue { state in
      defer { state.rule = nil }
      return state.rule
    }
    guard var asked else { return (.pass, false) }
    rule.world.callsForeignCode()
    var verdict = asked.verdict(for: message)
    let isFinished = asked.isFinished
    rule.withValue { $0.rule = asked }
    switch verdict {
    case .delay(let time):
      let isTaken = rule.world.takes(time, "\(description), a verdict to delay by:", at: location)
      if !isTaken { verdict = .pass }
    case .breakConnection where message.connection == nil:
      verdict = .drop
    case .breakConnection, .drop, .pass:
      break
    }
    return (verdict, isFinished)
  }
}
