import Simulator

/// The ways between two groups of hosts on which a fault acts.
public enum FaultDirection: Sendable, Hashable {
  /// From the first group to the second and back.
  case bothWays
  /// From the first group to the second only.
  case oneWay
}

/// The number of a fault in its network, in the order in which faults were imposed.
struct FaultIdentifier: Hashable, Comparable, Sendable {
  let ordinal: Int

  static func < (left: Self, right: Self) -> Bool { left.ordinal < right.ordinal }
}

/// The effect of a fault while it is active.
enum FaultEffect: Sendable {
  /// Nothing at the moment: a fault that comes and goes, in its pause.
  case none
  /// Datagrams between these hosts are lost.
  case block(HostPairs)
  /// Datagrams between these hosts that carry anything are lost; those that open a connection pass.
  case swallow(HostPairs)
  /// These hosts cannot look names up; those that they know still serve.
  case loseNames([Int])
  /// Datagrams between these hosts wait at their destination's door.
  case hold(HostPairs)
  /// Datagrams between these hosts take `factor` times as long and `extra` nanoseconds more.
  case slow(HostPairs, factor: Double, extra: Int64)
  /// These hosts have no network interface.
  case interfaceDown([Int])
  /// New connections from and to these hosts are refused.
  case refuse([Int])
  /// A rule decides the fate of each message.
  case rule(InstalledRule)
}

/// A set of ordered pairs of hosts, by their places in the network.
enum HostPairs: Sendable {
  /// From any of the first group to any of the second, and back where the flag says so.
  case between([Int], [Int], back: Bool)
  /// Between any of these hosts and any other, both ways.
  case touching([Int])

  func contains(from: Int, to: Int) -> Bool {
    switch self {
    case .between(let first, let second, let back):
      (first.contains(from) && second.contains(to))
        || (back && second.contains(from) && first.contains(to))
    case .touching(let hosts):
      from != to && (hosts.contains(from) || hosts.contains(to))
    }
  }
}

/// The joint effect of the active faults on datagrams from one host to another.
struct Treatment: Equatable {
  /// The fault that loses them.
  var blockedBy: FaultIdentifier?
  /// The fault that loses those of them that carry anything.
  var swallowedBy: FaultIdentifier?
  /// The fault that holds them back.
  var heldBy: FaultIdentifier?
  /// The factor by which the time that they take is multiplied.
  var factor = 1.0
  /// The nanoseconds that are added to it.
  var extra: Int64 = 0

  /// Returns the time at which a datagram arrives that set out at `start` and that a link would deliver at `time`.
  ///
  /// Faults that multiply and add up keep it under way for ``longest`` at the most.
  func delayed(_ time: Int64, from start: Int64) -> Int64 {
    guard factor != 1 || extra != 0 else { return time }
    let slowed = min((Double(time - start) * factor).rounded(), Double(Self.longest))
    return start + Self.sum(Int64(slowed), extra)
  }

  /// The longest that faults keep a datagram under way: ten years, beyond what a run lasts.
  ///
  /// Round trips of it can still be averaged in 63 bits, as the retransmission timer does.
  static let longest: Int64 = 10 * 365 * 86_400_000_000_000

  /// The sum of two delays, at most ``longest``.
  static func sum(_ first: Int64, _ second: Int64) -> Int64 {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? longest : min(sum, longest)
  }
}
