internal import Backend
internal import Devices
internal import Harness
internal import Simulator

/// The invariants of every run of the chat, checked at every observable step.
///
/// Compares observations that are independent of each other: the screens, the disks, and the backend's data.
struct ChatInvariants: Invariant {
  /// The observations so far; shared with the phones' observers and with the scenario.
  struct Ledgers {
    /// The number of ``backend`` as the part that steps change by themselves, for an exploration.
    static let backendPart: UInt32 = 1

    var backend = BackendLedger()
    /// The ledgers of the phones, by name.
    var devices: [String: WorldBound<DeviceLedger>] = [:]
    /// The same by user, each user's in the order of their setting up.
    var devicesByUser: [UserID: [WorldBound<DeviceLedger>]] = [:]
    /// The phones that are to be compared with the backend at the next moment of rest.
    var unrested: Set<String> = []
    /// The phones on whose disks something waits to be told, or did at the last moment of rest.
    var owing: Set<String> = []
    /// Messages that the backend has refused to take at some time.
    var refusedMessages: Set<MessageID> = []
    /// Messages of which the backend has refused at some time that they were read.
    var refusedReads: Set<MessageID> = []
    /// The orders of sending: a message stands in a thread only after it was sent, so that looking depends on nothing else.
    var order = OrderLedger()
    /// The moments of rest since which phones have been without a connection to be had, by name.
    var goneSince: [String: Instant] = [:]
    /// The same of phones of which the backend has no connection, by name; only of those whose users are shown as online.
    var unlinkedSince: [String: Instant] = [:]
    /// Whether any phone tells others that it is online.
    var sharesPresence = false
    /// Whether any phone shows who writes.
    var showsTyping = false
    /// The ids of statements of which a breach ends no run.
    var leftOut: Set<String> = []
  }

  /// The ids of the statements, as breaches have them; that nothing comes from before one joined (I-10) is told as I-09.
  static let statements: Set<String> = [
    "I-01", "I-02", "I-03", "I-04", "I-05", "I-06", "I-07", "I-08", "I-09", "I-11", "I-12", "I-13",
    "I-14", "I-15", "I-16", "I-17", "I-19", "I-20", "I-21", "delivered", "edits", "presence",
    "preview", "sheet",
  ]

  static let isConfined = true

  let id = "of the chat"
  let ledgers: WorldBound<Ledgers>

  /// - Parameter leftOut: The ids of statements of which a breach ends no run.
  init(in world: World, without leftOut: Set<String> = []) {
    var ledgers = Ledgers()
    ledgers.leftOut = leftOut
    self.ledgers = WorldBound(ledgers, in: world)
  }

  /// Has breaches of some statements end no run from now on.
  func leaveOut(_ ids: Set<String>) {
    ledgers.withValue { $0.leftOut.formUnion(ids) }
  }

  /// Makes the ledger of a phone that is to be set up.
  func observer(
    of phone: String, of user: UserID, policies: ChatPolicies
  ) -> InvariantObserver {
    let ledger = WorldBound(
      DeviceLedger(phone: phone, user: user, policies: policies), in: ledgers.world)
    ledgers.withValue {
      $0.devices[phone] = ledger
      if policies.sharesPresence { $0.sharesPresence = true }
      if policies.showsTyping { $0.showsTyping = true }
      if policies.usesPush, $0.backend.messages.isEmpty, $0.backend.unread == nil {
        $0.backend.unread = UnreadLedger()
      }
      $0.devicesByUser[user, default: []].append(ledger)
    }
    return InvariantObserver(ledger: ledger)
  }

  /// The number of writes of a phone that have held receipts.
  func flushCount(of phone: String) -> Int {
    ledgers.withValue(parts: [Ledgers.backendPart]) { $0.backend.flushCount(of: phone) }
  }

  func check(_ event: WorldEvent<ChatApp>, phone: String?, at now: Instant) -> Breach? {
    switch event {
    case .commit(let commit): return committed(commit, from: phone, at: now)
    case .quiet(let moment): return rested(moment, at: now)
    default: break
    }
    guard let phone, let ledger = ledgers.withValue(parts: [], { $0.devices[phone] }) else {
      return nil
    }
    let step = ledgers.world.eventCount
    return ledger.withValue { ledger in
      ledger.step = step
      switch event {
      case .screen(let screen):
        ledger.show(screen, at: now)
        judgeProofs(&ledger)
        if let thread = screen?.thread { judgeOrder(of: thread, &ledger) }
      case .life(let life): ledger.live(life, at: now)
      case .wait(let until): ledger.wait(until: until)
      case .disk(let transaction):
        if transaction == nil {
          let waiting = ledger.disk.queued
          ledgers.withValue(parts: []) { $0.order.loosen(waiting) }
        }
        ledger.store(transaction, at: now)
        noteSent(&ledger)
        judgeArrivals(&ledger)
        judgeHandedOver(&ledger)
      case .shade(let shade): judge(shade, &ledger, at: now)
      case .commit, .quiet: break
      }
      if ledger.isRestDue { awaitRest(of: &ledger) }
      if ledger.disk.isBusy { awaitAnswers(to: &ledger) }
      return ledger.breaches.isEmpty ? nil : first(of: ledger.takeBreaches())
    }
  }

