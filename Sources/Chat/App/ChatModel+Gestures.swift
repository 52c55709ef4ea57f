internal import Backend
internal import Devices
internal import Simulator

extension ChatModel {
  /// Whether the app does anything for a gesture: not for a tap on Send without a word (DS-12).
  func hasEffect(_ gesture: ChatGesture) -> Bool {
    switch gesture {
    case .submit: !navigation.draft.isBlank || !navigation.pictures.isEmpty
    default: true
    }
  }

  /// Whether a gesture sends pictures.
  func carriesPictures(_ gesture: ChatGesture) -> Bool {
    switch gesture {
    case .send(_, let pictures, _): !pictures.isEmpty
    case .submit: !navigation.pictures.isEmpty
    default: false
    }
  }

  /// Whether there is now what a gesture was to make: no message where nobody may write, or where its picture cannot be sent.
  func hasMade(_ id: Key, by gesture: ChatGesture) -> Bool {
    switch gesture {
    case .send, .submit: store.messages[MessageID(id)] != nil
    case .startConversation: store.conversations[ConversationID(id)] != nil
    default: true
    }
  }

  /// Carries out a gesture.
  ///
  /// - Parameters:
  ///   - id: The id for what it makes; there for every gesture that ``ChatGesture/needsID``.
  ///   - token: What makes the names of its files random; there for every gesture that ``carriesPictures(_:)``.
  ///   - localMilliseconds: The time by the backend's clock, as far as the phone knows it, in milliseconds since 1970.
  mutating func perform(
    _ gesture: ChatGesture, as id: Key?, token: Key? = nil, localMilliseconds: Int64,
    at now: Instant
  ) {
    let key = id ?? Self.noKey
    let token = token ?? Self.noKey
    switch gesture {
    case .startConversation(let members, let isGroup):
      startConversation(ConversationID(key), with: members, isGroup: isGroup)
      if store.conversations[ConversationID(key)] != nil { open(ConversationID(key)) }
    case .send(let text, let pictures, let conversation):
      send(
        text, pictures, in: conversation, as: MessageID(key), token: token,
        localMilliseconds: localMilliseconds)
    case .addPicture: addPicture()
    // The system tells of the answer, and shows what is selected.
    case .answerPrompt, .selectMorePhotos: break
    case .openSettings: openSettings()
    case .choose(let picture): choose(picture)
    case .removePicture(let number): removePicture(number)
    case .type(let text):
      guard navigation.open != nil else { return }
      navigation.draft = text
      typed(at: now)
    case .submit:
      guard let open = navigation.open else { return }
      send(
        navigation.draft, navigation.pictures, in: open, as: MessageID(key), token: token,
        localMilliseconds: localMilliseconds)
    case .open(let id): open(id)
    case .close: close()
    case .scroll(let count): scroll(by: count)
    case .scrollDown(let count): scrollDown(by: count)
    case .scrollToNewest: scrollToNewest()
    case .markRead(let id): markRead(id, at: now)
    case .prepare(let id): prepare(id)
    case .retry(let id): retry(id)
    case .reload(let id): reload(id)
    case .openPicture(let id): openPicture(of: id)
    case .openMediaRow(let id, let number): openMediaRow(id, number: number)
    case .zoom(let percent): zoom(to: percent)
    case .swipe(let id, let turn): swipe(id, turn)
    case .openMedia(let id): openMedia(of: id)
    case .filterMedia(let filter): filterMedia(by: filter)
    case .downloadAll: downloadAll()
    case .doubleTap: zoom(to: Screen.PictureViewer.zooms.lowerBound)
    case .edit(let id, let text): edit(id, to: text)
    case .delete(let id): delete(id)
    case .deleteMedia(let id): deleteMedia(of: id)
    case .add(let users, let id): changeMembers(.added, users, of: id, as: MessageID(key))
    case .remove(let users, let id): changeMembers(.removed, users, of: id, as: MessageID(key))
    case .openReceipts(let id, let touch): touched(id, by: touch)
    case .openInfo(let id): openInfo(of: id)
    case .askRemoval(let member, let id): askRemoval(of: member, from: id)
    case .leave(let id): askRemoval(of: user, from: id)
    case .confirm: confirm(as: MessageID(key))
    case .back: navigation.question = nil
    case .rename(let id, let name): rename(id, to: name)
    case .changePhoto(let id): changePhoto(of: id)
    case .setPhoto(let id, let picture): setPhoto(picture, of: id, as: key)
    case .openPicker(let id): openPicker(in: id)
    case .addPicked: confirmPicker(as: MessageID(key))
    case .tapRow(let user): tapRow(of: user)
    case .closeSheet, .swipeDown: leaveSheet()
    case .shareReceipts(let isOn): shareReceipts(isOn, as: key.text)
    case .answerAlert: navigation.alert = nil
    case .mute(let id, let span): set(.mute, to: span.rawValue, of: id, as: key)
    case .unmute(let id): set(.mute, to: ConversationSetting.off, of: id, as: key)
    case .invite(let users, let id): invite(users, to: id)
    case .withdraw(let guest, let id): withdrawInvitation(of: guest, to: id)
    case .answerInvitation(let id, let accepts):
      answerInvitation(to: id, accepts, as: MessageID(key))
    case .describe(let id, let text): describe(id, as: text)
    case .letOnlyAdminsWrite(let isOn, let id): letOnlyAdminsWrite(isOn, in: id)
    case .giveRole(let role, let member, let id): give(role, to: member, in: id)
    case .pin(let id): pin(id, true)
    case .unpin(let id): pin(id, false)
    case .openStatistics(let id): openStatistics(of: id)
    case .search(let words): search(words)
    case .tag(let id, let tag): setTag(tag, of: id, as: key)
    case .archive(let id): set(.archive, to: ConversationSetting.on, of: id, as: key)
    case .unarchive(let id): set(.archive, to: ConversationSetting.off, of: id, as: key)
    }
  }

