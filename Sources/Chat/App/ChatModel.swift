internal import Backend
internal import Devices
internal import Simulator

/// The chat app as a pure value: it takes in gestures, news and answers, changes its facts, and says what
/// is to be done.
struct ChatModel: Sendable {
  let user: UserID
  let policies: ChatPolicies
  /// ``store``, as projections share it.
  private(set) var sharedStore: Shared<ChatStore>
  /// ``navigation``, as projections share it.
  private(set) var sharedNavigation = Shared(Navigation())
  /// The effects to carry out once the facts are on the disk, in order.
  var effects: [ChatEffect] = []
  var pacer: ReceiptPacer
  /// Messages seen and not yet handed to the outbox, in the order of seeing.
  var unflushedReads: [MessageID] = []
  /// The largest number of receipts in the next batch: smaller after a refusal of unknown cause (C-52).
  var readBatchLimit = ChatModel.batchLimit
  /// The pacer of deliveries, by the same rules; it begins anew with each process.
  var deliveryPacer: ReceiptPacer
  /// Messages that arrived and were not yet handed to the outbox, in the order of their arrival.
  var unflushedDeliveries: [MessageID] = []
  /// Messages that arrived and of whose arrival the backend has not answered yet, handed to the outbox or not.
  var arrivals: Set<MessageID> = []
  /// The time that the database shows for each message of a conversation that is followed.
  var shownTimes: [MessageID: Int64] = [:]
  /// Messages of this user's own as the database shows them, of which the backend has not answered yet: another phone of
  /// the user may have changed what an attempt without an acknowledgement has brought there.
  var unansweredEchoes: [MessageID: Node] = [:]
  /// Conversations whose messages the backend has not told yet since they were followed last, each with what the kept cache
  /// shows of own messages without a time; none without ``ChatPolicies/persistsDatabase``.
  var cachedNews: [ConversationID: [DataEvent]] = [:]
  /// The author of the message that came last.
  var lastWriter = UserID.system
  /// The messages that the database shows as read by this user, to all and in private.
  var shownReads: Set<MessageID> = []
  var shownPrivateReads: Set<MessageID> = []
  /// The receipts and deliveries of each user as the database showed them last, to find what is new.
  var lastReceipts: [Feed: [UserID: Node]] = [:]
  /// The data that only this user's phones see, as the database showed them last.
  var lastPrivate: [Key: Node] = [:]
  /// The conversations that the database has shown this user to be a member of, each with the backend's time of the last
  /// joining.
  var joined: [ConversationID: Int64] = [:]
  /// Whether ``joined`` has all of them: the database tells the whole behind the parts.
  var hasHeardMemberships = false
  /// Whether ``lastPrivate`` has all of them.
  var hasHeardOwnSide = false
  var followed: Set<ConversationID> = []
  /// The conversations that are followed as guests may, since this user is invited.
  var watched: Set<ConversationID> = []
  /// The conversations as the database showed them last.
  var shownConversations: [ConversationID: Node] = [:]
  /// Refused changes of conversations that the database has not shown: they stand in the outbox and are sent again once it has.
  var unexplained: [OutboxOperation] = []
  /// The photos of groups that were asked for in this process.
  var downloads: Set<String> = []
  /// Those of them that could not be had.
  var unavailablePhotos: Set<String> = []
  /// The pictures of messages that are asked for.
  var pictureDownloads = PictureDownloads()
  /// The pictures of messages that are under way to file storage or wait for the network, by the ids of their uploads.
  var activeUploads: Set<Key> = []
  /// Those that follow, in order.
  var waitingUploads: [Key] = []
  /// The turns in which pictures were on the screen last, by the places of their files; those of former processes have none.
  var pictureTurns: [String: Int] = [:]
  var pictureTurn = 0
  /// The places of the pictures that are on the screen.
  var lastShownPictures: Set<String> = []
  /// The seats that were chosen for those whom unanswered changes add, by the change.
  var chosenSeats: [MessageID: [Int]] = [:]
  /// The times from which on the messages of conversations are followed, in milliseconds since 1970.
  var followedFrom: [ConversationID: Int64] = [:]
  /// Accounts whose profiles are followed, since a sheet shows them.
  var followedProfiles: Set<UserID> = []
  /// Accounts whose profiles are followed, since the list or the thread names them.
  var namedProfiles: Set<UserID> = []
  /// Feeds that the backend did not let this phone follow.
  var refusedFeeds: Set<Feed> = []
  /// Conversations that this phone started and of whose start the backend has not answered.
  private(set) var starting: Set<ConversationID> = []
  /// Conversations of which the backend has refused the start, or taken it before; it is to be heard which.
  var refusedStarts: Set<ConversationID> = []
  /// What this phone's user writes at present; nil where they do not, and without ``ChatPolicies/showsTyping``.
  var ownTyping: OwnTyping?
  /// The conversations whose entry the backend was asked to take back when the present connection is gone, and whether
  /// it has answered.
  var armedTyping: [ConversationID: Bool] = [:]
  /// The instant at which the timer for typing fires; far away where none is set.
  var typingTimer = Instant.distantFuture
  /// The instant at which the timer for what others have said of their phones fires; far away where none is set.
  var presenceTimer = Instant.distantFuture
  /// The backend's clock, as the present connection told it.
  var backendTime: BackendTime?
  /// Messages that went out before their conversation was followed, or while it was followed from another time of joining
  /// on: that the database does not show one of them proves nothing.
  var blindSends: Set<MessageID> = []

