internal import RehearsalCollections
import Simulator

/// A datagram between its sending and its arrival.
///
/// An object, so that handing it on costs one reference, and so that the timer of its arrival needs no memory of its
/// own: what a closure captures alone is its context.
final class Flight: Sendable {
  let route: Route
  let cargo: Cargo
  /// Counts all datagrams of the network, so that they can be told in the order of their sending.
  let ordinal: UInt64
  let sentAt: Int64
  /// Its place in the table of datagrams under way.
  let slot: Int

  init(route: Route, cargo: Cargo, ordinal: UInt64, sentAt: Int64, slot: Int) {
    self.route = route
    self.cargo = cargo
    self.ordinal = ordinal
    self.sentAt = sentAt
    self.slot = slot
  }

  /// The same datagram once more.
  func duplicate(in slot: Int) -> Flight {
    Flight(route: route, cargo: cargo, ordinal: ordinal, sentAt: sentAt, slot: slot)
  }
}

/// A payload as the network takes it.
struct Cargo: Sendable {
  /// A connection's payload apart from others: to ask for its type with each datagram takes longer than to keep it.
  private enum Content: Sendable {
    case segment(Segment)
    case other(any Payload)
  }

  private let content: Content
  /// The payload's stable hash, computed once for the entries of sending and arriving.
  let bits: UInt64
  /// The payload's size.
  let byteCount: Int
  /// Whether the payload comes round for ever.
  let isBackground: Bool

  init(_ payload: any Payload) {
    var hash = StableHash()
    payload.digest(into: &hash)
    content = .other(payload)
    bits = hash.value
    byteCount = payload.byteCount
    isBackground = payload.isBackground
  }

  init(_ segment: Segment) {
    var hash = StableHash()
    segment.digest(into: &hash)
    content = .segment(segment)
    bits = hash.value
    byteCount = segment.byteCount
    isBackground = segment.isBackground
  }

  var payload: any Payload {
    switch content {
    case .segment(let segment): segment
    case .other(let payload): payload
    }
  }

  /// The payload, where it is a connection's.
  var segment: Segment? { if case .segment(let segment) = content { segment } else { nil } }

  /// Whether it is more than a connection's opening or acknowledgement.
  var carriesData: Bool {
    guard let segment else { return true }
    return switch segment.kind {
    case .piece, .reset: true
    case .synchronize, .synchronizeAcknowledge, .acknowledge: false
    }
  }
}

/// All datagrams under way, in slots that are used again.
struct FlightTable {
  /// A datagram and what is still to come for it.
  struct Entry {
    let flight: Flight
    /// The time at which it arrives, or reaches the middle of the network on its way through two links.
    var dueAt: Int64
    /// The fault that holds it beyond that time; nil where none does.
    var heldBy: FaultIdentifier?
  }

  private var entries = Slab<Entry>()

  /// The number of datagrams under way.
  var count: Int { entries.count }

  /// Takes in a datagram that arrives at `time`.
  ///
  /// - Parameter make: Gets the place that the datagram has from now on.
  mutating func insert(dueAt time: Int64, _ make: (Int) -> Flight) -> Flight {
    let flight = make(entries.nextSlot)
    _ = entries.insert(Entry(flight: flight, dueAt: time))
    return flight
  }

  /// Forgets a datagram that has arrived or is lost; traps where it has arrived before.
  mutating func remove(_ flight: Flight) {
    _ = entries.remove(at: flight.slot)
  }

  mutating func hold(_ flight: Flight, by fault: FaultIdentifier?) {
    entries[flight.slot].heldBy = fault
  }

  mutating func delay(_ flight: Flight, until time: Int64) {
    entries[flight.slot].dueAt = time
  }

  /// The datagrams under way in the order of their sending.
  var inOrder: [Entry] {
    entries.elements.sorted { $0.flight.ordinal < $1.flight.ordinal }
  }
}