  /// Stands where a gesture makes nothing.
  static let noKey: Key = "none"

  /// Starts a conversation and opens it.
  mutating func startConversation(_ id: ConversationID, with others: [UserID], isGroup: Bool) {
    let founders: [UserID] = Set(others).union([user]).sorted()
    guard isGroup ? Self.sizes.contains(founders.count) : founders.count == 2 else {
      navigation.alert = policies.text[.sizeRefused]
      return
    }
    let members = founders.map {
      ConversationFact.Member(user: $0, joinedMilliseconds: ConversationFact.Member.founding)
    }
    store.put(
      ConversationFact(id: id, isGroup: isGroup, members: members, admins: isGroup ? [user] : []))
    submit(.start(id, members: founders))
  }

  /// Writes a message; nothing happens when it has neither a word nor a picture (DS-12), and in a conversation that
  /// this user has left or was removed from (C-35), or where only admins may (PM-10). Pictures that cannot be sent are told of
  /// (AS-16).
  ///
  /// - Parameters:
  ///   - token: What makes the names of its files random.
  ///   - isComposed: Whether it comes from the composer, which is empty then; a reply from a notification does not.
  mutating func send(
    _ text: String, _ pictures: [Picture] = [], in conversation: ConversationID, as id: MessageID,
    token: Key = Self.noKey, isComposed: Bool = true, localMilliseconds: Int64
  ) {
    guard !text.isBlank || !pictures.isEmpty,
      store.conversations[conversation]?.letsWrite(user) == true
    else { return }
    if let words = refusal(of: pictures) {
      navigation.alert = words
      return
    }
    let sent = pictures.map { $0.compressed() }
    if isComposed, navigation.open == conversation {
      navigation.draft = ""
      navigation.pictures = []
    }
    if isComposed, ownTyping?.conversation == conversation { stopTyping() }
    // One's own message comes into view.
    if navigation.open == conversation { scrollToNewest() }
    store.put(
      MessageFact(
        id: id, conversation: conversation, author: user, text: text.isBlank ? "" : text,
        attachments: zip(1..., sent).map { Attachment($1, number: $0, token: token) },
        localMilliseconds: localMilliseconds,
        serverMilliseconds: nil, submission: .queued))
    keep(sent, of: id, in: conversation, token: token)
    submit(.send(id))
  }