  init(user: UserID, policies: ChatPolicies, restoring image: DiskImage) {
    self.user = user
    self.policies = policies
    let store = ChatStore(of: user, restoring: image)
    pacer = ReceiptPacer(window: policies.receiptWindow, resuming: store.pace)
    deliveryPacer = ReceiptPacer(window: policies.receiptWindow)
    sharedStore = Shared(store)
  }

  /// The facts.
  var store: ChatStore {
    _read { yield sharedStore.value }
    _modify { yield &sharedStore.value }
  }

  /// The place to which the person has navigated.
  var navigation: Navigation {
    _read { yield sharedNavigation.value }
    _modify { yield &sharedNavigation.value }
  }

  /// The projection of what is known to what is seen.
  ///
  /// - Parameter localMilliseconds: The time that the phone's clock shows, in milliseconds since 1970, from which ages
  ///   are counted.
  func projection(clock: WallClock, localMilliseconds: Int64 = 0) -> ScreenProjection {
    ScreenProjection(
      facts: sharedStore, user: user, place: sharedNavigation, policies: policies, clock: clock,
      localMilliseconds: localMilliseconds)
  }

  /// Takes up the work where the last process left it.
  mutating func start(at now: Instant) {
    for operation in store.outbox.operations {
      switch operation.change {
      case .start(let id, _): starting.insert(id)
      case .deliver(let messages): arrivals.formUnion(messages)
      default: break
      }
    }
    // Before anything is followed: a database that keeps its cache would tell first how things were before. What is sent comes
    // behind what is listened to all the same: no connection stands yet.
    for operation in store.outbox.operations { issue(operation) }
    effects.append(.follow(.memberships))
    effects.append(.follow(.ownSide))
    for id in store.conversations.keys.sorted() where store.conversations[id]?.isMember == true {
      follow(id)
    }
    for id in store.invitations.keys.sorted() { watch(id) }
    let waiting = Set(
      store.outbox.operations.flatMap { operation -> [MessageID] in
        if case .read(let messages) = operation.change { messages } else { [] }
      })
    resumeTransfers()
    for conversation in store.conversations.values.sorted(by: { $0.id < $1.id }) {
      fetchPhoto(of: conversation)
    }
    pacer.launched(hasFlight: !waiting.isEmpty, at: now)
    deliveryPacer.launched(hasFlight: !arrivals.isEmpty, at: now)
    unflushedReads = store.seen.values.filter { !$0.isSettled && !waiting.contains($0.message) }
      .map(\.message).sorted()
    paceReads(at: now)
  }

  /// Follows a conversation, once, and not before the backend knows of it: it would refuse.
  mutating func follow(_ id: ConversationID) {
    guard !starting.contains(id), followed.insert(id).inserted else { return }
    effects.append(.follow(.conversation(id)))
    followMessages(of: id)
    effects.append(.follow(.ownReads(id)))
  }

  /// Follows the messages of a conversation, from the time on at which this user joined (C-25).
  mutating func followMessages(of id: ConversationID) {
    let start = joined[id] ?? store.joinTime(in: id) ?? ConversationFact.Member.founding
    followedFrom[id] = start
    if policies.persistsDatabase { cachedNews[id] = [] }
    effects.append(.follow(.messages(id, since: start)))
  }

