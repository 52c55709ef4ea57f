internal import Backend
internal import Devices
internal import Simulator

extension ChatApp {
  /// Tells the backend where push messages reach this phone.
  func register() {
    let database = database
    let tokens = ChatPaths.tokens(of: user)
    services.notifications.register { token in
      database.post { $0.set(tokens.child(Key(token.text)), to: true) }
    }
  }

  /// Whether a notification that comes while the app is in the foreground is shown as a banner: not for what is on the
  /// screen of this very phone, and not for what was read already (C-51, FG-07, I-15).
  func wantsBanner(_ notification: DeliveredNotification) -> Bool {
    guard let conversation = notification.conversation else { return true }
    if model.navigation.isForeground, model.navigation.open == conversation { return false }
    guard let message = notification.message else { return true }
    return !model.store.isDone(message)
  }

  /// Takes away the notifications of what was read, and keeps the number on the icon right.
  func tidyNotifications() {
    let store = model.store
    services.notifications.remove { notification in
      notification.message.map(store.isDone) ?? false
    }
    if let shown { services.notifications.setBadge(shown.badge) }
  }

  /// Tells others that this phone is connected, and has the backend tell them when it is gone.
  ///
  /// Source: Firebase documentation, "Build presence in Realtime Database".
  func announcePresence() {
    let database = database
    let place = ChatPaths.presence(of: user)
    let phone = place.child(ChatField.phones).child(nextKey())
    database.post { database in
      database.watchConnection { [weak self] isConnected in
        self?.post { $0.change { model, _ in model.navigation.isConnected = isConnected } }
        guard isConnected else { return }
        self?.database.post { database in
          database.onDisconnect(phone, .set(.empty))
          database.onDisconnect(place.child(ChatField.lastSeen), .set(Node(.timestamp)))
          database.set(phone, to: true)
        }
      }
    }
  }
}

extension DeliveredNotification {
  /// The conversation that it tells of.
  var conversation: ConversationID? { data["conversation"].map { ConversationID($0) } }
  /// The message that it tells of.
  var message: MessageID? { data["message"].map { MessageID($0) } }
}
