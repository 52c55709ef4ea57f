internal import Backend

/// The time in which a user wants no notifications of a conversation, as the backend has it.
///
/// Reads the stored turns by itself; it shares no code with the app or the backend's functions.
struct Muting: Equatable, Sendable {
  /// The backend's time of the turn, in milliseconds since 1970.
  let begin: Int64
  /// The backend's time of its end, in milliseconds since 1970; nil for none.
  let end: Int64?

  private static let hours: [String: Int64] = ["1h": 1, "8h": 8, "1d": 24, "1w": 168]

  /// The muting of the last of some turns; nil where that wants notifications, or there is none.
  init?(last turns: Node) {
    let all = turns.children.compactMap { key, turn -> (at: Int64, key: String, to: String)? in
      guard case .number(let at) = turn[child: "at"].scalar,
        case .string(let to) = turn[child: "to"].scalar
      else { return nil }
      return (at.asMilliseconds, key.text, to)
    }
    guard let last = all.max(by: { ($0.at, $0.key) < ($1.at, $1.key) }), last.to != "off" else {
      return nil
    }
    begin = last.at
    end = Self.hours[last.to].map { last.at + $0 * 3_600_000 }
  }
}
