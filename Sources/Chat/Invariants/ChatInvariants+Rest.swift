internal import Backend
internal import Devices
internal import Simulator

// Observations of phones against those of the backend.

extension ChatInvariants {
  /// Nothing happens for a while: phones that have heard everything are compared with the backend (I-08).
  func rested(_ moment: QuietPoint<ChatApp>, at now: Instant) -> Breach? {
    let changes = ledgers.withValue(parts: [Ledgers.backendPart]) { $0.backend.takeChanges() }
    if let changes { spread(changes, moment.data) }
    // One after the other and without a list of them: nearly always there is none.
    var breaches: [Breach] = []
    if let breach = untold(moment) { breaches.append(breach) }
    if let breach = judgePresence(moment, at: now) { breaches.append(breach) }
    if let breach = judgeWaiting(moment, at: now) { breaches.append(breach) }
    if let breach = judgeTyping(moment, at: now) { breaches.append(breach) }
    if let breach = Self.orphan(moment) { breaches.append(breach) }
    if let breach = first(of: breaches) { return breach }
    return ledgers.withValue { ledgers in
      guard !ledgers.unrested.isEmpty else { return nil }
      let stored = ledgers.backend.messages
      for phone in moment.phones where ledgers.unrested.contains(phone.name) {
        guard let ledger = ledgers.devices[phone.name] else { continue }
        let breach = ledger.withValue { ledger -> Breach? in
          ledger.settle(at: now)
          if ledger.breaches.isEmpty, !ledger.disk.isBusy, moment.isInformed(phone) {
            if ledger.isRestDue {
              let clock = moment.clock(of: phone)
              ledger.judgeRest(
                moment.data, stored, refused: ledgers.refusedReads,
                takenBack: ledgers.backend.takenBack, at: TrueTime.milliseconds(at: now),
                clock: TimesAtRest(zone: clock.zone, milliseconds: clock.milliseconds(at: now)))
            }
            ledger.judgeShadeAtRest()
            ledger.isAwaitingRest = false
            ledgers.unrested.remove(phone.name)
          }
          return ledgers.first(of: ledger.takeBreaches())
        }
        if let breach { return breach }
      }
      return nil
    }
  }

  /// Has the phones of all whom changes of the backend concern compared with it.
  private func spread(_ changes: ChangesAtRest, _ data: Node) {
    ledgers.withValue { ledgers in
      if changes.areNamesChanged {
        // order: each phone is told, whichever comes first.
        for (phone, ledger) in ledgers.devices {
          ledger.withValue { ledger in
            ledger.areNamesDue = true
            ledger.isAwaitingRest = true
          }
          ledgers.unrested.insert(phone)
        }
      }
      // order: each phone is told once of each conversation, whichever comes first.
      for (conversation, messages) in changes.messages {
        let members = data[ChatPaths.conversation(conversation).child(ChatField.members)]
        var users = changes.users[conversation] ?? []
        for (member, _) in members.children { users.insert(UserID(member)) }
        let invited = ChatPaths.conversation(conversation).child(ChatField.invited)
        for (guest, _) in data[invited].children { users.insert(UserID(guest)) }
        // order: the same.
        for user in users {
          for ledger in ledgers.devicesByUser[user] ?? [] {
            let name = ledger.withValue { ledger in
              ledger.expectRest(of: messages, in: conversation)
              ledger.isAwaitingRest = true
              return ledger.phone
            }
            ledgers.unrested.insert(name)
          }
        }
      }
    }
  }

  /// The system has told of every change of members once no function waits any more that a write has triggered (I-11). Those
  /// that look at stored files may wait for a day, and tell of nothing.
  private func untold(_ moment: QuietPoint<ChatApp>) -> Breach? {
    let breach = ledgers.withValue { ledgers in
      ledgers.backend.untoldChange()
        ?? ledgers.backend.leaderless.min().map { group in
          Breach(
            of: "I-12", "a group with members to have an admin",
            "\(group) has none, and no function of the backend waits for its run")
        }
    }
    return breach != nil && !moment.awaitsFunction { $0.file == nil } ? breach : nil
  }

  /// What a phone shows as delivered or read the backend knows from somebody.
  func judgeProofs(_ ledger: inout DeviceLedger) {
    let reached = ledger.takeNewlyReached()
    guard !reached.isEmpty else { return }
    ledgers.withValue(parts: []) { ledgers in
      for bubble in reached {
        let hasReaders = ledgers.backend.readers[bubble.id] != nil
        let isProven =
          bubble.status == .read
          ? hasReaders
          : hasReaders
            || ledgers.backend.reached[bubble.id]?.contains { $0 != ledger.user } ?? false
        if isProven { continue }
        ledger.breaches.append(
          Breach(
            of: "delivered",
            "\(ledger.phone) to show as delivered or read what somebody has by the backend",
            "\(named(bubble.id, bubble.text)) is \(bubble.status?.rawValue ?? ""), and nobody has it"
          ))
      }
    }
  }

  /// The person has sent messages, which stand in that order on every phone from now on (I-19).
  func noteSent(_ ledger: inout DeviceLedger) {
    let sent = ledger.takeSent()
    if sent.isEmpty { return }
    let (user, phone) = (ledger.user, ledger.phone)
    ledgers.withValue(parts: []) { ledgers in
      for id in sent { ledgers.order.send(id, by: user, on: phone) }
    }
  }

