internal import Backend
internal import Devices

/// Everything that one phone knows: the facts in memory and the changes that are to go to its disk.
///
/// Screens are projections of it and nothing else; nothing that a screen shows is stored as such. The order of threads
/// and the numbers of unread messages are kept beside the facts because looking them up is all that screens do; no disk
/// holds them.
struct ChatStore: Sendable {
  let user: UserID
  private(set) var conversations: [ConversationID: ConversationFact] = [:]
  private(set) var messages: [MessageID: MessageFact] = [:]
  /// The messages of each conversation in the order of the thread, oldest first.
  private(set) var messagesByConversation: [ConversationID: [MessageID]] = [:]
  /// The number of unread messages of each conversation, derived anew from the facts of a message whenever one of them
  /// changes (C-39).
  private(set) var unreadCounts: [ConversationID: Int] = [:]
  private(set) var readTimes = ReceiptTimes()
  private(set) var deliveryTimes = ReceiptTimes()
  private(set) var seen: [MessageID: SeenFact] = [:]
  private(set) var profiles: [UserID: ProfileFact] = [:]
  private(set) var sharing = SharingHistory()
  /// This user's own settings for conversations, by the keys of their rows.
  private var settings: [String: ConversationSetting] = [:]
  /// What responses to notifications ask for that is not done yet, by the keys of their rows.
  private(set) var intents: [String: NotificationIntent] = [:]
  /// Pictures on their way to file storage, by the keys of their rows.
  var uploads: [String: UploadFact] = [:]
  /// The files of which this phone has the content, by their places.
  var files: [String: FileFact] = [:]
  /// The bytes of the pictures of messages among them.
  var pictureByteCount = 0
  /// The states of pictures that are being fetched, or could not be, by the places of their files; no disk holds them.
  var fetches: [String: DownloadState] = [:]
  /// Messages of which the picture is uploaded and not on this phone.
  var awaitingPictures: Set<MessageID> = []
  /// The conversations that are muted for a time that is over, by the backend's clock as far as this phone knows it; no disk
  /// holds them.
  private var mutesOver: Set<ConversationID> = []
  /// Reads by others that this phone could show before it learned that the switch for receipts had been off at their
  /// times: it goes on showing them, as a status never falls (I-01 outranks C-40).
  private var keptReads: Set<ReceiptKey> = []
  /// Statuses of own messages that stood before this phone learned of a recipient who had joined before them: they stay
  /// (I-01).
  private(set) var keptStatuses: [MessageID: DeliveryStatus] = [:]
  /// What waits for the backend's answer.
  var outbox = Outbox()
  /// The numbers of the marks that operations leave at the backend.
  var marks = MarkCounter()
  /// The messages of this user's own, asked for with every receipt.
  private var own: Set<MessageID> = []
  /// The times at which this phone's user joined conversations, but for those of which they are a founder.
  private var joins: [ConversationID: Int64] = [:]
  /// Messages about whose bubbles facts have changed since this was taken last; no disk holds it.
  private var touched: Set<MessageID> = []
  /// The number of changes so far of facts that the bubbles of many messages depend on: profiles and the switch for
  /// receipts.
  private(set) var decorations = ChangeCount()
  /// The number of changes so far of facts that anything on a screen may depend on: a screen that was drawn at the same
  /// count still looks the same. Receipts of other users for messages that are not this user's own are on no screen and
  /// do not count.
  var appearances = ChangeCount()
  /// The invitations of this user to groups.
  var invitations: [ConversationID: InvitationFact] = [:]
  /// The pauses between flushes of receipts.
  private(set) var pace = ReceiptPace()
  /// The changes since the last commit.
  var uncommitted = DiskTransaction()