  /// Tries a failed message again, as the same message (DS-09), or its picture.
  mutating func retry(_ id: MessageID) {
    if retryUpload(of: id) { return }
    guard var message = store.messages[id], message.author == user,
      case .failed = message.submission
    else { return }
    message.submission = .queued
    store.put(message)
    submit(.send(id))
  }

  /// Opens a conversation's thread.
  mutating func open(_ id: ConversationID) {
    guard navigation.open != id else { return }
    close()
    if navigation.prepared != id {
      discardPrepared()
      navigation.prepared = nil
      startReceipts(of: id)
    }
    navigation.prepared = nil
    navigation.open = id
    navigation.revealed = 0
    navigation.anchor = nil
    followTyping(in: id)
  }

  /// Shows what a notification tells of, with nothing in front: the end of a conversation's thread, or the list where it tells of an
  /// invitation.
  mutating func show(_ id: ConversationID?) {
    navigation.question = nil
    closeSheet()
    guard let id else { return close() }
    open(id)
    scrollToNewest()
  }

  /// Makes a conversation's thread ready before anybody wants to see it, as a preview or a cache of views does; what
  /// is merely constructed marks nothing (C-37).
  mutating func prepare(_ id: ConversationID) {
    guard navigation.open != id, navigation.prepared != id, store.conversations[id] != nil else {
      return
    }
    discardPrepared()
    navigation.prepared = id
    startReceipts(of: id)
  }

  /// Goes back to the list.
  mutating func close() {
    guard let id = navigation.open else { return }
    navigation.open = nil
    navigation.draft = ""
    navigation.pictures = []
    turnToFirstPages()
    stopTyping()
    closeSheet()
    stopReceipts(of: id)
    unfollowTyping(in: id)
  }

  /// Ends the following of a thread that is made ready, as another one is to be.
  private mutating func discardPrepared() {
    if let id = navigation.prepared { stopReceipts(of: id) }
  }

  private mutating func startReceipts(of id: ConversationID) {
    followReceipts(of: id)
    followPresence(in: id)
  }

  private mutating func stopReceipts(of id: ConversationID) {
    unfollowPresence(in: id)
    guard !starting.contains(id) else { return }
    effects.append(.unfollow(.receipts(id)))
    effects.append(.unfollow(.deliveries(id)))
    refusedFeeds.subtract([.receipts(id), .deliveries(id)])
    lastReceipts[.receipts(id)] = nil
    lastReceipts[.deliveries(id)] = nil
  }

  /// Reveals older messages above the viewport, or further rows of the sheet in front of it.
  ///
  /// No thread and no sheet is longer than what can be revealed.
  mutating func scroll(by count: Int) {
    let most = Navigation.mostRevealed
    if navigation.sheet != nil { return scrollSheet(by: count) }
    guard let open = navigation.open else { return }
    let step = min(max(0, count), most)
    let projection = projection(clock: WallClock())
    let bottom = projection.inView(of: projection.displayed(in: open)).endIndex
    navigation.revealed = min(navigation.revealed + step, most)
    // The window moves up with what it reveals, down to its own height from the top.
    let all = projection.ordered(in: open)
    let last = max(bottom - step, min(projection.viewport, all.count)) - 1
    navigation.anchor = all.indices.dropLast().contains(last) ? all[last] : nil
  }

  /// Moves the window down by so many messages, at most to the newest.
  mutating func scrollDown(by count: Int) {
    guard let open = navigation.open, let anchor = navigation.anchor else { return }
    let all = projection(clock: WallClock()).ordered(in: open)
    guard let bottom = all.lastIndex(of: anchor) else { return }
    let last = bottom + min(max(0, count), Navigation.mostRevealed)
    navigation.anchor = all.indices.dropLast().contains(last) ? all[last] : nil
  }

  /// Goes down to the newest message, as the arrow does.
  mutating func scrollToNewest() { navigation.anchor = nil }

  /// The app came to the foreground or left it.
  mutating func setForeground(_ isForeground: Bool) {
    navigation.isForeground = isForeground
    if !isForeground { stopTyping() }
  }

