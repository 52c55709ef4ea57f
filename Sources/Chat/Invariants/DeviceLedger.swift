internal import Devices
internal import Simulator

/// The facts that one phone has stored and the screens that it has shown, recorded as they happen (I-06, I-07, I-14,
/// I-16, I-17).
///
/// Counts unread messages by itself, from the rows on the disk and the bubbles on the screen; it uses no code that
/// makes screens.
struct DeviceLedger: Sendable {
  let phone: String
  let user: UserID
  let policies: ChatPolicies
  /// The rows on the disk.
  private(set) var disk: StoredFacts
  private var statuses = StatusLedger()
  /// Messages that were on the screen of the app in the foreground, or that the person marked as read.
  private(set) var displayed: Set<MessageID> = []
  /// The messages of each conversation that are or were on the disk and are not among the displayed ones.
  private var undisplayed: [ConversationID: Set<MessageID>] = [:]
  /// Messages that came to the screen, or were on it when the app came to the foreground or left it, at the instant
  /// `doubtSince`: within an instant the rows on the disk say whether the app has marked them yet.
  private var doubtful: Set<MessageID> = []
  private var doubtSince = Instant.zero
  /// The instant up to which a slow disk keeps the app waiting.
  private(set) var waitsUntil = Instant.zero
  /// Messages that the person can have seen, if only for a moment (I-06).
  private var glimpsed: Set<MessageID> = []
  /// Messages that the person has marked as read since the app was launched, whatever was in front: they are seen as soon as
  /// that is stored, which a disk without room puts off.
  private var marked: Set<MessageID> = []
  /// The messages up to which the person has had conversations marked as read from notifications (PM-07).
  private var through: [ConversationID: [MessageID]] = [:]
  private(set) var lifeChange = Instant.zero
  private(set) var life = LifeState.terminated
  /// Messages by other people that count as unread, and how many of them each conversation has.
  private(set) var counted: Set<MessageID> = []
  private(set) var unread: [ConversationID: Int] = [:]
  /// Every message that a thread has shown.
  var shown: [ConversationID: Set<MessageID>] = [:]
  /// Conversations whose thread has not been shown since the app was launched.
  var unverified: Set<ConversationID> = []
  private(set) var screen: Screen?
  /// The instant of the last commit behind which no screen has come; nil where one has. A screen that should have
  /// changed and did not is judged as soon as time has passed.
  private var unshownSince: Instant?
  private(set) var lastCommit = Instant.zero
  /// The instant since which the present thread has been open.
  private(set) var threadSince = Instant.zero
  /// The instant since which the peer of the thread on the screen has been shown as online; nil while they are not.
  private(set) var onlineSince: Instant?
  /// Whether the app has ended and no screen of the next one has been seen.
  private(set) var isDark = true
  /// The conversations whose messages on the screen are to be compared with the backend's.
  private var pending: [ConversationID: Set<MessageID>] = [:]
  /// Whether an account has another name since all that is shown was compared with the backend.
  var areNamesDue = false
  /// Whether the phone is known to be compared with the backend at the next moment of rest.
  var isAwaitingRest = false
  /// Whether the phone is known to have something to tell, and since when it could have.
  var isOwing = false
  var waiting = WaitingLedger()
  /// Bubbles that have come to show that somebody has a message, since this was asked last.
  private var newlyReached: [Screen.Bubble] = []
  /// Whether bubbles stand at other places than before, since this was asked last.
  private var isReordered = false
  /// The number of the step that runs.
  var step: UInt64 = 0
  /// The gesture that the screen did not offer, and the step in which it was made.
  private var idleGesture: (name: String, step: UInt64)?
  var shade = ShadeLedger()
  var breaches: [Breach] = []

  init(phone: String, user: UserID, policies: ChatPolicies) {
    self.phone = phone
    self.user = user
    self.policies = policies
    disk = StoredFacts(
      of: user, flushes: FlushLedger(phone: phone),
      deliveryFlushes: FlushLedger(
        phone: phone, of: .deliveries, hasOthers: policies.confirmsByExtension))
  }

