/// The moments at which a receiver acknowledges: at once, with the data that it sends anyway, or after a delay.
///
/// Every second segment is acknowledged at once (RFC 5681, 4.2). Linux does so with the first segments as well, so that
/// the sender's window opens, and with what the app has read to its end, unless the app has lately answered at once
/// (`net/ipv4/tcp_input.c`, `tcp.c`).
struct AcknowledgementPolicy {
  /// The acknowledgement that is owed.
  enum Debt {
    case none
    /// It waits for data to ride on, until this time.
    case delayed(until: Int64)
    /// It must not wait.
    ///
    /// - Parameter isForeground: More than keep-alives is to be acknowledged.
    case due(isForeground: Bool)

    /// Whether more than keep-alives is to be acknowledged.
    var isForeground: Bool {
      switch self {
      case .none: false
      case .delayed: true
      case .due(let isForeground): isForeground
      }
    }
  }

  private(set) var debt = Debt.none
  private let stack: HostStack
  /// Segments that are still acknowledged at once.
  private var quick = 0
  /// Whether the app answers what it reads: the acknowledgement then rides on the answer.
  private var isInteractive = false
  private var lastReceivedAt: Int64 = -1
  /// The segments that arrived in order since the last acknowledgement.
  private var unacknowledged = 0

  /// The time that an acknowledgement waits, as it follows from the pauses between segments (`ato`).
  private var patience: Int64

  init(_ stack: HostStack) {
    self.stack = stack
    patience = stack.delayedAcknowledgement
  }

  /// The round trip and the time-out of the sending half, by which pauses and delays are measured.
  struct Path {
    let roundTrip: Int64
    let timeout: Int64
  }

  /// Notes a piece that arrived.
  ///
  /// - Parameters:
  ///   - order: Its effect on the stream.
  ///   - hasGap: Whether something is still missing.
  ///   - endsWrite: Whether it ends what the other side's app had written.
  mutating func receive(
    _ order: ReceiveStream.Order, hasGap: Bool, endsWrite: Bool, isBackground: Bool,
    _ path: Path, at now: Int64
  ) {
    let isForeground = !isBackground || debt.isForeground
    if order == .repeated {
      // An acknowledgement was lost: the other side must hear of everything for a while.
      quick = stack.quickAcknowledgements
      isInteractive = false
    } else {
      measurePause(path, at: now)
    }
    guard order == .next, !hasGap, !isBackground else {
      debt = .due(isForeground: isForeground)
      return
    }
    unacknowledged += 1
    let isPrompt = (quick > 0 || endsWrite && stack.acknowledgesWhatIsRead) && !isInteractive
    if unacknowledged >= 2 || isPrompt {
      debt = .due(isForeground: true)
    } else if case .none = debt {
      debt = .delayed(until: stack.expiry(delay(path, endsWrite), from: now))
    }
  }

  /// Adapts the delay to the pauses between segments (`tcp_event_data_recv`).
  private mutating func measurePause(_ path: Path, at now: Int64) {
    defer { lastReceivedAt = now }
    guard lastReceivedAt >= 0 else {
      quick = stack.quickAcknowledgements
      return
    }
    let pause = now - lastReceivedAt
    let half = stack.delayedAcknowledgement / 2
    if pause <= half {
      patience = patience / 2 + half
    } else if pause < patience {
      patience = min(patience / 2 + pause, path.timeout)
    } else if pause > path.timeout {
      // The sender's window may have shrunk and must open again.
      quick = max(quick, stack.quickAcknowledgements)
    }
  }

  private func delay(_ path: Path, _ endsWrite: Bool) -> Int64 {
    let least = stack.delayedAcknowledgement
    guard patience > least else { return patience }
    var limit: Int64 = isInteractive || endsWrite ? 200_000_000 : 500_000_000
    if path.roundTrip > 0 { limit = min(limit, max(path.roundTrip, least)) }
    return min(patience, limit)
  }

  /// Notes that a segment with an acknowledgement goes out.
  mutating func sent(withData: Bool, at now: Int64) {
    if withData, lastReceivedAt >= 0, now - lastReceivedAt < patience {
      isInteractive = true
    }
    if case .none = debt {} else { quick = max(quick - 1, 0) }
    unacknowledged = 0
    debt = .none
  }

  /// Something must be acknowledged at once.
  mutating func demand() { debt = .due(isForeground: debt.isForeground) }

  /// Makes a delayed acknowledgement due whose time has come.
  mutating func elapse(at now: Int64) {
    if case .delayed(let until) = debt, now >= until { debt = .due(isForeground: true) }
  }

  mutating func clear() { debt = .none }
}
