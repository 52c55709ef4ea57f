internal import Devices
internal import Simulator

/// The rows on a phone's disk as far as the invariants are about them, taken down change by change.
struct StoredFacts: Sendable {
  let user: UserID
  /// The rows of messages as they were written last.
  private var messages: [MessageID: MessageFact] = [:]
  private var ids: [ConversationID: [MessageID]] = [:]
  private var deleted: Set<MessageID> = []
  private var newest = NewestMessages()
  /// Conversations of which this phone's user is no member any more.
  private var left: Set<ConversationID> = []
  /// Operations of the outbox that send a message, by their row.
  private var sends: [String: MessageID] = [:]
  private(set) var queued: Set<MessageID> = []
  private var seen: Set<MessageID> = []
  /// The messages that the user has read, with the times that the phone knows.
  private var ownReads: [MessageID: Int64] = [:]
  /// Messages that the outbox has come to tell to be read, since this was asked last.
  private var handedOver: [MessageID] = []
  /// Messages of which the phone has come to know that the user has read them, since this was asked last.
  private var newReads: Set<MessageID> = []
  private var otherReaders: [MessageID: [UserID: Int64]] = [:]
  private var reached: [MessageID: [UserID: Int64]] = [:]
  /// The turns of the user's switch for receipts that the backend has taken, in order.
  private var turns: [SharingFact] = []
  /// The user's own settings for conversations, by the keys of their rows.
  private(set) var settings: [String: ConversationSetting] = [:]
  /// The groups to which the user is invited, by the keys of the rows.
  private(set) var invitations: Set<String> = []
  /// Reads of which the phone knew before it knew that the switch had been off.
  private var keptReads: Set<ReceiptKey> = []
  /// Statuses that stood before the phone knew of all recipients.
  private var keptStatuses: [MessageID: DeliveryStatus] = [:]
  private(set) var conversations: [ConversationID: ConversationFact] = [:]
  private var returned = ReturnedMembers()
  /// The names that accounts have had on this disk: a bubble may bear an earlier one for as long as nothing else changes.
  private(set) var names: [UserID: Set<String>] = [:]
  /// Whether an account has another name on this disk since this was made false.
  var hasNewNames = false
  /// The pictures on their way to file storage, by the keys of their rows.
  private(set) var uploads: [String: UploadFact] = [:]
  /// What the rows of the outbox are to change, by their keys.
  private(set) var operations: [String: OutboxOperation.Change] = [:]
  /// Messages that were seen and of whose receipt the backend has not answered.
  private(set) var unsettled: Set<MessageID> = []
  /// How often receipts have got on: the backend has answered one.
  private(set) var receiptSteps = 0
  /// The changes of members that were judged: one that was refused may go out once more, when others have followed.
  private var judgedChanges: Set<MembershipChange> = []
  /// The messages, by conversation, that have changed since somebody last compared them with the backend's.
  private var unjudged: [ConversationID: Set<MessageID>] = [:]
  /// Messages that came to the disk since this was asked last.
  private var arrived: [MessageID] = []
  /// What a person's gesture has put into the outbox since this was asked last, in words; nil where none has.
  private var order: String?
  /// Messages that the user has sent, or sent once more, since this was asked last.
  private var sent: [MessageID] = []
  private var touched = TouchedMessages()
  /// The times at which this phone's user joined conversations, but for those of which they are a founder.
  private var joins: [ConversationID: Int64] = [:]
  /// The conversation of which the user became a member anew by the last change.
  private var rejoined: ConversationID?
  /// Something that an operation of the outbox breaks; nil where none does.
  var breach: Breach?
  /// The operations of the outbox that tell of receipts, and those that tell of deliveries.
  var flushes: FlushLedger
  var deliveryFlushes: FlushLedger

  /// An empty disk of a user's phone.
  init(of user: UserID, flushes: FlushLedger, deliveryFlushes: FlushLedger) {
    self.user = user
    (self.flushes, self.deliveryFlushes) = (flushes, deliveryFlushes)
  }

  /// Hands over the messages about whose bubbles something has changed since this was asked last.
  mutating func takeTouched() -> TouchedMessages {
    defer { touched = TouchedMessages() }
    return touched
  }

  /// Whether something about messages has changed since ``takeTouched()`` was called.
  var isTouched: Bool { !touched.isEmpty }

  /// Whether the backend has something to answer: the outbox holds an operation, or a receipt is still to be told.
  var isBusy: Bool { !operations.isEmpty || !unsettled.isEmpty }

  /// Whether rows have changed since ``takeUnjudged()`` was called.
  var hasUnjudged: Bool { !unjudged.isEmpty }

