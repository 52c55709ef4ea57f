import Simulator

/// A datagram between its sending and its arrival.
struct Flight {
  let route: Route
  let payload: any Payload
  /// The stable hash of the payload, computed once for the entries of sending and arriving.
  let bits: UInt64
  /// Counts all datagrams of the network, so that they can be told in the order of their sending.
  let ordinal: UInt64
  let sentAt: Int64
  /// When it arrives, or reaches the middle of the network on its way through two links.
  var dueAt: Int64
  /// What it waits for beyond that: the number of a fault that holds it.
  var heldBy: FaultIdentifier?
}

/// All datagrams under way, in slots that are used again.
struct FlightTable {
  private(set) var slots: ContiguousArray<Flight?> = []
  private var freeSlots: ContiguousArray<Int> = []

  /// How many datagrams are under way.
  var count: Int { slots.count - freeSlots.count }

  mutating func insert(_ flight: consuming Flight) -> Int {
    if let slot = freeSlots.popLast() {
      slots[slot] = flight
      return slot
    }
    slots.append(flight)
    return slots.count - 1
  }

  mutating func take(_ slot: Int) -> Flight {
    guard let flight = slots[slot].take() else {
      preconditionFailure("slot \(slot) holds no datagram; it arrived before")
    }
    freeSlots.append(slot)
    return flight
  }

  /// The datagram in a slot that is known to be under way.
  subscript(slot: Int) -> Flight {
    guard let flight = slots[slot] else {
      preconditionFailure("slot \(slot) holds no datagram; it arrived before")
    }
    return flight
  }

  mutating func hold(_ slot: Int, by fault: FaultIdentifier?) {
    slots[slot]?.heldBy = fault
  }

  mutating func delay(_ slot: Int, until time: Int64) {
    slots[slot]?.dueAt = time
  }

  /// The datagrams under way in the order of their sending.
  var inOrder: [Flight] {
    slots.compactMap { $0 }.sorted { $0.ordinal < $1.ordinal }
  }
}