  /// Hands over what was found broken.
  mutating func takeBreaches() -> [Breach] {
    defer { breaches = [] }
    return breaches
  }

  // MARK: - What happens to the phone

  /// A transaction is durable; nil when the disk was erased.
  mutating func store(_ transaction: DiskTransaction?, at now: Instant) {
    settle(at: now)
    guard let transaction else {
      let (flushes, deliveryFlushes) = (disk.flushes, disk.deliveryFlushes)
      // What somebody has seen they have seen, and its receipt may be under way.
      // The phone tells of its notifications when they change, which deleting the app need not do.
      let (glimpsed, shade) = (glimpsed, shade)
      self = DeviceLedger(phone: phone, user: user, policies: policies)
      (self.glimpsed, self.shade) = (glimpsed, shade)
      disk.flushes = flushes
      disk.flushes.erase()
      disk.deliveryFlushes = deliveryFlushes
      disk.deliveryFlushes.forgive()
      return
    }
    // A span lends the changes, which a loop would copy.
    let changes = transaction.changes.span
    for index in changes.indices {
      if let id = disk.take(changes[index], at: now) { recount(id) }
      if let conversation = disk.takeRejoined() {
        let isOpen = life == .foreground && screen?.thread?.id == conversation
        let inView = Set(isOpen ? screen?.thread?.window.map(\.id) ?? [] : [])
        for id in disk.messages(in: conversation) {
          if !disk.isSeen(id), displayed.remove(id) != nil, inView.contains(id) {
            doubtful.insert(id)
          }
          recount(id)
        }
        // What was displayed while the user was no member counts from now on, and the app has had no time yet to store it.
        if !doubtful.isEmpty { doubtSince = now }
      }
    }
    if !isDark { unshownSince = now }
    lastCommit = now
    if let order = disk.takeOrder() { judgeIdleGesture(order) }
    if let breach = disk.breach {
      breaches.append(breach)
      disk.breach = nil
    }
    takeFlushBreach()
  }

  /// Judges what is on the screen again where rows have changed and no other screen has come since, once time has
  /// passed: the app shows what it has stored in the very step.
  mutating func settle(at now: Instant) {
    guard let since = unshownSince, now > since else { return }
    unshownSince = nil
    guard let screen else { return }
    settleDoubts(at: now)
    judgeUnread(screen)
    judgePreviews(in: screen, after: screen)
    if let thread = screen.thread, disk.isTouched {
      let touched = disk.takeTouched()
      let bubbles = thread.bubbles.filter { touched.contains($0.id) }
      for bubble in bubbles { judgeReceipts(of: bubble) }
      judgeDurability(of: bubbles, in: thread)
    }
    if let sheet = screen.sheet { judge(sheet, in: screen.thread) }
  }

  /// Messages are to be compared with the backend's at the next moment of rest.
  mutating func expectRest(of messages: Set<MessageID>, in conversation: ConversationID) {
    pending[conversation, default: []].formUnion(messages)
  }

  /// Hands over the bubbles that have come to show that somebody has a message, since this was asked last.
  mutating func takeNewlyReached() -> [Screen.Bubble] {
    if newlyReached.isEmpty { return [] }
    defer { newlyReached = [] }
    return newlyReached
  }

  /// Whether bubbles stand at other places than when this was asked last.
  mutating func takeReordered() -> Bool {
    defer { isReordered = false }
    return isReordered
  }

  /// The other member of the 1:1 conversation on the screen, where it is shown that they are online.
  var peerShownOnline: UserID? {
    guard life == .foreground, let thread = screen?.thread,
      policies.text.says(.online, thread.subtitle)
    else { return nil }
    return thread.members.first { $0.user != user }?.user
  }

  /// The person has made a gesture, in a step of the app; one that nothing on the screen offers must change nothing
  /// (I-20).
  mutating func made(_ gesture: ChatGesture, in step: UInt64) {
    // What the question asks is in memory alone.
    let isOffered = gesture == .confirm ? screen?.question != nil : disk.offers(gesture)
    idleGesture = isOffered ? nil : (gesture.name, step)
  }