  /// Hands over the messages, by conversation, that have changed since this was asked last.
  mutating func takeUnjudged() -> [ConversationID: Set<MessageID>] {
    defer { unjudged = [:] }
    return unjudged
  }

  /// Hands over the messages that the user has sent on this phone, or sent once more, since this was asked last.
  mutating func takeSent() -> [MessageID] {
    if sent.isEmpty { return [] }
    defer { sent = [] }
    return sent
  }

  /// Hands over the messages that the outbox has come to tell to be read since this was asked last, without those of which
  /// the phone has come to know that they are read in the same transaction: it may have known of either first.
  mutating func takeHandedOver() -> [MessageID] {
    defer { (handedOver, newReads) = ([], []) }
    return handedOver.filter { !newReads.contains($0) }
  }

  /// Hands over what a person's gesture has put into the outbox since this was asked last, in words.
  mutating func takeOrder() -> String? {
    guard let order else { return nil }
    self.order = nil
    return order
  }

  /// Hands over the messages that came to the disk since this was asked last.
  mutating func takeArrived() -> [MessageID] {
    if arrived.isEmpty { return [] }
    defer { arrived = [] }
    return arrived
  }

  /// Hands over the conversation of which the user became a member anew by the last change, so that other messages count.
  mutating func takeRejoined() -> ConversationID? {
    defer { rejoined = nil }
    return rejoined
  }

  /// Takes a change down; returns the message that it is about, if it may change what is unread.
  mutating func take(_ change: DiskTransaction.Change, at now: Instant) -> MessageID? {
    switch change.table {
    case "messages": takeMessage(change)
    case "outbox": takeOperation(change, at: now)
    case "seen": takeSeen(change)
    case "reads": takeRead(change)
    case "deliveries": takeDelivery(change)
    case "conversations": takeConversation(change)
    case "sharing": takeTurn(change)
    case "keptReads": takeKeptRead(change)
    case "keptStatuses": takeKeptStatus(change)
    case "settings": takeSetting(change)
    case "invitations": takeInvitation(change)
    case "uploads": takeUpload(change)
    case "profiles": takeProfile(change)
    default: nil
    }
  }

  private mutating func takeMessage(_ change: DiskTransaction.Change) -> MessageID? {
    guard let fact = change.row as? MessageFact else {
      let id = MessageID(change.key)
      touched.insert(id)
      deleted.insert(id)
      if let known = messages[id] {
        unjudged[known.conversation, default: []].insert(id)
        if newest.newest(in: known.conversation) == id { findNewest(in: known.conversation) }
      }
      return id
    }
    // The row's own, since one that is made of the key's text would be kept beside it.
    let id = fact.id
    touched.insert(id)
    unjudged[fact.conversation, default: []].insert(id)
    if messages.updateValue(fact, forKey: id) == nil {
      ids[fact.conversation, default: []].append(id)
      arrived.append(id)
    }
    if !deleted.isEmpty { deleted.remove(id) }
    if newest.take(fact) { findNewest(in: fact.conversation) }
    return id
  }

  private mutating func findNewest(in conversation: ConversationID) {
    let places = messages(in: conversation).compactMap { message($0).map { PlaceAtRest($0) } }
    newest.set(places.max(), in: conversation)
  }

  /// The newest message of a conversation, by its place in the thread; nil where there is none.
  func newest(in conversation: ConversationID) -> MessageID? { newest.newest(in: conversation) }

  /// Hands over the conversations whose newest message is another one, or has changed, since this was asked last.
  mutating func takeRenewed() -> Set<ConversationID> { newest.takeRenewed() }

  private mutating func takeConversation(_ change: DiskTransaction.Change) -> MessageID? {
    guard let fact = change.row as? ConversationFact else { return nil }
    if let before = conversations.updateValue(fact, forKey: fact.id) {
      returned.compare(before, fact)
    }
    unjudged[fact.id, default: []] = unjudged[fact.id] ?? []
    touched.insertAll()
    if !fact.isMember {
      left.insert(fact.id)
    } else if left.remove(fact.id) != nil {
      rejoined = fact.id
    }
    if let time = fact.members.first(where: { $0.user == user })?.joinedMilliseconds {
      let joined = time > 0 ? time : nil
      if joins[fact.id] != joined { rejoined = fact.id }
      joins[fact.id] = joined
    }
    return nil
  }

