internal import Backend
internal import Devices
internal import Simulator

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
    typingPlaces[conversation, default: []].insert(typingSlot)
    let entry: Node = ["at": Node(.timestamp), "said": Node(.number(Double(milliseconds)))]
    database.post { $0.set(place, to: entry) }
  }

  /// Tells the backend that this user writes no more here, on whichever connection it was told. What another phone of theirs has
  /// told is that phone's to take back.
  func endTyping(in conversation: ConversationID) {
    let place = ChatPaths.typing(in: conversation).child(user.key)
    let slots = (typingPlaces.removeValue(forKey: conversation) ?? []).sorted()
    database.post { $0.update(place, slots.map { PathChange(Path([$0]), .empty) }) }
  }

  /// The place for the present connection, so that the end of an earlier one, of which the backend may hear late, takes
  /// nothing else away.
  private func typingPlace(in conversation: ConversationID) -> Path {
    ChatPaths.typing(in: conversation).child(user.key).child(typingSlot)
  }
}
