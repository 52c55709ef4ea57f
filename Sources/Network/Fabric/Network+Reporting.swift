package import Simulator

/// A datagram under way, as a failure's story tells it.
package struct DatagramInFlight: Sendable, Hashable, CustomStringConvertible {
  /// The name of the host that sent it.
  package let from: String
  /// The name of the host that it is for.
  package let to: String
  /// A summary of its content.
  package let summary: String
  /// The instant at which it was sent.
  package let sentAt: Instant
  /// The instant at which it arrives, if nothing holds it.
  package let dueAt: Instant
  /// The fault that holds it.
  package let heldBy: String?

  package var description: String {
    let fate = heldBy.map { "held by \($0)" } ?? "due at \(dueAt)"
    return "\(from)→\(to) \(summary), sent at \(sentAt), \(fate)"
  }
}

extension Network {
  /// The datagrams under way, in the order of their sending.
  package var inFlight: [DatagramInFlight] {
    fabric.withValue { fabric in
      fabric.flights.inOrder.map { entry in
        let flight = entry.flight
        return DatagramInFlight(
          from: flight.route.source.host.name, to: flight.route.destination.host.name,
          summary: flight.cargo.payload.summary, sentAt: Instant(nanoseconds: flight.sentAt),
          dueAt: Instant(nanoseconds: entry.dueAt),
          heldBy: entry.heldBy.map { fabric.faults.description(of: $0) })
      }
    }
  }

  /// The messages of connections that the other side has not acknowledged, by connection, in order.
  public var unacknowledged: [String] {
    fabric.withValue { $0.connections.inOrder }.flatMap { side in
      side.unacknowledged.map { "\(side.local.name)→\(side.remote.name) \(side.identifier) \($0)" }
    }
  }

  /// Returns the active faults, and the datagrams and messages under way, for the story of a failed run.
  func report() -> [String] {
    let faults = activeFaults.map { "fault: \($0)" }
    return faults + Self.shortened(inFlight.map { "in flight: \($0)" })
      + Self.shortened(unacknowledged.map { "under way: \($0)" })
  }

  private static func shortened(_ lines: [String]) -> [String] {
    let limit = 20
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more"]
  }
}
