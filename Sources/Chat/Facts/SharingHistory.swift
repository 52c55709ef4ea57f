public import Simulator

/// One turn of the switch for read receipts.
public struct SharingFact: Hashable, Sendable, Digestible {
  /// The id, made by the phone that turned it; ids sort in the order of turning.
  public let id: String
  /// Whether receipts are shared from here on.
  public let isOn: Bool
  /// The time at which the backend accepted it, in milliseconds since 1970; nil while that is unknown.
  public var milliseconds: Int64?
}

/// The turns of a user's switch for read receipts, which is on at first (C-40).
///
/// Messages that were read while it was off stay unshared after it is turned on again, and reads by others in that time
/// stay unseen; reads that were seen before it was turned off stay seen. So the times decide, but for a read of which a
/// phone knew before it heard of a switch on another phone of the user: there ``ChatStore/sees(_:at:)`` keeps the status
/// from falling.
struct SharingHistory: Sendable {
  /// In order, those that the backend has not taken yet at the end.
  private(set) var turns: [SharingFact] = []

  /// Whether a read of this moment is shared or seen now.
  var isOn: Bool { turns.last?.isOn ?? true }

  /// Whether receipts were shared at a time of the backend's.
  func isOn(at milliseconds: Int64) -> Bool {
    turns.last { $0.milliseconds.map { $0 <= milliseconds } ?? false }?.isOn ?? true
  }

  mutating func put(_ turn: SharingFact) {
    turns.removeAll { $0.id == turn.id }
    turns.append(turn)
    turns.sort { ($0.milliseconds ?? .max, $0.id) < ($1.milliseconds ?? .max, $1.id) }
  }

  mutating func remove(_ turn: SharingFact) { turns.removeAll { $0.id == turn.id } }
}