  /// The first breach of a statement that is not left out.
  func first(of breaches: [Breach]) -> Breach? {
    guard !breaches.isEmpty else { return nil }
    return ledgers.withValue(parts: []) { $0.first(of: breaches) }
  }

  private func committed(_ commit: Commit, from phone: String?, at now: Instant) -> Breach? {
    ledgers.withValue(parts: [Ledgers.backendPart]) { ledgers in
      var breaches = ledgers.backend.take(commit, from: phone)
      // Quiet points are too rare on a busy day to see each phone that was back for a while.
      if let phone, !ledgers.goneSince.isEmpty { ledgers.goneSince[phone] = nil }
      if let phone, !ledgers.unlinkedSince.isEmpty { ledgers.unlinkedSince[phone] = nil }
      if let phone, let flushed = ledgers.backend.flushed {
        let ledger = ledgers.devicesByUser[flushed.user]?.first {
          $0.withValue { $0.phone == phone }
        }
        ledger?.withValue { $0.committed(flushed.message, at: now) }
        breaches += ledger?.withValue { $0.takeBreaches() } ?? []
      }
      if let phone, let delivered = ledgers.backend.delivered {
        let ledger = ledgers.devicesByUser[delivered.user]?.first {
          $0.withValue { $0.phone == phone }
        }
        ledger?.withValue { $0.committedDelivery(of: delivered.message, at: now) }
        breaches += ledger?.withValue { $0.takeBreaches() } ?? []
      }
      // What a program without the app writes is its doing, and the rules' who let it.
      let isOutsiders = phone == nil && commit.author.connection != nil
      for receipt in ledgers.backend.added where !isOutsiders {
        let phones = ledgers.devicesByUser[receipt.user] ?? []
        guard !phones.contains(where: { $0.withValue { $0.canHaveSeen(receipt.message) } }) else {
          continue
        }
        breaches.append(
          Breach(
            of: "I-06",
            "a receipt only for what was displayed on a phone of its reader in the foreground",
            "\(receipt.user) has read \(ledgers.backend.name(receipt.message)), which none of "
              + "\(phones.map { $0.withValue { $0.phone } }) has displayed",
            "by backend commit \(commit)"))
      }
      return ledgers.first(of: breaches)
    }
  }
}

extension ChatInvariants.Ledgers {
  /// The first breach of a statement that is not left out.
  ///
  /// Inlined and handed on without the ledgers, which a call on them would copy at every moment of rest.
  @inline(__always)
  func first(of breaches: [Breach]) -> Breach? {
    breaches.isEmpty ? nil : Self.first(of: breaches, without: leftOut)
  }

  private static func first(of breaches: [Breach], without leftOut: Set<String>) -> Breach? {
    breaches.first { breach in breach.invariant.map { !leftOut.contains($0) } ?? true }
  }
}

/// The actions of a person on a phone that the invariants must know of.
struct InvariantObserver: Sendable {
  fileprivate let ledger: WorldBound<DeviceLedger>

  /// The person has a notification's message, and what came before it, marked as read.
  func markedThrough(_ message: MessageID, in conversation: ConversationID) {
    ledger.withValue { $0.markThrough(message, in: conversation) }
  }

  /// The person makes a gesture.
  func made(_ gesture: ChatGesture) {
    let step = ledger.world.eventCount
    ledger.withValue { $0.made(gesture, in: step) }
    switch gesture {
    case .retry(let message): ledger.withValue { $0.retry(message) }
    case .markRead(let conversation):
      ledger.withValue { $0.markRead(conversation, at: ledger.world.now) }
    default: break
    }
  }
}

/// A message as the stories of breaches name it: what it says, and its id.
func named(_ id: MessageID, _ text: String?) -> String {
  text.map { "“\($0)” (\(id))" } ?? "message \(id)"
}