  private mutating func takeOperation(
    _ change: DiskTransaction.Change, at now: Instant
  ) -> MessageID? {
    guard let operation = change.row as? OutboxOperation else {
      flushes.complete(change.key)
      deliveryFlushes.complete(change.key)
      operations[change.key] = nil
      if let id = sends.removeValue(forKey: change.key), !sends.values.contains(id) {
        queued.remove(id)
        touched.insert(id)
      }
      return nil
    }
    let isNew = operations.updateValue(operation.change, forKey: change.key) == nil
    switch operation.change {
    case .send(let id):
      if sends.updateValue(id, forKey: change.key) == nil {
        sent.append(id)
        order = "\(id) is sent"
      }
      queued.insert(id)
    case .read(let messages):
      if isNew { handedOver += messages }
      flushes.handOver(messages, as: change.key, at: now)
    case .deliver(let messages): deliveryFlushes.handOver(messages, as: change.key, at: now)
    case .change(let change):
      order = "members are \(change.kind.rawValue)"
      if judgedChanges.insert(change).inserted { judgeSize(after: change) }
    case .edit(let id, _, _): order = "\(id) is edited"
    case .delete(let id): order = "\(id) is deleted"
    case .describe(let id, let edit): order = "\(id) has another \(edit.property)"
    case .deleteMedia(let id): order = "the picture of \(id) is deleted"
    case .set(let setting): order = "\(setting.conversation) is set to \(setting.value)"
    default: break
    }
    return nil
  }

  /// A change of members that the user makes on this phone leaves from 2 to 256 of those of whom it knows (I-12).
  private mutating func judgeSize(after change: MembershipChange) {
    guard let members = conversations[change.conversation]?.members else { return }
    var users = Set(members.map(\.user))
    if change.kind == .added { users.formUnion(change.users) } else { users.subtract(change.users) }
    // A removal that leaves one ends the group with it (C-28).
    guard users.count < (change.archives ? 1 : 2) || users.count > 256 else { return }
    breach = Breach(
      of: "I-12", "no change of members by \(user) that leaves less than 2 or more than 256",
      "\(change.kind.rawValue) \(change.users): \(users.count) are left of \(members.map(\.user))")
  }

  private mutating func takeSeen(_ change: DiskTransaction.Change) -> MessageID? {
    let id = MessageID(change.key)
    if change.row == nil { seen.remove(id) } else { seen.insert(id) }
    if (change.row as? SeenFact)?.isSettled == false {
      unsettled.insert(id)
    } else if unsettled.remove(id) != nil {
      receiptSteps += 1
    }
    return id
  }

  private mutating func takeRead(_ change: DiskTransaction.Change) -> MessageID? {
    guard let row = change.row as? ReceiptRow else { return nil }
    let id = row.key.message
    touched.insert(id)
    if row.key.user == user {
      ownReads[id] = row.milliseconds
      newReads.insert(id)
      if let known = messages[id] { unjudged[known.conversation, default: []].insert(id) }
      return id
    }
    // What somebody else has read is no less unread for this phone's user.
    otherReaders[id, default: [:]][row.key.user] = row.milliseconds
    if let known = messages[id] { unjudged[known.conversation, default: []].insert(id) }
    return nil
  }

  private mutating func takeDelivery(_ change: DiskTransaction.Change) -> MessageID? {
    guard let row = change.row as? ReceiptRow else { return nil }
    touched.insert(row.key.message)
    reached[row.key.message, default: [:]][row.key.user] = row.milliseconds
    if row.key.user != user, let known = messages[row.key.message] {
      unjudged[known.conversation, default: []].insert(row.key.message)
    }
    return nil
  }

  private mutating func takeTurn(_ change: DiskTransaction.Change) -> MessageID? {
    turns.removeAll { $0.id == change.key }
    if let turn = change.row as? SharingFact, turn.milliseconds != nil { turns.append(turn) }
    turns.sort { ($0.milliseconds ?? .max, $0.id) < ($1.milliseconds ?? .max, $1.id) }
    touched.insertAll()
    return nil
  }

  private mutating func takeSetting(_ change: DiskTransaction.Change) -> MessageID? {
    settings[change.key] = change.row as? ConversationSetting
    return nil
  }

  private mutating func takeInvitation(_ change: DiskTransaction.Change) -> MessageID? {
    if change.row == nil { invitations.remove(change.key) } else { invitations.insert(change.key) }
    return nil
  }

  private mutating func takeUpload(_ change: DiskTransaction.Change) -> MessageID? {
    uploads[change.key] = change.row as? UploadFact
    return nil
  }

