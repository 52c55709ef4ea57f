internal import Backend
internal import Devices
internal import Simulator

extension ChatModel {
  /// Whether what is read in a conversation now is told to its author (C-40).
  func sharesReceipts(in conversation: ConversationFact) -> Bool {
    if conversation.isGroup, policies.groupPrivacy == .alwaysShared { return true }
    return store.sharing.isOn
  }

  /// Turns the switch for read receipts; what was seen so far keeps the fate that it had.
  mutating func shareReceipts(_ isOn: Bool, as id: String) {
    guard store.sharing.isOn != isOn else { return }
    let turn = SharingFact(id: id, isOn: isOn, milliseconds: nil)
    store.put([turn])
    submit(.share(turn))
  }

  /// Takes in a change of the data that only this user's phones see.
  mutating func ownSideChanged(_ event: DataEvent) {
    if event.kind == .value {
      hasHeardOwnSide = true
      return
    }
    guard let key = event.key else { return }
    let after = event.kind == .childRemoved ? .empty : event.node
    let before = lastPrivate[key] ?? .empty
    lastPrivate[key] = after
    switch key {
    case ChatField.sharing:
      store.put(after.children.compactMap { turn($0.key.text, $0.node) })
    case ChatField.reads:
      var changes: [(MessageID, Node)] = []
      Node.forEachChildDifference(from: before, to: after) { _, old, new in
        Node.forEachChildDifference(from: old ?? .empty, to: new ?? .empty) { message, _, time in
          changes.append((MessageID(message), time ?? .empty))
        }
      }
      for (message, time) in changes { noteOwnRead(of: message, at: time, isPrivate: true) }
    case ChatField.settings:
      // order: each conversation's settings are a fact of their own.
      Node.forEachChildDifference(from: before, to: after) { conversation, _, _ in
        for topic in ConversationSetting.Topic.allCases {
          followSetting(topic, of: ConversationID(conversation))
        }
      }
    case ChatField.departures:
      // order: each conversation's departure is a fact of its own.
      Node.forEachChildDifference(from: before, to: after) { conversation, _, _ in
        noteDeparture(from: ConversationID(conversation))
      }
    case ChatField.invitations:
      invitationsChanged(before, after)
    default:
      break
    }
  }

  /// The backend has answered: the database shows the time at which it took the turn. One that it has refused and does not show was
  /// never made.
  mutating func settleTurn(_ turn: SharingFact, _ outcome: WriteOutcome) {
    let shown = (lastPrivate[ChatField.sharing] ?? .empty)[child: Key(turn.id)]
    if let taken = self.turn(turn.id, shown) {
      store.put([taken])
    } else if outcome != .committed, shown.isEmpty {
      store.remove(turn)
    }
  }

  /// A turn with its time, but not with the one that the database client makes up before the backend has answered: what
  /// was seen until then must not vanish.
  private func turn(_ id: String, _ node: Node) -> SharingFact? {
    let isWaiting = store.outbox.operations.contains { operation in
      if case .share(let turn) = operation.change { turn.id == id } else { false }
    }
    guard !isWaiting, case .bool(let isOn) = node[child: ChatField.isOn].scalar,
      case .number(let time) = node[child: ChatField.at].scalar
    else { return nil }
    return SharingFact(id: id, isOn: isOn, milliseconds: time.asMilliseconds)
  }
}