  /// Follows what is told of an open conversation only.
  mutating func followReceipts(of id: ConversationID) {
    guard !starting.contains(id) else { return }
    effects.append(.follow(.receipts(id)))
    effects.append(.follow(.deliveries(id)))
  }

  /// Whether there is anything that the backend has to be told; what was read is in the outbox within a second.
  var hasNews: Bool {
    !store.outbox.operations.isEmpty || !store.intents.isEmpty || hasUploads
  }

  // MARK: - The outbox

  /// Puts a change into the outbox and tells the backend.
  ///
  /// - Parameter message: The message before the change, which this phone shows already.
  mutating func submit(_ change: OutboxOperation.Change, to message: MessageFact? = nil) {
    var previous = message.map(Previous.message)
    if let id = change.changedConversation, let conversation = store.conversations[id] {
      previous = Previous(conversation, before: change)
    }
    issue(store.enqueue(change, previous: previous))
  }

  mutating func issue(_ operation: OutboxOperation) {
    if case .change(let change) = operation.change {
      chooseSeats(for: change, at: operation.number)
    }
    guard let (path, changes) = write(for: operation) else {
      _ = store.complete(operation.number)
      return
    }
    switch operation.change {
    case .start(let id, _): starting.insert(id)
    case .send(let id): noteSight(of: id)
    case .change(let change): showUnacknowledged(change.conversation)
    case .describe(let id, _): showUnacknowledged(id)
    case .deliver, .read, .edit, .delete, .deleteMedia, .share, .set, .clear, .attach: break
    }
    effects.append(.write(operation: operation.number, path: path, changes: changes))
  }

  /// Keeps that the database could not show a message yet that it has already.
  private mutating func noteSight(of id: MessageID) {
    guard let message = store.messages[id], starting.contains(message.conversation) else { return }
    blindSends.insert(id)
  }

  /// The backend has answered an operation.
  ///
  /// - Parameter localMilliseconds: The time by the backend's clock, as far as the phone knows it, in milliseconds since 1970.
  mutating func settled(
    _ number: Int, _ outcome: WriteOutcome, localMilliseconds: Int64, at now: Instant
  ) {
    guard let operation = store.complete(number) else { return }
    let outcome = isTaken(operation) ? .committed : outcome
    if outcome != .committed { putBack(operation) }
    switch operation.change {
    case .start(let id, _):
      // A refusal may mean that an earlier attempt was accepted and its acknowledgement lost.
      starting.remove(id)
      if outcome != .committed { refusedStarts.insert(id) }
      follow(id)
      if navigation.open == id || navigation.prepared == id { followReceipts(of: id) }
      if navigation.open == id { followTyping(in: id) }
      for upload in uploads(to: id) { startUpload(upload, to: id) }
    case .send(let id):
      settleMessage(id, outcome)
    case .deliver(let messages):
      settleDeliveries(of: messages, outcome, at: now, localMilliseconds)
    case .read(let messages):
      settleReads(of: messages, outcome, at: now)
    case .change(let change):
      settleChange(change, outcome)
    case .share(let turn):
      settleTurn(turn, outcome)
    case .set(let setting):
      // The database has shown what counts now: this user's data are listened to before anything is written.
      followSetting(setting.topic, of: setting.conversation)
    case .describe(let id, let edit): settleEdit(edit, of: id, outcome)
    case .attach(let id, let number): settleAttachment(id, number: number, outcome)
    case .deleteMedia(let id): settleMediaDeletion(of: id, outcome)
    case .clear: break
    case .delete(let id): settleDeletion(of: id, outcome)
    case .edit:
      // Where it was refused, the database has shown again what stands there, or it was put back.
      break
    }
  }