  private static let conversationTable = DiskTable<ConversationFact>("conversations")
  private static let messageTable = DiskTable<MessageFact>("messages")
  private static let readTable = DiskTable<ReceiptRow>("reads")
  private static let deliveryTable = DiskTable<ReceiptRow>("deliveries")
  private static let seenTable = DiskTable<SeenFact>("seen")
  private static let profileTable = DiskTable<ProfileFact>("profiles")
  private static let sharingTable = DiskTable<SharingFact>("sharing")
  private static let settingTable = DiskTable<ConversationSetting>("settings")
  static let uploadTable = DiskTable<UploadFact>("uploads")
  static let fileTable = DiskTable<FileFact>("files")
  private static let intentTable = DiskTable<NotificationIntent>("intents")
  private static let keptReadTable = DiskTable<ReceiptRow>("keptReads")
  private static let keptStatusTable = DiskTable<KeptStatus>("keptStatuses")
  static let outboxTable = DiskTable<OutboxOperation>("outbox")
  private static let paceTable = DiskTable<ReceiptPace>("pace")
  /// The key of the only row of ``paceTable``.
  private static let paceKey = "receipts"

  /// The facts of a user's phone that knows nothing yet.
  init(of user: UserID) {
    self.user = user
  }

  /// The receipts of one message that a disk holds, by reader, without a look at all else that is there.
  static func readTimes(of message: MessageID, in image: DiskImage) -> [UserID: Int64] {
    var times = ReceiptTimes()
    for (_, row) in image.rows(in: readTable) where row.key.message == message {
      _ = times.note(row.key, at: row.milliseconds)
    }
    return times[message]
  }

  /// The facts that a disk holds.
  init(of user: UserID, restoring image: DiskImage) {
    self.user = user
    if image.isUntouched { return }
    for (_, row) in image.rows(in: Self.conversationTable) {
      conversations[row.id] = row
      noteJoin(of: row)
    }
    for (key, row) in image.rows(in: Self.fileTable) {
      files[key] = row
      pictureByteCount += row.pictureByteCount
    }
    for (_, row) in image.rows(in: Self.messageTable) { insert(row, insteadOf: messages[row.id]) }
    for (_, row) in image.rows(in: Self.readTable) {
      _ = readTimes.note(row.key, at: row.milliseconds)
    }
    for (_, row) in image.rows(in: Self.deliveryTable) {
      _ = deliveryTimes.note(row.key, at: row.milliseconds)
    }
    for (_, row) in image.rows(in: Self.seenTable) { seen[row.message] = row }
    for (_, row) in image.rows(in: Self.profileTable) { profiles[row.user] = row }
    for (_, row) in image.rows(in: Self.sharingTable) { sharing.put(row) }
    for (key, row) in image.rows(in: Self.settingTable) { settings[key] = row }
    for (key, row) in image.rows(in: Self.intentTable) { intents[key] = row }
    for (_, row) in image.rows(in: Self.invitationTable) { invitations[row.conversation] = row }
    for (key, row) in image.rows(in: Self.uploadTable) { uploads[key] = row }
    for (_, row) in image.rows(in: Self.keptReadTable) { keptReads.insert(row.key) }
    for (_, row) in image.rows(in: Self.keptStatusTable) { keptStatuses[row.message] = row.status }
    outbox = Outbox(restoring: image.rows(in: Self.outboxTable).map(\.row))
    marks = image.row(MarkCounter.rowKey, in: MarkCounter.table) ?? MarkCounter()
    pace = image.row(Self.paceKey, in: Self.paceTable) ?? ReceiptPace()
    // order: a sum is the same in any.
    for message in messages.values where isUnread(message) {
      unreadCounts[message.conversation, default: 0] += 1
    }
  }

  /// Hands over what must be committed now.
  mutating func takeUncommitted() -> DiskTransaction {
    defer { uncommitted = DiskTransaction() }
    return uncommitted
  }

  /// Hands over the messages about whose bubbles facts have changed since the last time.
  mutating func takeTouched() -> Set<MessageID> {
    defer { touched = [] }
    return touched
  }

  mutating func put(_ conversation: ConversationFact) {
    guard conversations[conversation.id] != conversation else { return }
    conversations[conversation.id] = conversation
    appearances.increase()
    uncommitted.put(conversation, at: conversation.id.text, in: Self.conversationTable)
    guard noteJoin(of: conversation) else { return }
    unreadCounts[conversation.id] =
      (messagesByConversation[conversation.id] ?? []).count { isUnread($0) }
  }