  /// A phone tells nothing to be read of which it knows from the backend that it was read (I-14).
  func judgeHandedOver(_ ledger: inout DeviceLedger) {
    let messages = ledger.takeHandedOver()
    if messages.isEmpty { return }
    let user = ledger.user
    let known = ledgers.withValue(parts: []) { ledgers in
      messages.first { id in
        guard let time = ledger.disk.ownRead(of: id) else { return false }
        return ledgers.backend.readers[id]?[user] == time
          || ledgers.backend.privateReads[id]?[user] == time
      }
    }
    guard let known else { return }
    ledger.breaches.append(
      Breach(
        of: "I-14", "\(ledger.phone) to write nothing for what it knows to be read already",
        "it tells of \(named(known, ledger.disk.message(known)?.text)), and had heard that \(user) has read it"
      ))
  }

  /// The messages of one author stand in the order of sending (I-19), but for those that the backend has refused once: a
  /// refusal that never arrived is followed by another attempt.
  func judgeOrder(of thread: Screen.MessageThread, _ ledger: inout DeviceLedger) {
    guard ledger.takeReordered() else { return }
    let phone = ledger.phone
    let breach = ledgers.withValue(parts: []) {
      $0.order.judge(thread, on: phone, without: $0.refusedMessages)
    }
    if let breach { ledger.breaches.append(breach) }
  }

  /// The backend has refused a write: a message, or that some were read. Of a message that it has, it may refuse changes.
  func refused(_ refusal: Refusal) {
    if refusal.kind == .listen { return }
    var (messages, reads): ([MessageID], [MessageID]) = ([], [])
    var receivers: Set<UserID> = []
    for path in refusal.paths {
      switch path.first {
      case ChatTop.messages where path.depth == 3: messages.append(MessageID(path[2]))
      case ChatTop.receipts where path.depth == 4: reads.append(MessageID(path[3]))
      case ChatTop.deliveries where path.depth == 4: receivers.insert(UserID(path[2]))
      case ChatTop.ownSide where path.depth == 5 && path[2] == ChatField.reads:
        reads.append(MessageID(path[4]))
      default: break
      }
    }
    if messages.isEmpty, reads.isEmpty, receivers.isEmpty { return }
    ledgers.withValue(parts: [Ledgers.backendPart]) { ledgers in
      ledgers.refusedMessages.formUnion(messages)
      ledgers.refusedReads.formUnion(reads)
      // order: each phone is told, whichever comes first.
      for receiver in receivers {
        for ledger in ledgers.devicesByUser[receiver] ?? [] {
          ledger.withValue { $0.refusedDeliveries() }
        }
      }
    }
  }

  /// No phone stores a message that was not sent to its user: from before joining (I-10), or after removal (I-09).
  func judgeArrivals(_ ledger: inout DeviceLedger) {
    let arrived = ledger.takeArrived()
    guard !arrived.isEmpty else { return }
    ledgers.withValue(parts: []) { ledgers in
      for id in arrived {
        guard let message = ledgers.backend.messages[id],
          !ledgers.backend.isSent(message, to: ledger.user)
        else { continue }
        ledger.breaches.append(
          Breach(
            of: "I-09",
            "no message on \(ledger.phone) from before \(ledger.user) joined or after they were removed (I-10)",
            "\(ledgers.backend.name(id)) was sent to \(message.members.sorted())"))
      }
    }
  }

  /// Has a phone compared with the backend at the next moment of rest.
  func awaitRest(of ledger: inout DeviceLedger) {
    guard !ledger.isAwaitingRest else { return }
    ledger.isAwaitingRest = true
    let phone = ledger.phone
    // The set is the same whichever phone comes first, and is asked at rest only.
    ledgers.withValue(parts: []) { _ = $0.unrested.insert(phone) }
  }

  /// Has a phone looked at for what it has to tell at moments of rest, until it has told all.
  func awaitAnswers(to ledger: inout DeviceLedger) {
    guard !ledger.isOwing else { return }
    ledger.isOwing = true
    let phone = ledger.phone
    // As with the phones that are to be compared.
    ledgers.withValue(parts: []) { _ = $0.owing.insert(phone) }
  }

  /// No phone keeps to itself what it could have told for long (I-08).
  private func judgeWaiting(_ moment: QuietPoint<ChatApp>, at now: Instant) -> Breach? {
    ledgers.withValue { ledgers in
      guard !ledgers.owing.isEmpty else { return nil }
      for phone in moment.phones where ledgers.owing.contains(phone.name) {
        guard let ledger = ledgers.devices[phone.name] else { continue }
        let connected = moment.isInformed(phone) ? moment.greeting(of: phone)?.instant : nil
        let (isBusy, breaches) = ledger.withValue { ledger -> (Bool, [Breach]) in
          ledger.judgeWaiting(connected: connected, at: now)
          ledger.isOwing = ledger.disk.isBusy
          return (ledger.isOwing, ledger.breaches.isEmpty ? [] : ledger.takeBreaches())
        }
        if !isBusy { ledgers.owing.remove(phone.name) }
        if let breach = ledgers.first(of: breaches) { return breach }
      }
      return nil
    }
  }
}
