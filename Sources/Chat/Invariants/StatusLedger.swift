/// The statuses that one phone has shown of its user's messages (I-01).
///
/// Knows only which status may follow which, not how a status comes about.
struct StatusLedger: Sendable {
  private var shown: [MessageID: DeliveryStatus] = [:]
  /// Failed messages on whose retry the person has tapped since they were last shown as failed.
  private var retried: Set<MessageID> = []

  /// The person taps retry.
  mutating func retry(_ id: MessageID) {
    if shown[id] == .failed { retried.insert(id) }
  }

  /// A bubble shows a status; returns the earlier one when it may not follow.
  mutating func show(_ status: DeliveryStatus, of id: MessageID) -> DeliveryStatus? {
    guard let before = shown.updateValue(status, forKey: id), before != status else { return nil }
    if before == .failed, status == .sending, retried.remove(id) != nil { return nil }
    return Self.may(status, follow: before) ? nil : before
  }

  /// The ladder (DS-01); failed is a side exit from its lowest rung that nothing but a retry leaves.
  private static func may(_ status: DeliveryStatus, follow before: DeliveryStatus) -> Bool {
    let ladder: [DeliveryStatus: Int] = [.sending: 0, .sent: 1, .delivered: 2, .read: 3]
    guard let lower = ladder[before] else { return false }
    guard let higher = ladder[status] else { return before == .sending }
    return lower < higher
  }
}
