/// The limits on messages to one device, and the messages that count against them.
///
/// Source: Firebase documentation, "FCM throttling and quotas".
struct PushRates: Sendable {
  /// Messages to one device in a minute, and in an hour.
  static let limits: [(count: Int, withinMilliseconds: Int64)] = [
    (240, 60_000), (5_000, 3_600_000),
  ]
  /// Collapsible messages that can go out at once.
  static let collapsibleBurstMax = 20
  /// The time until one more can go out (3 minutes).
  static let collapsibleRefillMilliseconds: Int64 = 180_000

  /// The times at which messages were accepted, within the longest of the limits' times, in order.
  private var accepted: [Int64] = []
  private var collapsible = collapsibleBurstMax
  private var refilledMilliseconds: Int64 = 0

  /// Counts a message, or says which limit it would break.
  mutating func accept(
    at nowMilliseconds: Int64
  ) -> (count: Int, withinMilliseconds: Int64)? {
    if let longest = Self.limits.map(\.withinMilliseconds).max() {
      let old = accepted.prefix { $0 <= nowMilliseconds - longest }.count
      // Dropped in bulk, so that each message is moved a few times at most.
      if old > 512 || old == accepted.count { accepted.removeFirst(old) }
    }
    for limit in Self.limits where accepted.count >= limit.count {
      let earliest = accepted[accepted.count - limit.count]
      if earliest > nowMilliseconds - limit.withinMilliseconds { return limit }
    }
    accepted.append(nowMilliseconds)
    return nil
  }

  /// Takes the right to send a collapsible message; nil, or when there will be one.
  mutating func takeCollapsible(at nowMilliseconds: Int64) -> Int64? {
    let refill = (nowMilliseconds - refilledMilliseconds) / Self.collapsibleRefillMilliseconds
    if collapsible >= Self.collapsibleBurstMax {
      refilledMilliseconds = nowMilliseconds
    } else if refill > 0 {
      collapsible = Int(min(Int64(Self.collapsibleBurstMax), Int64(collapsible) + refill))
      refilledMilliseconds += refill * Self.collapsibleRefillMilliseconds
    }
    guard collapsible > 0 else {
      return refilledMilliseconds + Self.collapsibleRefillMilliseconds
    }
    collapsible -= 1
    return nil
  }
}
