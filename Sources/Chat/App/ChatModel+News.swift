internal import Backend
internal import Devices
internal import Simulator

extension ChatModel {
  /// Takes in what a feed tells.
  mutating func received(
    _ content: RaisedEvent.Content, from feed: Feed, at now: Instant
  ) {
    guard case .data(let event) = content else {
      if case .cancelled = content { cancelled(feed) }
      return
    }
    switch feed {
    case .memberships:
      membershipChanged(event)
    case .conversation(let id):
      conversationChanged(id, event.node)
    case .ownSide:
      ownSideChanged(event)
    case .profile(let user):
      profileChanged(of: user, event.node)
    case .presence(let user):
      presenceChanged(of: user, event.node, at: now)
    case .typing(let id):
      typingChanged(event, in: id, at: now)
    case .directory:
      guard let key = event.key else { return directoryTold(event.node) }
      let node = event.kind == .childRemoved ? .empty : event.node
      profileChanged(of: UserID(key), node)
    case .messages(let id, _):
      if event.kind == .value { messagesTold(in: id) } else { messageChanged(event, in: id) }
    case .ownReads:
      ownReadChanged(event)
    case .receipts:
      receiptsChanged(event, feed) { store, key, time in store.noteRead(key, at: time) }
    case .deliveries:
      receiptsChanged(event, feed) { store, key, time in store.noteDelivery(key, at: time) }
    }
  }

  /// The backend has told all messages of a conversation: the times that stand now are its own.
  private mutating func messagesTold(in conversation: ConversationID) {
    let events = cachedNews.removeValue(forKey: conversation) ?? []
    for event in events { messageChanged(event, in: conversation) }
  }

  /// Whether what a feed shows of a message may be this phone's own guess of its time.
  ///
  /// Of a write that was acknowledged while nobody listened to its place the kept cache goes on holding what the client has
  /// resolved by its own clock, and shows it to whom listens next, until the backend answers (firebase-ios-sdk, FSyncTree.m,
  /// `ackUserWriteWithWriteId:revert:persist:clock:`). The phone's clock may have been set back between two messages (I-19).
  private func isGuess(of message: MessageFact) -> Bool {
    message.author == user && message.serverMilliseconds == nil
      && cachedNews[message.conversation] != nil
  }

  private mutating func messageChanged(_ event: DataEvent, in conversation: ConversationID) {
    guard let key = event.key else { return }
    let id = MessageID(key)
    if let earlier = store.messages[id], isGuess(of: earlier) {
      cachedNews[conversation]?.append(event)
      // That it is there at all counts for one without an answer, whatever its time.
      if earlier.submission == .accepted { return }
    }
    guard event.kind == .childAdded || event.kind == .childChanged else {
      if event.kind == .childRemoved { shownTimes[id] = nil }
      return
    }
    guard case .string(let author) = event.node[child: ChatField.author].scalar,
      case .number(let time) = event.node[child: ChatField.sentAt].scalar
    else { return }
    shownTimes[id] = time.asMilliseconds
    let earlier = store.messages[id]
    // The echo of a write that waits proves nothing: its answer decides. After a refusal nothing waits; then the backend
    // has it, from an attempt of an earlier process.
    if let earlier, earlier.author == user, earlier.submission != .accepted, !earlier.hasFailed {
      unansweredEchoes[id] = event.node
      return
    }
    // Where the kept cache still speaks, a time that is known counts: of what was written while only a query listened to its
    // place the cache has the guess even though the backend's time was heard (FPersistenceManager.m,
    // `applyUserWrite:toServerCacheAtPath:`).
    let known = cachedNews[conversation] == nil ? nil : earlier?.serverMilliseconds
    let backendTime = known ?? time.asMilliseconds
    // An own message keeps the time at which it was written. One of somebody else's that was gone from the backend, and was sent
    // once more, has another time for everybody.
    let ownTime = earlier?.author == user ? earlier?.localMilliseconds : nil
    let message = MessageFact(
      id: id, conversation: conversation, author: writer(named: author), showing: event.node,
      notice: MembershipNotice(event.node[child: ChatField.notice]),
      localMilliseconds: ownTime ?? backendTime, serverMilliseconds: backendTime,
      submission: .accepted)
    // The echo of an own deletion may come behind that of an earlier change, which has shown the picture again.
    if let earlier, message.lacksMedia(of: earlier), !awaitsDeletion(of: id) {
      forgetPictures(of: earlier)
    }
    if earlier.map({ isOutdated(message, by: $0) }) != true { store.put(message) }
    if earlier?.submission != .accepted, author == user.text { startUpload(of: id) }
    if message.author != user, message.author != .system { noteArrival(of: id) }
  }

  /// Whether a message is told as it was before a change that this phone knows of: changes are counted at the backend, and nobody
  /// takes the deletion of a message back. Only an own change that is refused is undone, and waits until then. Pictures an
  /// operator can put back: of these, what is told counts.
  ///
  /// The app's rows are kept after the database's cache, and without it: one that could not be written is that of an earlier
  /// launch (firebase-ios-sdk, `FLevelDBStorageEngine`, whose errors go to the log).
  private func isOutdated(_ message: MessageFact, by known: MessageFact) -> Bool {
    guard known.submission == .accepted,
      message.revision < known.revision || known.isDeleted && !message.isDeleted
    else { return false }
    return !store.outbox.operations.contains { $0.change.isRewriting(known.id) }
  }

