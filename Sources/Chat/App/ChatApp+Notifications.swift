internal import Backend
public import Devices
internal import Harness
internal import Simulator

extension ChatApp {
  /// Tells the backend where push messages reach this phone; the tokens that it was told before go in the same write.
  ///
  /// An old one may reach the phone as well, for which each message would come twice. The keychain knows it even where the
  /// app was installed anew, and before the backend does: it may take a token and its answer be lost.
  func register() {
    let (database, keychain) = (database, services.keychain)
    let tokens = ChatPaths.tokens(of: user)
    services.notifications.register { token in
      let former = keychain.tokens.filter { $0 != token.text }
      keychain.setTokens(former + [token.text])
      database.post { database in
        let told: SyncClient.Completion = { outcome in
          guard outcome == .committed else { return }
          keychain.setTokens(keychain.tokens.filter { !former.contains($0) })
        }
        if former.isEmpty {
          return database.set(tokens.child(Key(token.text)), to: true, completion: told)
        }
        let removals = former.map { PathChange(Path([Key($0)]), .empty) }
        database.update(
          tokens, removals + [PathChange(Path([Key(token.text)]), true)], completion: told)
      }
    }
  }

  public static func notificationService(
    for configuration: Configuration
  ) -> (any NotificationService.Type)? {
    configuration.policies.confirmsByExtension ? ChatNotificationService.self : nil
  }

  /// Whether a notification that comes while the app is in the foreground is shown as a banner: not for what is on the
  /// screen of this very phone, and not for what was read already (C-51, FG-07, I-15).
  func wantsBanner(_ notification: DeliveredNotification) -> Bool {
    if let id = notification.invitation {
      let isListed = shown?.invitations.contains { $0.conversation == id } ?? false
      return !(isListed && model.navigation.isForeground && model.navigation.open == nil)
    }
    guard let conversation = notification.conversation else { return true }
    if model.navigation.isForeground, model.navigation.open == conversation { return false }
    // While the disk takes nothing, the screen stays as it was wherever the person has meant to go.
    if keepTimer != nil, shown?.thread?.id == conversation { return false }
    return !isOver(notification)
  }

  /// Whether a notification tells of a message that nobody needs to be told of any more.
  ///
  /// Who looks at the app and has left a conversation, or was removed, has nothing unread there: what was read meanwhile is
  /// told to no former member.
  private func isOver(_ notification: DeliveredNotification) -> Bool {
    guard let message = notification.message else { return false }
    return model.isDone(message, in: notification.conversation)
      || model.navigation.isForeground && model.hasLeft(notification.conversation)
  }

  /// Takes away the notifications of what was read, and keeps the number on the icon right.
  ///
  /// Behind the screen the app may know less than the push messages that have come meanwhile: there it sets the number only
  /// when it learns of another one.
  func tidyNotifications() {
    services.notifications.remove { isOver($0) }
    guard let shown else { return }
    let invitations = shown.invitations.map(\.conversation)
    for id in shownInvitations where !invitations.contains(id) { clearInvitation(to: id) }
    shownInvitations = invitations
    if model.hasHeardOwnSide, !hasClearedInvitations {
      // Some may have ended while the app did not run.
      hasClearedInvitations = true
      services.notifications.remove { $0.invitation.map { !invitations.contains($0) } ?? false }
    }
    let isNews = shownBadge.map { $0 != shown.badge } ?? false
    if model.navigation.isForeground || isNews { services.notifications.setBadge(shown.badge) }
    shownBadge = shown.badge
  }

  /// Takes away the notifications of messages that were read, or whose notification was swiped away, on another phone of the
  /// user (PM-08), and that of an invitation that is over.
  func clearNotifications(by data: [String: String]) {
    if let id = data["over"] { clearInvitation(to: ConversationID(id)) }
    let ids = Set((data["cleared"] ?? "").split(separator: ",").map(String.init))
    services.notifications.remove { $0.message.map { ids.contains($0.text) } ?? false }
  }

  /// Takes away the notification of an invitation that is over, or was answered on any phone of the user.
  private func clearInvitation(to id: ConversationID) {
    services.notifications.remove { $0.invitation == id }
  }

  /// The person has responded to a notification without opening the app.
  func answer(_ response: NotificationResponse, to notification: DeliveredNotification) {
    guard let conversation = notification.conversation else { return }
    var reply: String?
    switch response {
    case .dismissed:
      if let message = notification.message {
        change { model, _ in model.dismissed(message, in: conversation) }
      }
      return
    case .action: break
    case .reply(let text):
      if text.isBlank { return }
      reply = text
    }
    if let message = notification.message {
      configuration.observer?.markedThrough(message, in: conversation)
    }
    let intent = NotificationIntent(
      id: nextKey(), conversation: conversation, message: notification.message, reply: reply,
      localMilliseconds: database.serverMilliseconds)
    nameReply(of: intent)
    change { model, _ in model.answer(intent) }
  }

