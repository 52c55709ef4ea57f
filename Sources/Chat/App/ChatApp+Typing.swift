internal import Backend
internal import Devices
internal import Simulator

/// Where the app has told that this user writes, until the backend has answered that they write no more.
struct TypingPlace: Digestible {
  let conversation: ConversationID
  let slot: Key

  static let table = DiskTable<TypingPlace>("typing")
}

extension ChatApp {
  /// Tells the model of the connection, and of the backend's clock at its handshake.
  func watchConnection() {
    database.post { database in
      database.watchConnection { [weak self] isConnected in
        self?.post { app in
          if isConnected { app.typingSlot = app.nextKey() }
          let time = app.database.serverMilliseconds
          app.change { $0.connectionChanged(isConnected, backendMilliseconds: time, at: $1) }
        }
      }
    }
  }

  /// Has the backend forget that this user writes when the phone is gone.
  func armTyping(in conversation: ConversationID) {
    let place = typingPlace(in: conversation)
    database.post { database in
      database.onDisconnect(place, .set(.empty)) { [weak self] _ in
        self?.post { $0.change { $0.typingArmed(in: conversation, at: $1) } }
      }
    }
  }

  /// Tells the backend that this user writes, and by the phone's reckoning when: a write that waits for its
  /// acknowledgement is sent again after the next connection, and the rules refuse it then if it is out of date.
  func tellTyping(in conversation: ConversationID, milliseconds: Int64) {
    let place = typingPlace(in: conversation)
    guard keepTypingPlace(in: conversation) else { return }
    let entry: Node = ["at": Node(.timestamp), "said": Node(.number(Double(milliseconds)))]
    database.post { $0.set(place, to: entry) }
  }

  /// Tells the backend that this user writes no more here, on whichever connection it was told. What another phone of theirs has
  /// told is that phone's to take back.
  func endTyping(in conversation: ConversationID) {
    let place = ChatPaths.typing(in: conversation).child(user.key)
    let slots = (typingPlaces.removeValue(forKey: conversation) ?? []).sorted()
    let changes = slots.map { PathChange(Path([$0]), .empty) }
    guard configuration.policies.persistsDatabase else {
      return database.post { $0.update(place, changes) }
    }
    database.post { [weak self] database in
      database.update(place, changes) { _ in self?.post { $0.forgetTypingPlaces(slots) } }
    }
  }

  /// Takes back what the launch before has told, behind it.
  ///
  /// A database that keeps its queue on disk can tell it once more for a launch that is over, of which no connection would take it
  /// back any more. So a place is on the disk before it is used.
  func endFormerTyping(in image: DiskImage) {
    for (_, place) in image.rows(in: TypingPlace.table) {
      typingPlaces[place.conversation, default: []].insert(place.slot)
    }
    for conversation in typingPlaces.keys.sorted() { endTyping(in: conversation) }
  }

  /// Notes the place for the present connection; returns false where it could not be kept that it is used.
  private func keepTypingPlace(in conversation: ConversationID) -> Bool {
    let isNew = typingPlaces[conversation, default: []].insert(typingSlot).inserted
    guard isNew, configuration.policies.persistsDatabase else { return true }
    var change = DiskTransaction()
    let place = TypingPlace(conversation: conversation, slot: typingSlot)
    change.put(place, at: typingSlot.text, in: TypingPlace.table)
    if keep(change) { return true }
    typingPlaces[conversation]?.remove(typingSlot)
    return false
  }

  private func forgetTypingPlaces(_ slots: [Key]) {
    guard process.isAlive else { return }
    var change = DiskTransaction()
    for slot in slots { change.delete(slot.text, in: TypingPlace.table) }
    let isBehind = keepTimer != nil
    // What the disk did not take until now is kept with it, and is to be seen and told.
    if keep(change), isBehind { flush() }
  }

  /// The place for the present connection, so that the end of an earlier one, of which the backend may hear late, takes
  /// nothing else away.
  private func typingPlace(in conversation: ConversationID) -> Path {
    ChatPaths.typing(in: conversation).child(user.key).child(typingSlot)
  }
}