  /// Keeps when this phone's user joined a conversation; returns true where that is news.
  @discardableResult
  private mutating func noteJoin(of conversation: ConversationFact) -> Bool {
    let time = conversation.members.first { $0.user == user }?.joinedMilliseconds
    guard let time else { return false }
    let joined = time == ConversationFact.Member.founding ? nil : time
    guard joins[conversation.id] != joined else { return false }
    joins[conversation.id] = joined
    return true
  }

  mutating func put(_ profile: ProfileFact) {
    guard profiles[profile.user] != profile else { return }
    profiles[profile.user] = profile
    decorations.increase()
    appearances.increase()
    uncommitted.put(profile, at: profile.user.text, in: Self.profileTable)
  }

  /// Keeps turns of the switch for receipts that came together.
  ///
  /// What could be seen before stays to be seen, also across a restart (I-01); a phone that hears of the switch first
  /// and of the read later does not show the read (C-40).
  mutating func put(_ turns: [SharingFact]) {
    let before = sharing
    for turn in turns where !sharing.turns.contains(turn) {
      sharing.put(turn)
      decorations.increase()
      appearances.increase()
      uncommitted.put(turn, at: turn.id, in: Self.sharingTable)
    }
    guard sharing.turns != before.turns else { return }
    for (key, time) in readTimes.sorted where before.isOn(at: time) && !sharing.isOn(at: time) {
      guard messages[key.message]?.author ?? user == user, keptReads.insert(key).inserted else {
        continue
      }
      uncommitted.put(ReceiptRow(key: key, milliseconds: time), in: Self.keptReadTable)
    }
  }

  /// Forgets a turn of the switch that the backend has not taken.
  mutating func remove(_ turn: SharingFact) {
    sharing.remove(turn)
    decorations.increase()
    appearances.increase()
    uncommitted.delete(turn.id, in: Self.sharingTable)
  }

  // MARK: - The user's own settings

  /// Whether there is any; asked before one is, as a call on a store that is lent copies the whole store for it.
  var hasSettings: Bool { !settings.isEmpty }

  /// The value of a setting for a conversation.
  func setting(_ topic: ConversationSetting.Topic, of id: ConversationID) -> String {
    if settings.isEmpty { return ConversationSetting.off }
    let key = ConversationSetting.rowKey(id, topic)
    return settings[key]?.value ?? ConversationSetting.off
  }

  /// The turn of a setting that stands; nil where there was none.
  func turn(_ topic: ConversationSetting.Topic, of id: ConversationID) -> ConversationSetting? {
    settings.isEmpty ? nil : settings[ConversationSetting.rowKey(id, topic)]
  }

  mutating func put(_ setting: ConversationSetting) {
    guard settings.updateValue(setting, forKey: setting.rowKey) != setting else { return }
    appearances.increase()
    uncommitted.put(setting, at: setting.rowKey, in: Self.settingTable)
  }

  mutating func removeSetting(_ topic: ConversationSetting.Topic, of id: ConversationID) {
    let key = ConversationSetting.rowKey(id, topic)
    guard settings.removeValue(forKey: key) != nil else { return }
    appearances.increase()
    uncommitted.delete(key, in: Self.settingTable)
  }

  mutating func put(_ intent: NotificationIntent) {
    guard intents.updateValue(intent, forKey: intent.rowKey) != intent else { return }
    uncommitted.put(intent, at: intent.rowKey, in: Self.intentTable)
  }

  mutating func remove(_ intent: NotificationIntent) {
    guard intents.removeValue(forKey: intent.rowKey) != nil else { return }
    uncommitted.delete(intent.rowKey, in: Self.intentTable)
  }

  /// The tag that this user has given a conversation, with its `#`; nil where it has none (PM-14).
  func tag(of id: ConversationID) -> String? {
    if settings.isEmpty { return nil }
    let tag = setting(.tag, of: id)
    return tag == ConversationSetting.off ? nil : tag
  }

  /// Whether a conversation is muted at present (PM-03).
  func isMuted(_ id: ConversationID) -> Bool {
    setting(.mute, of: id) != ConversationSetting.off && !mutesOver.contains(id)
  }