  /// Chooses where this launch says that the phone is connected, and has the word of the launch before taken back.
  ///
  /// A database that keeps its queue on disk can say so once more for a launch that is over, of which no connection would take
  /// it back any more. So the place is on the disk before it is used.
  func replacePresencePlace(in image: DiskImage) -> PresencePlace {
    if configuration.policies.persistsDatabase,
      let former = image.row(PresencePlace.rowKey, in: PresencePlace.table)
    {
      let phones = ChatPaths.presence(of: user).child(ChatField.phones)
      database.post { $0.set(phones.child(former.key), to: .empty) }
    }
    return PresencePlace(key: nextKey())
  }

  /// Tells others that this phone is connected, and has the backend tell them when it is gone.
  ///
  /// Each connection has a place of its own, as in Firebase's documentation, "Build presence in Realtime Database": after a handover
  /// the backend hears late of the end of the connection before, which then takes back its own word alone.
  func announcePresence(at own: PresencePlace) {
    let database = database
    database.post { database in
      database.watchTokens { [weak self] token in
        self?.post { app in
          app.tokenExpiry = token?.expiry
          app.sayUntilWhen(at: own)
        }
      }
      database.watchConnection { [weak self] isConnected in
        self?.post { app in
          let time = app.database.serverMilliseconds
          app.change { $0.noteConnection(isConnected, backendMilliseconds: time, at: $1) }
          app.armedConnection = nil
          if isConnected { app.sayConnected(at: own) } else { app.takeBackUnanswered(at: own) }
        }
      }
    }
  }

  private func sayConnected(at own: PresencePlace) {
    presenceConnections += 1
    let place = ChatPaths.presence(of: user)
    let phone = place.child(ChatField.phones).child(own.key)
    let connection = Key("\(presenceConnections)")
    database.post { [weak self] database in
      database.onDisconnect(place.child(ChatField.lastSeen), .set(Node(.timestamp)))
      // Told only when the backend knows how to take it back: a connection is told of before the client has said who it is,
      // and what is handed over meanwhile goes out with the writes first.
      database.onDisconnect(phone.child(connection), .set(.empty)) { outcome in
        guard outcome == .committed else { return }
        self?.post { app in
          app.armedConnection = connection
          app.sayUntilWhen(at: own)
        }
      }
    }
  }

  /// Says that this phone is connected, until its token ends: behind that the backend would not take it back any more.
  ///
  /// The words of earlier connections go: one that ended as nobody, after its token, could not take its own back. Each is written
  /// by itself: what an earlier connection has sent may come last.
  private func sayUntilWhen(at own: PresencePlace) {
    guard let armedConnection, let tokenExpiry else { return }
    let former = formerWords.subtracting([armedConnection]).sorted()
    formerWords.insert(armedConnection)
    unansweredWords.append(armedConnection)
    let word = PathChange(Path([armedConnection]), Node(.number(Double(tokenExpiry))))
    let changes = former.map { PathChange(Path([$0]), .empty) } + [word]
    let phone = presencePlace(own)
    database.post { [weak self] database in
      database.update(phone, changes) { outcome in
        self?.post { app in
          if let index = app.unansweredWords.firstIndex(of: armedConnection) {
            app.unansweredWords.remove(at: index)
          }
          if outcome == .committed { app.formerWords.subtract(former) }
        }
      }
    }
  }

  /// Says behind words that were not answered that they hold no longer: the client sends them once more on the next connection, of
  /// which they do not tell, so that the end of that one would not take them back.
  private func takeBackUnanswered(at own: PresencePlace) {
    guard !unansweredWords.isEmpty else { return }
    let changes = Set(unansweredWords).sorted().map { PathChange(Path([$0]), .empty) }
    let phone = presencePlace(own)
    database.post { $0.update(phone, changes) }
  }

  /// Where this launch says that it is connected, a word for each connection.
  private func presencePlace(_ own: PresencePlace) -> Path {
    ChatPaths.presence(of: user).child(ChatField.phones).child(own.key)
  }
}

extension DeliveredNotification {
  /// The conversation that it tells of.
  var conversation: ConversationID? { data["conversation"].map { ConversationID($0) } }
  /// The message that it tells of.
  var message: MessageID? { data["message"].map { MessageID($0) } }
  /// The group to which it invites.
  var invitation: ConversationID? { data["invitation"].map { ConversationID($0) } }
}

extension AppKeychain {
  /// The name under which it has the tokens that the backend knows or may know.
  private static let tokenName = "push token"

  /// The push tokens that the backend knows or may know, the newest last.
  fileprivate var tokens: [String] {
    (try? text(Self.tokenName))?.split(separator: ",").map(String.init) ?? []
  }

  /// A push launches the app also before the first unlocking: a token that it could not keep then would be lost.
  fileprivate func setTokens(_ tokens: [String]) {
    try? set(tokens.joined(separator: ","), as: Self.tokenName, accessible: .always)
  }
}
