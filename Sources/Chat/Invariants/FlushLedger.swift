internal import Devices
internal import Simulator

/// The flushes of receipts, or of deliveries, that one phone hands over, and the pauses between them (I-14).
///
/// A flush is judged where the phone hands it to its outbox, so a fault that holds several up on their way to the
/// backend and lets them arrive together breaks nothing; one that is sent again is still the same row, and no new flush.
/// A pause counts from the backend's commit of the flush before: one that was refused has cost nothing. As a phone hands
/// a flush over only after the answer to the one before, the backend sees no other pauses than these or longer ones.
///
/// Deliveries are paced by each launch of the app for itself, and a notification service extension, where the app has one, writes its
/// own without an outbox. A refused flush of them goes out once more message by message, at once.
struct FlushLedger: Sendable {
  /// The kind of receipts of which it keeps account.
  enum Kind: String, Sendable {
    case receipts, deliveries
  }

  private struct Flush {
    /// The outbox's row.
    let row: String
    let messages: [MessageID]
    /// Whether less than a second of silence was before it.
    let isTrailing: Bool
    /// Whether the outbox has settled it, or the phone cannot know of it any more.
    var isSettled = false
    /// The instant at which the backend first committed it.
    var written: Instant?
  }

  private let phone: String
  private let kind: Kind
  /// Whether the phone writes others beside those of the outbox.
  private let hasOthers: Bool
  /// The messages of flushes that the backend has refused, or whose app has ended: they may go out once more by themselves.
  private var forgiven: Set<MessageID> = []
  /// The flush that was handed over last.
  private var flush: Flush?
  /// The instants at which the backend committed the flush before that, and the last one before it that was trailing.
  private var last: Instant?
  private var lastTrailing: Instant?
  /// Whether the disk was erased since the flush that was handed over last.
  private var isErased = false
  /// What flushes held that the outbox had not settled when its disk was erased: packets that had left the phone still
  /// reach the backend, also after the new installation's first flush.
  private var orphans: Set<MessageID> = []

  /// The breach found since somebody last took it; nil when there was none.
  private(set) var breach: Breach?

  private static let second = Duration.seconds(1)

  init(phone: String, of kind: Kind = .receipts, hasOthers: Bool = false) {
    self.phone = phone
    self.kind = kind
    self.hasOthers = hasOthers
  }

  /// The backend has refused a flush, or the app has ended: no pause is due any more.
  mutating func forgive() {
    if let flush { forgiven.formUnion(flush.messages) }
    (flush, last, lastTrailing) = (nil, nil, nil)
  }

  /// Hands over what was found broken.
  mutating func takeBreach() -> Breach? {
    defer { breach = nil }
    return breach
  }

  /// The outbox has settled what stood in a row.
  mutating func complete(_ row: String) {
    if flush?.row == row { flush?.isSettled = true }
  }

  /// The phone's disk was erased: no answer will reach the outbox, and the app cannot know of a pause.
  mutating func erase() {
    if let flush, !flush.isSettled { orphans.formUnion(flush.messages) }
    flush?.isSettled = true
    isErased = true
  }

  /// The backend has committed receipts of the phone, `message` among them.
  mutating func commit(_ message: MessageID, at now: Instant) {
    guard let flush, flush.messages.contains(message) else {
      if orphans.remove(message) != nil || hasOthers || forgiven.contains(message) { return }
      breach = Breach(
        of: "I-14", "\(phone) to write \(kind) as flushes of its outbox only",
        "written at \(now) without one: \(message)")
      return
    }
    if flush.written == nil { self.flush?.written = now }
  }

  /// The outbox has a flush in a row.
  mutating func handOver(_ messages: [MessageID], as row: String, at now: Instant) {
    if !forgiven.isEmpty, messages.allSatisfy(forgiven.contains) { return }
    let before = flush
    if isErased {
      (isErased, last, lastTrailing) = (false, nil, nil)
    } else if let written = before?.written {
      last = written
      if before?.isTrailing == true { lastTrailing = written }
    }
    let isTrailing = isWithinSecond(of: last, now)
    flush = Flush(row: row, messages: messages, isTrailing: isTrailing)
    if let before, !before.isSettled {
      breach = Breach(
        of: "I-14", "\(phone) to flush \(kind) after the answer to the flush before",
        "flushed at \(now), while the outbox holds one of \(before.messages.count)")
    } else if isTrailing, isWithinSecond(of: lastTrailing, now), let last, let lastTrailing {
      breach = Breach(
        of: "I-14", "\(phone) to flush \(kind) at most once a second beyond the leading edge",
        "the flush before was written at \(last), and this one is made \(last.duration(to: now).stopwatch) later, at \(now)"
          + (last == lastTrailing
            ? "" : "; the last one beyond a leading edge was written at \(lastTrailing)"))
    }
  }

  private func isWithinSecond(of earlier: Instant?, _ now: Instant) -> Bool {
    guard let earlier else { return false }
    return earlier.duration(to: now) < Self.second
  }
}

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
    guard let before = shown.updateValue(status, forKey: id) else { return nil }
    // A retry starts on the lowest rung; where no screen showed that, the message may be on any by now.
    let isRetried = before == .failed && retried.remove(id) != nil
    if before == status || isRetried { return nil }
    return Self.may(status, follow: before) ? nil : before
  }

  /// The ladder (DS-01); failed is a side exit from its lowest rung that a retry leaves, or whatever proves that an earlier
  /// attempt was accepted after all, but for the answer that it waits for no more.
  static func may(_ status: DeliveryStatus, follow before: DeliveryStatus) -> Bool {
    let ladder: [DeliveryStatus: Int] = [.sending: 0, .sent: 1, .delivered: 2, .read: 3]
    guard let lower = ladder[before] else { return status != .sending }
    guard let higher = ladder[status] else { return before == .sending }
    return lower < higher
  }
}