  /// Finds the conversations that are muted no more, by a time of the backend's in milliseconds since 1970.
  ///
  /// - Returns: The time of the next end; nil where there is none.
  mutating func endMutes(at milliseconds: Int64) -> Int64? {
    if settings.isEmpty { return nil }
    var over: Set<ConversationID> = []
    var next: Int64?
    // order: each is over or not, and of the others only the least is asked for.
    for setting in settings.values {
      guard let end = setting.muteEnd else { continue }
      if end <= milliseconds {
        over.insert(setting.conversation)
      } else {
        next = min(next ?? end, end)
      }
    }
    if over != mutesOver {
      mutesOver = over
      appearances.increase()
    }
    return next
  }

  /// Whether a read by someone else may be seen where the switch for receipts counts (C-40): it was on at the time of the
  /// read, or this phone knew of the read before it knew of the switch (I-01).
  func sees(_ key: ReceiptKey, at milliseconds: Int64) -> Bool {
    sharing.isOn(at: milliseconds) || keptReads.contains(key)
  }

  /// Keeps the status of an own message that has been reached and would fall by what comes now (I-01).
  mutating func keep(_ status: DeliveryStatus, of id: MessageID) {
    guard keptStatuses.updateValue(status, forKey: id) != status else { return }
    uncommitted.put(KeptStatus(message: id, status: status), in: Self.keptStatusTable)
  }

  // MARK: - Messages

  /// Keeps a message; a transition of its submission that the table does not allow is not made.
  mutating func put(_ message: MessageFact) {
    var message = message
    let earlier = messages[message.id]
    if let submission = earlier?.submission, !submission.canBecome(message.submission) {
      message.submission = submission
    }
    guard earlier != message else { return }
    touch(message.id)
    let wasUnread = earlier.map(isUnread) ?? false
    insert(message, insteadOf: earlier)
    recount(message.conversation, wasUnread: wasUnread, isUnread: isUnread(message))
    uncommitted.put(message, at: message.id.text, in: Self.messageTable)
  }

  /// Forgets a message that the backend never had.
  mutating func remove(_ id: MessageID) {
    guard let message = messages[id] else { return }
    recounting(id) { store in
      store.messages[id] = nil
      store.own.remove(id)
      store.messagesByConversation[message.conversation]?.removeAll { $0 == id }
    }
    uncommitted.delete(id.text, in: Self.messageTable)
  }

  /// Keeps a message at its place in the thread.
  private mutating func insert(_ message: MessageFact, insteadOf earlier: MessageFact?) {
    let place = message.placeInThread
    if message.author == user { own.insert(message.id) }
    messages[message.id] = message
    if !message.attachments.isEmpty || earlier?.attachments.isEmpty == false {
      noteAwaited(message)
    }
    if let earlier {
      if earlier.placeInThread == place { return }
      let index = messagesByConversation[message.conversation]?.lastIndex(of: message.id)
      if let index { messagesByConversation[message.conversation]?.remove(at: index) }
    }
    let index = threadIndex(of: place, in: message.conversation)
    messagesByConversation[message.conversation, default: []].insert(message.id, at: index)
  }