  /// The backend refuses a batch as a whole when it has one of its receipts already, from another phone of
  /// this user or from an attempt whose acknowledgement was lost, or when one of its messages is gone; the others must
  /// not be lost with it (C-52). What is refused by itself is refused for good.
  private mutating func settleReads(
    of messages: [MessageID], _ outcome: WriteOutcome, at now: Instant
  ) {
    var waiting: [MessageID] = []
    let shown = messages.count { shownReads.contains($0) || shownPrivateReads.contains($0) }
    if outcome == .committed {
      readBatchLimit = Self.batchLimit
    } else if messages.count > 1 {
      waiting = messages.filter { !shownReads.contains($0) && !shownPrivateReads.contains($0) }
      // Where the database shows none of them, nobody knows which one it was refused for: half of them are tried.
      if shown == 0 { readBatchLimit = messages.count / 2 }
    }
    for id in messages where !waiting.contains(id) { settleRead(of: id) }
    unflushedReads.insert(contentsOf: waiting, at: 0)
    // After a reinstallation the answer may come before the database shows anything.
    pacer.answered(hasWritten: outcome == .committed || shown > 0, at: now)
    store.put(pacer.pace)
    paceReads(at: now)
  }

  /// Keeps that nothing is to be told any more of a message that was seen here.
  mutating func settleRead(of id: MessageID) {
    guard var fact = store.seen[id] else { return }
    fact.isSettled = true
    store.put(fact)
  }

  /// The backend refuses a batch of deliveries as a whole, as one of receipts, and the database does not show which of them it has:
  /// they are told one by one, all at once, and the pause counts from the last answer. What is refused by itself is refused for good.
  private mutating func settleDeliveries(
    of messages: [MessageID], _ outcome: WriteOutcome, at now: Instant, _ localMilliseconds: Int64
  ) {
    if outcome != .committed, messages.count > 1 {
      for id in messages { submit(.deliver([id])) }
      return
    }
    for id in messages {
      arrivals.remove(id)
      store.noteDelivery(ReceiptKey(message: id, user: user), at: localMilliseconds)
    }
    let isUnderWay = store.outbox.operations.contains { operation in
      if case .deliver = operation.change { true } else { false }
    }
    if !isUnderWay { deliveryPacer.answered(hasWritten: outcome == .committed, at: now) }
  }

  /// Whether the database shows a message, or anybody's receipt proves that the backend has it.
  private func isShown(_ id: MessageID) -> Bool {
    shownTimes[id] != nil || store.hasReceipts(of: id)
  }

  /// A refusal of a message that the database nevertheless shows, or of which there are receipts, means that an earlier
  /// attempt was accepted and its acknowledgement lost. One that the database could not show yet, and that nothing else proves, is
  /// asked for again.
  ///
  /// The database does not show what was accepted before this user was removed and added again (C-25): there, receipts
  /// are the only proof.
  private mutating func settleMessage(_ id: MessageID, _ outcome: WriteOutcome) {
    guard var message = store.messages[id] else { return }
    let wasBlind = blindSends.remove(id) != nil
    if outcome != .committed, wasBlind, !isShown(id) {
      // It keeps its place before what was written later and is taken first (I-19).
      message.guessedMilliseconds = guessedAcceptance(of: message)
      store.put(message)
      return submit(.send(id))
    }
    let echo = unansweredEchoes.removeValue(forKey: id)
    if outcome == .committed || isShown(id) {
      message.submission = .accepted
      if cachedNews[message.conversation] == nil { message.serverMilliseconds = shownTimes[id] }
      let written = message
      if let echo { message.take(echo) }
      // What was deleted before the answer came is not uploaded any more.
      if message.lacksMedia(of: written) { forgetPictures(of: written) }
      if message.serverMilliseconds == nil {
        message.guessedMilliseconds = guessedAcceptance(of: message)
      }
      store.put(message)
      startUpload(of: id)
    }
    guard case .refused(let reason) = outcome else { return }
    // The table of transitions keeps what the backend has accepted.
    message.submission = .failed(reason: reason)
    if !isShown(id) { message.guessedMilliseconds = nil }
    store.put(message)
  }

  /// The time by which a message of one's own stands that the backend has accepted without the database showing when: about when
  /// it was written, before this user's present membership, which would show it, and never before an earlier message of
  /// the user's (I-19). A founder has no membership of before.
  func guessedAcceptance(of message: MessageFact) -> Int64 {
    let earlier = (store.messagesByConversation[message.conversation] ?? []).compactMap { id in
      store.messages[id].flatMap { fact in
        fact.author == user && id < message.id
          ? fact.serverMilliseconds ?? fact.guessedMilliseconds : nil
      }
    }
    let joined = joined[message.conversation] ?? ConversationFact.Member.founding
    let end = joined == ConversationFact.Member.founding ? .max : joined - 1
    return max(min(message.localMilliseconds, end), earlier.max() ?? .min)
  }
}
