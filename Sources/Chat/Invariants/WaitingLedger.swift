internal import Devices
internal import Simulator

/// What one phone has to tell the backend, and since when it could have told it (I-08).
///
/// A phone that never tells would else be busy for ever, and be compared with nothing. It is looked at in moments of rest. One in
/// which it could tell nothing begins the time anew, and so does another connection, another turn of the app's life, and a
/// wait for the disk.
struct WaitingLedger: Sendable {
  /// The first moment in which each change in the outbox has waited, whatever row it was in.
  private var changes: [OutboxOperation.Change: Instant] = [:]
  /// The first moment in which receipts have waited, and how often they had got on by then.
  private var receipts: (steps: Int, since: Instant)?

  /// The phone can tell nothing at present.
  mutating func interrupt() {
    (changes, receipts) = ([:], nil)
  }

  /// Looks at what waits on the disk of a phone that could tell it.
  ///
  /// A change counts by itself: one that is said again under another row has waited since the first one. Receipts count as long as none of them gets on, because they go out 500 at a time with pauses
  /// between.
  ///
  /// - Parameters:
  ///   - begin: The instant since which the phone could tell what waits.
  ///   - limit: The time after which nothing may wait still.
  /// - Returns: What has waited for too long, in words; nil where nothing has.
  mutating func look(
    at disk: StoredFacts, since begin: Instant, limit: Duration, at now: Instant
  ) -> String? {
    // order: each change has a time of its own, and equal ones the same.
    changes = Dictionary(
      disk.operations.values.map { ($0, changes[$0] ?? now) }, uniquingKeysWith: { $1 })
    if disk.unsettled.isEmpty {
      receipts = nil
    } else if receipts?.steps != disk.receiptSteps {
      receipts = (disk.receiptSteps, now)
    }
    func isOverdue(_ since: Instant) -> Bool { max(since, begin).duration(to: now) > limit }
    // order: the least row of them.
    if changes.values.contains(where: isOverdue),
      let row = disk.operations.filter({ changes[$0.value].map(isOverdue) ?? false }).keys.min()
    {
      return "row \(row) of its outbox"
    }
    guard let receipts, isOverdue(receipts.since), let first = disk.unsettled.min() else {
      return nil
    }
    return "the receipt of message \(first)"
  }
}

extension DeviceLedger {
  /// The time after which nothing waits on a phone that can tell it: a minute and the pauses between two flushes. Ours, and far
  /// more than any answer takes.
  private var tellingLimit: Duration {
    .seconds(60) + max(policies.receiptWindow, .seconds(1)) * 2
  }

  /// Requires a phone that could tell all that it has to tell to have done so.
  ///
  /// - Parameter connected: The instant since which the phone has been connected, where it has heard everything and nothing
  ///   keeps it from telling; nil where something does.
  mutating func judgeWaiting(connected: Instant?, at now: Instant) {
    guard disk.isBusy, life == .foreground, now >= waitsUntil, let connected else {
      return waiting.interrupt()
    }
    let begin = max(connected, lifeChange, waitsUntil)
    guard let problem = waiting.look(at: disk, since: begin, limit: tellingLimit, at: now) else {
      return
    }
    breaches.append(
      Breach(
        of: "I-08", "\(phone), which has heard everything, to have told all that it has to tell",
        "\(problem) has waited for more than \(tellingLimit.stopwatch), and the backend has answered all that was written"
      ).naming(phone, user.text))
  }
}