  /// The index of a message in its thread; most news are the newest.
  private func threadIndex(
    of place: MessageFact.PlaceInThread, in conversation: ConversationID
  ) -> Int {
    let thread = messagesByConversation[conversation] ?? []
    func isOlder(_ id: MessageID) -> Bool {
      messages[id].map { $0.placeInThread < place } ?? false
    }
    guard let newest = thread.last, !isOlder(newest) else { return thread.count }
    var (low, high) = (0, thread.count)
    while low < high {
      let middle = (low + high) / 2
      if isOlder(thread[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The latest time that the ids of what this user has made carry, in milliseconds since 1970; nil where there is none.
  var lastOwnKeyTime: Int64? {
    // order: only the greatest is asked for.
    let turns = sharing.turns.map(\.id) + settings.values.map(\.id)
    // order: as above.
    let ids = own.map(\.text) + turns + intents.keys
    // An imported message has an id of another kind.
    let last = ids.lazy.filter { $0.utf8.count == 20 }.max()
    return last.flatMap { PushIDGenerator.milliseconds(of: Key($0)) }
  }

  /// Whether a message is someone else's and this user has read it on no phone (I-07).
  func isUnread(_ id: MessageID) -> Bool { messages[id].map(isUnread) ?? false }

  /// Whether nobody needs to be told of a message any more: it is here and not unread, or the user has read it on another
  /// phone, of which this one may hear before it has the message (I-15).
  func isDone(_ id: MessageID) -> Bool {
    messages[id] != nil && !isUnread(id) || readTimes[ReceiptKey(message: id, user: user)] != nil
  }

  /// Whether a message counts: one from before this user joined does not, as from an earlier membership, since the
  /// backend takes no receipt for it and no other phone of the user has it (C-25).
  private func isUnread(_ message: MessageFact) -> Bool {
    message.author != user && message.isReadable && seen[message.id] == nil
      && readTimes[ReceiptKey(message: message.id, user: user)] == nil
      && (message.serverMilliseconds ?? .max) >= joins[message.conversation] ?? .min
  }

  /// Changes facts of a message and keeps the number of unread ones right.
  private mutating func recounting(_ id: MessageID, _ change: (inout ChatStore) -> Void) {
    touch(id)
    let conversation = messages[id]?.conversation
    let wasUnread = isUnread(id)
    change(&self)
    let isUnread = isUnread(id)
    guard let place = messages[id]?.conversation ?? conversation else { return }
    recount(place, wasUnread: wasUnread, isUnread: isUnread)
  }

  private mutating func recount(
    _ conversation: ConversationID, wasUnread: Bool, isUnread: Bool
  ) {
    if wasUnread != isUnread { unreadCounts[conversation, default: 0] += isUnread ? 1 : -1 }
  }

  /// Facts have changed on which the bubble of a message depends.
  mutating func touch(_ id: MessageID) {
    touched.insert(id)
    appearances.increase()
  }

  // MARK: - Receipts

  /// Something is known of what has become of a message at someone else's: only its author sees that.
  private mutating func touchOwn(_ id: MessageID) {
    if own.contains(id) { touch(id) }
  }

  /// Whether anybody has a message, or has read it: then the backend has it.
  func hasReceipts(of id: MessageID) -> Bool {
    !readTimes[id].isEmpty || !deliveryTimes[id].isEmpty
  }

  /// The backend's time of the first receipt or delivery of a message; nil where there is none.
  func firstReceipt(of id: MessageID) -> Int64? {
    // order: only the least is asked for.
    (Array(readTimes[id].values) + deliveryTimes[id].values).min()
  }

  /// Keeps when someone else read a message; the first time wins (C-19).
  mutating func noteRead(_ key: ReceiptKey, at milliseconds: Int64) {
    guard readTimes.note(key, at: milliseconds) else { return }
    touchOwn(key.message)
    uncommitted.put(ReceiptRow(key: key, milliseconds: milliseconds), in: Self.readTable)
  }

  /// Keeps when this phone's user read a message: what the database shows, which is this phone's own guess until the backend
  /// has answered (C-07).
  mutating func noteOwnRead(of id: MessageID, at milliseconds: Int64) {
    let key = ReceiptKey(message: id, user: user)
    guard readTimes[key] != milliseconds else { return }
    recounting(id) { $0.readTimes.replace(key, with: milliseconds) }
    uncommitted.put(ReceiptRow(key: key, milliseconds: milliseconds), in: Self.readTable)
  }

  /// Keeps when a message reached someone's phone; the first time wins.
  mutating func noteDelivery(_ key: ReceiptKey, at milliseconds: Int64) {
    guard deliveryTimes.note(key, at: milliseconds) else { return }
    touchOwn(key.message)
    uncommitted.put(ReceiptRow(key: key, milliseconds: milliseconds), in: Self.deliveryTable)
  }

  mutating func put(_ fact: SeenFact) {
    guard seen[fact.message] != fact else { return }
    recounting(fact.message) { $0.seen[fact.message] = fact }
    uncommitted.put(fact, at: fact.message.text, in: Self.seenTable)
  }

  // MARK: - Pauses

  /// Keeps when receipts may be flushed, in the commit of the flush that it changed with.
  mutating func put(_ pace: ReceiptPace) {
    guard self.pace != pace else { return }
    self.pace = pace
    uncommitted.put(pace, at: Self.paceKey, in: Self.paceTable)
  }
}

/// A number that tells states apart: it is another one after each change.
struct ChangeCount: Equatable, Sendable {
  private var number = 0

  mutating func increase() { number += 1 }
}