  private mutating func takeProfile(_ change: DiskTransaction.Change) -> MessageID? {
    guard let fact = change.row as? ProfileFact else { return nil }
    hasNewNames = true
    if let name = fact.name, !name.isEmpty { names[fact.user, default: []].insert(name) }
    return nil
  }

  private mutating func takeKeptRead(_ change: DiskTransaction.Change) -> MessageID? {
    guard let row = change.row as? ReceiptRow else { return nil }
    touched.insert(row.key.message)
    keptReads.insert(row.key)
    return nil
  }

  private mutating func takeKeptStatus(_ change: DiskTransaction.Change) -> MessageID? {
    guard let row = change.row as? KeptStatus else { return nil }
    touched.insert(row.message)
    keptStatuses[row.message] = row.status
    return nil
  }

  /// The status that the app keeps of a message because somebody who joined before it became known after the receipts of
  /// all others, or came back since the backend has refused their removal; nil where it keeps none, or where neither can be.
  func keptStatus(of id: MessageID) -> DeliveryStatus? {
    guard let kept = keptStatuses[id], let message = message(id),
      let members = conversations[message.conversation]?.members
    else { return nil }
    let isPossible = members.contains {
      $0.joinedMilliseconds > ConversationFact.Member.founding
        && $0.joinedMilliseconds <= message.serverMilliseconds ?? .max
    }
    return isPossible || returned.conversations.contains(message.conversation) ? kept : nil
  }

  /// The messages of a conversation, in the order of their arrival, without deleted ones.
  func messages(in conversation: ConversationID) -> [MessageID] {
    (ids[conversation] ?? []).filter { !deleted.contains($0) }
  }

  /// The conversation of a message that is or was on the disk.
  func conversation(of id: MessageID) -> ConversationID? { messages[id]?.conversation }

  /// Whether this phone's user is no member of a conversation any more, as far as the phone knows.
  func hasLeft(_ conversation: ConversationID) -> Bool { left.contains(conversation) }

  /// Whether it may be unread at all: someone else's, neither the system's nor a tombstone (C-33, C-55), and not from
  /// before the user joined (C-25).
  func isCountable(_ id: MessageID) -> Bool {
    messages[id].map { isCountable($0, id) } ?? false
  }

  private func isCountable(_ message: MessageFact, _ id: MessageID) -> Bool {
    message.canBeUnread && message.author != user && !deleted.contains(id)
      && message.serverMilliseconds ?? .max >= joins[message.conversation] ?? .min
  }

  /// The conversation of a message that is or was on the disk, and whether the message may be unread at all.
  func standing(of id: MessageID) -> (conversation: ConversationID, isCountable: Bool)? {
    guard let message = messages[id] else { return nil }
    return (message.conversation, isCountable(message, id))
  }

  /// Whether its row was deleted.
  func isDeleted(_ id: MessageID) -> Bool { deleted.contains(id) }
  /// Whether the outbox is to send it.
  func isQueued(_ id: MessageID) -> Bool { queued.contains(id) }
  /// Whether it was seen on this phone.
  func isSeen(_ id: MessageID) -> Bool { seen.contains(id) }
  /// Whether this phone's user has read it, on any phone.
  func isReadByUser(_ id: MessageID) -> Bool { ownReads[id] != nil }
  /// The time at which this phone's user has read it, as far as the phone knows.
  func ownRead(of id: MessageID) -> Int64? { ownReads[id] }
  /// The row of a message; nil where there is none, or none any more.
  ///
  /// Inlined, because a call on the facts of a ledger that is only read copies them all.
  @inline(__always)
  func message(_ id: MessageID) -> MessageFact? { deleted.contains(id) ? nil : messages[id] }
  /// The users other than this phone's who have read it, with the times that the phone knows.
  func otherReaders(of id: MessageID) -> [UserID: Int64] { otherReaders[id] ?? [:] }
  /// The users other than this phone's whose phones have it, with the times that the phone knows.
  func reached(by id: MessageID) -> [UserID: Int64] { reached[id] ?? [:] }

  /// The readers other than this phone's user of whom the user may be shown: not those who read it while the user kept
  /// receipts private, unless the phone knew of them before it knew of that (C-40).
  ///
  /// - Parameter isExempt: Whether the switch for receipts does not count.
  func shownReaders(of id: MessageID, isExempt: Bool) -> [UserID: Int64] {
    guard let readers = otherReaders[id] else { return [:] }
    if isExempt || turns.isEmpty { return readers }
    return readers.filter { user, time in
      let turn = turns.last { $0.milliseconds.map { $0 <= time } ?? false }
      return turn?.isOn ?? true || keptReads.contains(ReceiptKey(message: id, user: user))
    }
  }
}