  /// Judges what comes of a gesture that was not offered.
  private mutating func judgeIdleGesture(_ effect: String) {
    guard let gesture = idleGesture, gesture.step == step else { return }
    breaches.append(
      Breach(
        of: "I-20", "a gesture that \(phone) does not offer to change nothing",
        "\(gesture.name): \(effect)"))
  }

  /// Hands over the messages that the outbox has come to tell to be read since this was asked last.
  mutating func takeHandedOver() -> [MessageID] { disk.takeHandedOver() }

  /// Hands over the messages that the user has sent on this phone, or sent once more, since this was asked last.
  mutating func takeSent() -> [MessageID] { disk.takeSent() }

  /// Hands over the conversations whose newest message is another one, or has changed, since this was asked last.
  mutating func takeRenewed() -> Set<ConversationID> { disk.takeRenewed() }

  /// Hands over the messages that have come to the disk since this was asked last.
  mutating func takeArrived() -> [MessageID] { disk.takeArrived() }

  /// Whether anything is to be compared with the backend.
  var isRestDue: Bool {
    !pending.isEmpty || disk.hasUnjudged || areNamesDue || disk.hasNewNames
  }

  /// Hands over what is to be compared with the backend.
  mutating func takePending() -> [ConversationID: Set<MessageID>] {
    var due = pending
    pending = [:]
    due.merge(disk.takeUnjudged()) { $0.union($1) }
    if areNamesDue || disk.hasNewNames {
      for row in screen?.conversations ?? [] { due[row.id, default: []].formUnion([]) }
    }
    (areNamesDue, disk.hasNewNames) = (false, false)
    return due
  }

  /// The backend has committed receipts that this phone has written, one of `message` among them.
  mutating func committed(_ message: MessageID, at now: Instant) {
    disk.flushes.commit(message, at: now)
    takeFlushBreach()
  }

  /// The backend has committed deliveries that this phone has written, one of `message` among them.
  mutating func committedDelivery(of message: MessageID, at now: Instant) {
    disk.deliveryFlushes.commit(message, at: now)
    takeFlushBreach()
  }

  /// The backend has refused deliveries of the user's.
  mutating func refusedDeliveries() { disk.deliveryFlushes.forgive() }

  private mutating func takeFlushBreach() {
    if disk.flushes.breach != nil, let breach = disk.flushes.takeBreach() {
      breaches.append(breach)
    }
    if disk.deliveryFlushes.breach != nil, let breach = disk.deliveryFlushes.takeBreach() {
      breaches.append(breach)
    }
  }

  /// The app's life took a turn.
  mutating func live(_ next: LifeState, at now: Instant) {
    settle(at: now)
    settleDoubts(at: now)
    life = next
    lifeChange = now
    if next == .terminated {
      isDark = true
      unshownSince = nil
      waitsUntil = .zero
      unverified = Set(shown.keys)
      marked = []
      disk.deliveryFlushes.forgive()
      dropDoubts()
    }
    guard next == .foreground, screen?.sheet == nil, let thread = screen?.thread else { return }
    for bubble in thread.window { glimpse(bubble.id, at: now) }
  }

  /// The app waits for its disk.
  mutating func wait(until end: Instant) { waitsUntil = max(waitsUntil, end) }

  /// The person taps retry.
  mutating func retry(_ id: MessageID) { statuses.retry(id) }

  /// The person marks everything in a conversation as read.
  mutating func markRead(_ conversation: ConversationID, at now: Instant) {
    let ids = undisplayed[conversation] ?? []
    glimpse(conversation, at: now)
    marked.formUnion(ids.filter { !disk.isDeleted($0) })
  }

  /// Every message of a conversation counts as seen from now on.
  private mutating func glimpse(_ conversation: ConversationID, at now: Instant) {
    settleDoubts(at: now)
    // order: messages are glimpsed at one instant, whichever comes first.
    for id in undisplayed[conversation] ?? [] where !disk.isDeleted(id) { glimpse(id, at: now) }
  }

  /// The person marks a conversation as read up to a message, from a notification.
  mutating func markThrough(_ id: MessageID, in conversation: ConversationID) {
    through[conversation, default: []].append(id)
  }