  /// Marks what is on the screen, once it is there: the one trigger is that an open conversation is in the foreground
  /// (C-37, C-38). Only what the window holds is marked (C-11, FG-05), and nothing behind a sheet (FG-01).
  mutating func markDisplayed(at now: Instant) {
    guard navigation.isForeground, let open = navigation.open,
      let conversation = store.conversations[open], conversation.isMember,
      store.unreadCounts[open, default: 0] != 0
    else { return }
    let projection = projection(clock: WallClock())
    if navigation.sheet != nil, projection.sheet(in: conversation) != nil { return }
    let candidates =
      policies.marking == .all
      ? projection.ordered(in: open)[...]
      : projection.inView(of: projection.displayed(in: open))
    // A loop asks the store where it stands: a closure would keep a copy of it.
    var unread: [MessageID] = []
    for id in candidates where store.isUnread(id) { unread.append(id) }
    mark(unread, in: conversation, at: now)
  }

  /// Marks what is on a screen that stays, although the model may be at another place already.
  ///
  /// - Parameter unkept: Messages of which the disk has not taken something: those that the screen does not have came after it.
  mutating func markDisplayed(
    on screen: Screen, without unkept: Set<MessageID>, at now: Instant
  ) {
    guard navigation.isForeground, screen.sheet == nil, let thread = screen.thread,
      let conversation = store.conversations[thread.id], conversation.isMember,
      store.unreadCounts[thread.id, default: 0] != 0
    else { return }
    var candidates = thread.bubblesInView.map(\.id)
    if policies.marking == .all {
      let drawnIDs = Set(thread.bubbles.map(\.id))
      candidates = projection(clock: WallClock()).ordered(in: thread.id).filter {
        drawnIDs.contains($0) || !unkept.contains($0)
      }
    }
    mark(candidates.filter(store.isUnread), in: conversation, at: now)
  }

  /// Marks a whole conversation as read without showing it (UN-08).
  mutating func markRead(_ id: ConversationID, at now: Instant) {
    guard let conversation = store.conversations[id], conversation.isMember else { return }
    mark((store.messagesByConversation[id] ?? []).filter(store.isUnread), in: conversation, at: now)
  }

  mutating func mark(
    _ unread: [MessageID], in conversation: ConversationFact, at now: Instant
  ) {
    guard !unread.isEmpty else { return }
    let isPrivate = !sharesReceipts(in: conversation)
    for id in unread {
      store.put(
        SeenFact(message: id, conversation: conversation.id, isPrivate: isPrivate, isSettled: false)
      )
    }
    unflushedReads.append(contentsOf: unread)
    paceReads(at: now)
  }

  /// The window for collecting receipts has ended.
  mutating func receiptTimerFired(at now: Instant) {
    pacer.timerFired(isAwaited: !unflushedReads.isEmpty)
    paceReads(at: now)
  }

  /// Hands what was seen to the outbox as one batch of at most 500, if it is time (BC-01, BC-05, BC-07).
  mutating func paceReads(at now: Instant) {
    guard !unflushedReads.isEmpty else { return }
    switch pacer.next(at: now) {
    case .flushNow:
      let batch = Array(unflushedReads.prefix(readBatchLimit))
      unflushedReads.removeFirst(batch.count)
      submit(.read(batch))
      store.put(pacer.pace)
    case .flushAfter(let delay): effects.append(.startReceiptTimer(delay))
    case .wait: break
    }
  }

  /// Hands what has arrived to the outbox as one batch of at most 500, if it is time: deliveries are paced as receipts are.
  mutating func flushDeliveries(at now: Instant) {
    guard !unflushedDeliveries.isEmpty else { return }
    switch deliveryPacer.next(at: now) {
    case .flushNow:
      let batch = Array(unflushedDeliveries.prefix(Self.batchLimit))
      unflushedDeliveries.removeFirst(batch.count)
      submit(.deliver(batch))
    case .flushAfter(let delay): effects.append(.startDeliveryTimer(delay))
    case .wait: break
    }
  }

  /// The pause between two flushes of deliveries is over.
  mutating func deliveryTimerFired() {
    deliveryPacer.timerFired(isAwaited: !unflushedDeliveries.isEmpty)
  }

  /// The largest number of paths in one write (BC-05).
  static let batchLimit = 500
}

extension String {
  /// Whether nobody could see anything of it: it is empty, or all spaces and ends of lines.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
