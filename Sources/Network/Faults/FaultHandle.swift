package import Simulator

/// A fault that was asked for: it waits for its instant, is active, or has ended.
public final class FaultHandle: Sendable, CustomStringConvertible {
  /// A description of the fault for stories, such as `partition Alice | backend`.
  public let description: String

  let identifier: FaultIdentifier
  private let network: Network
  private let plan: WorldBound<Plan>

  /// The timers of the fault that are still to fire, and whether it is over.
  private struct Plan {
    var timers: [WorldTimer] = []
    var nextTurn = WorldTimer.none
    var isOver = false
  }

  init(_ description: String, identifier: FaultIdentifier, network: Network) {
    self.description = description
    self.identifier = identifier
    self.network = network
    plan = WorldBound(Plan(), in: network.world)
  }

  /// True from the fault's beginning to its end; false while it waits for its instant.
  public var isActive: Bool {
    network.fabric.withValue { $0.faults.isActive(identifier) }
  }

  /// True once the fault can no longer do anything.
  public var hasEnded: Bool { plan.withValue { $0.isOver } }

  /// Ends the fault at once, or keeps it from beginning; does nothing where it has ended.
  public func end() {
    settle()
    network.end(identifier)
  }

  /// Keeps a timer that must not fire once the fault has ended.
  func keep(_ timer: WorldTimer) {
    plan.withValue { $0.timers.append(timer) }
  }

  /// Keeps the timer of a fault that comes and goes in place of the one before it.
  func keepTurn(_ timer: WorldTimer) {
    plan.withValue { $0.nextTurn = timer }
  }

  /// Forgets what was planned.
  func settle() {
    let ended = plan.withValue { plan in
      defer { plan = Plan(isOver: true) }
      return plan
    }
    for timer in ended.timers { timer.cancel() }
    ended.nextTurn.cancel()
  }
}

/// A fault that is active, as a failure's story tells it.
package struct ActiveFault: Sendable, Hashable, CustomStringConvertible {
  /// A description of the fault.
  package let name: String
  /// The instant at which it began.
  package let since: Instant

  package var description: String { "\(name), since \(since)" }
}