  private func isMarkedThrough(_ id: MessageID, in conversation: ConversationID) -> Bool {
    guard !through.isEmpty, let message = disk.message(id) else { return false }
    let place = PlaceAtRest(message)
    return through[conversation, default: []].contains { last in
      last == id || disk.message(last).map { place <= PlaceAtRest($0) } ?? false
    }
  }

  /// The app shows another screen.
  mutating func show(_ next: Screen?, at now: Instant) {
    settle(at: now)
    settleDoubts(at: now)
    let before = screen
    screen = next
    unshownSince = nil
    guard let next else { return }
    // What an alert has kept from the disk comes to it from now on.
    if before?.alert != nil, next.alert == nil { doubtSince = now }
    isDark = false
    let isOnline = policies.text.says(.online, next.thread?.subtitle)
    if !isOnline || next.thread?.id != before?.thread?.id { onlineSince = nil }
    if isOnline, onlineSince == nil { onlineSince = now }
    if let thread = next.thread, thread.id != before?.thread?.id {
      threadSince = now
      expectRest(of: Set(thread.bubbles.map(\.id)), in: thread.id)
    }
    // What scrolling up has brought is compared with the backend, too.
    if let thread = next.thread, let last = before?.thread, thread.id == last.id,
      thread.bubbles.count > last.bubbles.count, let top = last.bubbles.first?.id,
      thread.bubbles.first?.id != top
    {
      expectRest(of: Set(thread.bubbles.prefix { $0.id != top }.map(\.id)), in: thread.id)
    }
    let isOtherThread = next.thread?.differs(from: before?.thread) ?? false
    if let thread = next.thread, isOtherThread {
      show(thread, after: before?.thread, at: now)
      let judge = TypingJudge(phone: phone, user: user, thread: thread)
      if let breach = judge.atOnce() { breaches.append(breach) }
    }
    // What a sheet covered comes into view with its end.
    if let thread = next.thread, next.sheet == nil, isOtherThread || before?.sheet != nil,
      life == .foreground || lifeChange == now, undisplayed[thread.id]?.isEmpty != true
    {
      for bubble in thread.window { glimpse(bubble.id, at: now) }
    }
    // Where an open thread marks all of its messages, one that comes above the displayed ones changes no bubble.
    if let thread = next.thread, next.sheet == nil, life == .foreground, policies.marking == .all {
      glimpse(thread.id, at: now)
    }
    if next.question != nil, before?.question == nil { judgeIdleGesture("a question has opened") }
    if let sheet = next.sheet {
      if before?.sheet == nil {
        judgeIdleGesture("a sheet has opened")
        if let thread = next.thread { expectRest(of: [], in: thread.id) }
      }
      judge(sheet, in: next.thread)
    }
    judgeUnread(next)
    judgePreviews(in: next, after: before)
    judgePreview(in: next)
    if next.conversations.count != before?.conversations.count {
      judgeUnique(next.conversations.map(\.id.text), "the conversation list")
    }
  }

  /// Whether the person can have seen a message on this phone (I-06).
  func canHaveSeen(_ id: MessageID) -> Bool { glimpsed.contains(id) }

  // MARK: - Threads

  private mutating func show(
    _ thread: Screen.MessageThread, after before: Screen.MessageThread?, at now: Instant
  ) {
    judgeWindow(of: thread)
    let (bubbles, isSlice) = unjudged(in: thread, after: before)
    if !isSlice { judgeUnique(thread.bubbles.map(\.id.text), "the thread “\(thread.title)”") }
    for bubble in bubbles {
      shown[thread.id, default: []].insert(bubble.id)
      if let status = bubble.status {
        judge(status, of: bubble)
        if status == .delivered || status == .read { newlyReached.append(bubble) }
      }
      judgeReceipts(of: bubble)
    }
    if !isSlice { isReordered = true }
    judgeDurability(of: bubbles, in: thread)
  }

