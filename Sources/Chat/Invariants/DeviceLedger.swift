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
  private(set) var statuses = StatusLedger()
  /// Messages that were on the screen of the app in the foreground, or that the person marked as read.
  private(set) var displayed: Set<MessageID> = []
  /// The messages of each conversation that are or were on the disk and are not among the displayed ones.
  private var undisplayed: [ConversationID: Set<MessageID>] = [:]
  /// Messages that came to the screen, or were on it when the app came to the foreground or left it, at the instant
  /// `doubtSince`: within an instant the rows on the disk say whether the app has marked them yet.
  private var doubtful: Set<MessageID> = []
  private var doubtSince = Instant.zero
  /// Messages that the person can have seen, if only for a moment (I-06).
  private var glimpsed: Set<MessageID> = []
  private var lifeChange = Instant.zero
  private var life = LifeState.terminated
  /// Messages by other people that count as unread, and how many of them each conversation has.
  private var counted: Set<MessageID> = []
  private var unread: [ConversationID: Int] = [:]
  /// Every message that a thread has shown.
  private var shown: [ConversationID: Set<MessageID>] = [:]
  /// Conversations whose thread has not been shown since the app was launched.
  private var unverified: Set<ConversationID> = []
  private(set) var screen: Screen?
  var breaches: [Breach] = []

  init(phone: String, user: UserID, policies: ChatPolicies) {
    self.phone = phone
    self.user = user
    self.policies = policies
    disk = StoredFacts(of: user, flushes: FlushLedger(phone: phone))
  }

  /// Hands over what was found broken.
  mutating func takeBreaches() -> [Breach] {
    defer { breaches = [] }
    return breaches
  }

  // MARK: - What happens to the phone

  /// A transaction is durable; nil when the disk was erased.
  mutating func store(_ transaction: DiskTransaction?, at now: Instant) {
    guard let transaction else {
      let flushes = disk.flushes
      // What somebody has seen they have seen, and its receipt may be under way.
      let glimpsed = glimpsed
      self = DeviceLedger(phone: phone, user: user, policies: policies)
      self.glimpsed = glimpsed
      disk.flushes = flushes
      disk.flushes.erase()
      return
    }
    // A span lends the changes, which a loop would copy.
    let changes = transaction.changes.span
    for index in changes.indices {
      if let id = disk.take(changes[index], at: now) { recount(id) }
      if let conversation = disk.takeRejoined() {
        for id in disk.messages(in: conversation) { recount(id) }
        // What was displayed while the user was no member counts from now on, and the app has had no time yet to store it.
        if !doubtful.isEmpty { doubtSince = now }
      }
    }
    takeFlushBreach()
  }

  /// The backend has committed receipts that this phone has written, one of `message` among them.
  mutating func committed(_ message: MessageID, at now: Instant) {
    disk.flushes.commit(message, at: now)
    takeFlushBreach()
  }

  private mutating func takeFlushBreach() {
    guard disk.flushes.breach != nil, let breach = disk.flushes.takeBreach() else { return }
    breaches.append(breach)
  }

  /// The app's life took a turn.
  mutating func live(_ next: LifeState, at now: Instant) {
    settleDoubts(at: now)
    life = next
    lifeChange = now
    if next == .terminated {
      unverified = Set(shown.keys)
      dropDoubts()
    }
    guard next == .foreground, screen?.sheet == nil, let thread = screen?.thread else { return }
    for bubble in thread.bubblesInView { glimpse(bubble.id, at: now) }
  }

  /// The person taps retry.
  mutating func retry(_ id: MessageID) { statuses.retry(id) }

  /// The person marks everything in a conversation as read.
  mutating func markRead(_ conversation: ConversationID, at now: Instant) {
    settleDoubts(at: now)
    // order: messages are glimpsed at one instant, whichever comes first.
    for id in undisplayed[conversation] ?? [] where !disk.isDeleted(id) { glimpse(id, at: now) }
  }

  /// The app shows another screen.
  mutating func show(_ next: Screen?, at now: Instant) {
    settleDoubts(at: now)
    let before = screen
    screen = next
    guard let next else { return }
    if let thread = next.thread, thread != before?.thread {
      show(thread, after: before?.thread, at: now)
    }
    // What a sheet covered comes into view with its end.
    if let thread = next.thread, next.sheet == nil,
      thread != before?.thread || before?.sheet != nil,
      life == .foreground || lifeChange == now, undisplayed[thread.id]?.isEmpty != true
    {
      for bubble in thread.bubblesInView { glimpse(bubble.id, at: now) }
    }
    // Where an open thread marks all of its messages, one that comes above the displayed ones changes no bubble.
    if let thread = next.thread, next.sheet == nil, life == .foreground, policies.marking == .all {
      markRead(thread.id, at: now)
    }
    if let sheet = next.receiptSheet, sheet != before?.receiptSheet { judge(sheet) }
    judgeUnread(next)
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
    let (bubbles, isSlice) = unjudged(in: thread, after: before)
    if !isSlice { judgeUnique(thread.bubbles.map(\.id.text), "the thread “\(thread.title)”") }
    for bubble in bubbles {
      shown[thread.id, default: []].insert(bubble.id)
      if let label = bubble.receiptLabel { judge(label, of: bubble) }
      if let status = bubble.status { judge(status, of: bubble) }
    }
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
      if old != bubble || touched.contains(bubble.id) { bubbles.append(bubble) }
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
  /// time to store that.
  private mutating func settleDoubts(at now: Instant) {
    guard !doubtful.isEmpty, now > doubtSince else { return }
    let settled = doubtful.sorted()
    doubtful = []
    for id in settled {
      if life == .foreground {
        display(id)
        judgeSeen(id)
      } else if disk.isSeen(id) {
        display(id)
      }
    }
  }

  /// The app has ended: what it had not kept by then was not displayed for any time at all.
  private mutating func dropDoubts() {
    let dropped = doubtful.sorted()
    doubtful = []
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

  private mutating func judgeUnique(_ ids: [String], _ list: String) {
    guard ids.count > 1, Set(ids).count < ids.count else { return }
    var seen: Set<String> = []
    let twice = ids.filter { !seen.insert($0).inserted }
    breaches.append(
      Breach(
        of: "I-16", "\(list) on \(phone) to have nothing twice", "twice or more: \(twice)"))
  }

  // MARK: - Unread numbers

  /// Whether a message counts as unread, by the rows on the disk and what was on the screen.
  private mutating func recount(_ id: MessageID) {
    guard let (conversation, isCountable) = disk.standing(of: id) else { return }
    let isDisplayed = displayed.contains(id)
    if isDisplayed {
      undisplayed[conversation]?.remove(id)
    } else {
      undisplayed[conversation, default: []].insert(id)
    }
    let isSeen = isDisplayed || (doubtful.contains(id) && disk.isSeen(id))
    let counts = isCountable && !isSeen && !disk.isReadByUser(id)
    if counts {
      if counted.insert(id).inserted { unread[conversation, default: 0] += 1 }
    } else if counted.remove(id) != nil {
      unread[conversation, default: 0] -= 1
    }
  }

  private mutating func judgeUnread(_ screen: Screen) {
    var sum = 0
    for row in screen.conversations {
      let number = row.unread ?? 0
      sum += number
      let right = disk.hasLeft(row.id) ? 0 : unread[row.id] ?? 0
      if number == right { continue }
      breaches.append(
        Breach(
          of: "I-07",
          "the unread number of “\(row.title)” on \(phone) to count what others wrote and \(user) has not read",
          "it is \(number); \(phone) holds \(right) such messages:",
          disk.messages(in: row.id).filter(counted.contains).map { "  \($0)" }
            .joined(separator: "\n")))
    }
    if screen.badge != sum {
      breaches.append(
        Breach(
          of: "I-07", "the badge on \(phone) to be the sum of the unread numbers",
          "it is \(screen.badge), and they add up to \(sum)"))
    }
  }

  // MARK: - Durability

  /// Checks that everything on the screen would survive a crash in the very next step (I-17).
  private mutating func judgeDurability(
    of bubbles: [Screen.Bubble], in thread: Screen.MessageThread
  ) {
    for bubble in bubbles {
      guard disk.conversation(of: bubble.id) != nil else {
        return lose("\(what(bubble)) is on the screen", "not on the disk")
      }
      if bubble.status == .sending, !disk.isQueued(bubble.id) {
        return lose("\(what(bubble)) is shown as sending", "not in the outbox on the disk")
      }
      if bubble.status == .read, !disk.isReadByOthers(bubble.id) {
        return lose("\(what(bubble)) is shown as read", "not so on the disk")
      }
    }
    judgeRestored(thread)
  }

  private func what(_ bubble: Screen.Bubble) -> String {
    "\(named(bubble.id, bubble.text)) on \(phone)"
  }

  private mutating func judgeSeen(_ id: MessageID) {
    guard disk.isCountable(id), !disk.isSeen(id), !disk.isReadByUser(id),
      let conversation = disk.conversation(of: id), !disk.hasLeft(conversation)
    else { return }
    lose("\(id) was seen on \(phone)", "not so on the disk")
  }

  /// The first time that a thread is shown after a launch, it shows all that it has ever shown.
  private mutating func judgeRestored(_ thread: Screen.MessageThread) {
    guard unverified.remove(thread.id) != nil, thread.bubbles.count < policies.viewport else {
      return
    }
    let present = Set(thread.bubbles.map(\.id))
    let lost = (shown[thread.id] ?? []).filter { !present.contains($0) && !disk.isDeleted($0) }
    guard let first = lost.min() else { return }
    lose("\(first) was shown on \(phone) before the app's end", "not shown after it")
  }

  private mutating func lose(_ fact: String, _ fate: String) {
    breaches.append(
      Breach(of: "I-17", "every fact that is shown to survive a crash", "\(fact) and \(fate)"))
  }
}