  /// The author of a message; one id for messages that come one after the other, of which each would keep one of its own.
  private mutating func writer(named text: String) -> UserID {
    if lastWriter.text != text { lastWriter = UserID(text) }
    return lastWriter
  }

  /// Someone else's message is on this phone: its author is to be told, once.
  private mutating func noteArrival(of id: MessageID) {
    guard store.deliveryTimes[ReceiptKey(message: id, user: user)] == nil else { return }
    guard arrivals.insert(id).inserted else { return }
    unflushedDeliveries.append(id)
  }

  /// A user's receipts changed: what is new among them is noted.
  private mutating func receiptsChanged(
    _ event: DataEvent, _ feed: Feed,
    _ note: (inout ChatStore, ReceiptKey, Int64) -> Void
  ) {
    guard let key = event.key, event.kind == .childAdded || event.kind == .childChanged else {
      return
    }
    let reader = UserID(key)
    let before =
      lastReceipts[feed, default: [:]].updateValue(event.node, forKey: reader) ?? .empty
    var times: [(MessageID, Int64)] = []
    Node.forEachChildDifference(from: before, to: event.node) { key, _, after in
      if case .number(let time) = after?.scalar {
        times.append((MessageID(key), time.asMilliseconds))
      }
    }
    // A phone's own receipts come back from its own listener, with the time of the backend.
    guard reader != user else { return }
    for (message, time) in times {
      note(&store, ReceiptKey(message: message, user: reader), time)
      acceptProven(message)
    }
  }

  /// Somebody has a message of one's own that was refused: the backend took it from an attempt whose answer was lost.
  private mutating func acceptProven(_ id: MessageID) {
    guard var message = store.messages[id], message.author == user, message.hasFailed else {
      return
    }
    message.submission = .accepted
    message.guessedMilliseconds = guessedAcceptance(of: message)
    store.put(message)
    startUpload(of: id)
  }

  /// The database shows that this user has read a message, or that it does not after all: a write of this
  /// phone's was refused.
  private mutating func ownReadChanged(_ event: DataEvent) {
    guard let key = event.key else { return }
    let wasTaken = event.kind == .childAdded || event.kind == .childChanged
    noteOwnRead(of: MessageID(key), at: wasTaken ? event.node : .empty, isPrivate: false)
  }

  /// Notes a receipt of this user's own, shared or private; a `time` that is no number means that it was taken back there.
  mutating func noteOwnRead(of id: MessageID, at time: Node, isPrivate: Bool) {
    guard case .number(let milliseconds) = time.scalar else {
      if isPrivate { shownPrivateReads.remove(id) } else { shownReads.remove(id) }
      return
    }
    if isPrivate { shownPrivateReads.insert(id) } else { shownReads.insert(id) }
    store.noteOwnRead(of: id, at: milliseconds.asMilliseconds)
    // What this phone has not told yet, another one of the user's has: nothing is left to tell.
    guard let index = unflushedReads.firstIndex(of: id) else { return }
    unflushedReads.remove(at: index)
    settleRead(of: id)
  }
}

extension MessageFact {
  /// A message with what its author may change as the database shows it.
  fileprivate init(
    id: MessageID, conversation: ConversationID, author: UserID, showing node: Node,
    notice: MembershipNotice?, localMilliseconds: Int64, serverMilliseconds: Int64?,
    submission: SubmissionState
  ) {
    self.init(
      id: id, conversation: conversation, author: author,
      text: node[child: ChatField.text].text ?? "",
      attachments: Attachment.list(of: node[child: ChatField.attachments]),
      revision: node[child: ChatField.revision].number.map { Int($0) } ?? 0,
      isDeleted: !node[child: ChatField.deletedAt].isEmpty,
      isMediaDeleted: !node[child: ChatField.mediaDeletedAt].isEmpty, notice: notice,
      localMilliseconds: localMilliseconds, serverMilliseconds: serverMilliseconds,
      submission: submission)
  }

  /// Takes over what the author of a message may change, as the database shows it.
  mutating func take(_ node: Node) {
    self = MessageFact(
      id: id, conversation: conversation, author: author, showing: node, notice: notice,
      localMilliseconds: localMilliseconds, serverMilliseconds: serverMilliseconds,
      submission: submission)
  }
}

extension Node {
  /// The text of a leaf; nil where none stands.
  var text: String? { if case .string(let text) = scalar { text } else { nil } }
  /// The number of a leaf; nil where none stands.
  var number: Double? { if case .number(let number) = scalar { number } else { nil } }
}

extension MembershipNotice {
  /// The notice that a message of the system carries; nil when it carries none.
  init?(_ node: Node) {
    guard let kind = node[child: ChatField.kind].text.flatMap(Kind.init(rawValue:)),
      let actor = node[child: ChatField.actor].text
    else { return nil }
    let users = node[child: ChatField.users].children.map { UserID($0.key) }
    self.init(kind: kind, actor: UserID(actor), users: users.sorted())
  }
}