  /// The bubbles of a thread about which something may be broken now that was not when the thread was on the screen
  /// before: those that look different, and those about whose messages rows have changed since.
  ///
  /// Also whether the thread shows a part of what it showed before, in the same order: then it has nothing twice that was
  /// not found then.
  private mutating func unjudged(
    in thread: Screen.MessageThread, after before: Screen.MessageThread?
  ) -> (bubbles: [Screen.Bubble], isSlice: Bool) {
    let touched = disk.takeTouched()
    guard let before, before.id == thread.id, let first = thread.bubbles.first,
      let start = before.bubbles.firstIndex(where: { $0.id == first.id })
    else { return (thread.bubbles, false) }
    var bubbles: [Screen.Bubble] = []
    var isSlice = true
    let earlier = before.bubbles[start...]
    for (offset, bubble) in thread.bubbles.enumerated() {
      let old = offset < earlier.count ? earlier[start + offset] : nil
      if old?.id != bubble.id { isSlice = false }
      if bubble.differs(from: old) || touched.contains(bubble.id) { bubbles.append(bubble) }
    }
    return (bubbles, isSlice)
  }

  /// A message is on the screen, or was until this very instant.
  private mutating func glimpse(_ id: MessageID, at now: Instant) {
    guard !displayed.contains(id) else { return }
    glimpsed.insert(id)
    doubtful.insert(id)
    doubtSince = now
    recount(id)
  }

  private mutating func display(_ id: MessageID) {
    displayed.insert(id)
    recount(id)
  }

  /// Settles the doubtful messages of an earlier instant: one that was on the screen was seen, and the app has had the
  /// time to store that, unless it waits for its disk.
  ///
  /// One behind an alert stays doubtful: it may say that nothing can be stored now. One that a sheet covered in the instant
  /// in which it came was in view for no time, unless the person has marked it.
  private mutating func settleDoubts(at now: Instant) {
    guard !doubtful.isEmpty, now > max(doubtSince, waitsUntil) else { return }
    if screen?.sheet != nil { dropDoubts(but: marked) }
    let isBehindAlert = screen?.alert != nil
    let settled = doubtful.sorted().filter { !isBehindAlert || disk.isSeen($0) }
    doubtful.subtract(settled)
    for id in settled {
      if life == .foreground {
        display(id)
        judgeSeen(id)
      } else if disk.isSeen(id) {
        display(id)
      }
    }
  }

  /// The app has ended, or a sheet is in front: what it had not kept by then was not displayed for any time at all.
  private mutating func dropDoubts(but kept: Set<MessageID> = []) {
    let dropped = doubtful.subtracting(kept).sorted()
    doubtful.formIntersection(kept)
    for id in dropped {
      if disk.isSeen(id) { displayed.insert(id) }
      recount(id)
    }
  }

  private mutating func judge(_ status: DeliveryStatus, of bubble: Screen.Bubble) {
    guard let before = statuses.show(status, of: bubble.id) else { return }
    breaches.append(
      Breach(
        of: "I-01",
        "the status that \(phone) shows for \(named(bubble.id, bubble.text)) never to decrease",
        "it was \(before.rawValue) and is \(status.rawValue)"))
  }

  // MARK: - Unread numbers

  /// Whether a message counts as unread, by the rows on the disk and what was on the screen.
  private mutating func recount(_ id: MessageID) {
    guard let (conversation, isCountable) = disk.standing(of: id) else { return }
    if marked.contains(id), disk.isSeen(id) { displayed.insert(id) }
    let isDisplayed = displayed.contains(id)
    if isDisplayed {
      undisplayed[conversation]?.remove(id)
    } else {
      undisplayed[conversation, default: []].insert(id)
    }
    let isThrough = disk.isSeen(id) && isMarkedThrough(id, in: conversation)
    if isThrough { glimpsed.insert(id) }
    let isSeen = isDisplayed || isThrough || (doubtful.contains(id) && disk.isSeen(id))
    let counts = isCountable && !isSeen && !disk.isReadByUser(id)
    if counts {
      if counted.insert(id).inserted { unread[conversation, default: 0] += 1 }
    } else if counted.remove(id) != nil {
      unread[conversation, default: 0] -= 1
    }
  }
}
