import Devices
import Testing

@testable import Chat

/// What is known of one message of Alice's: every combination that a phone can come to know.
struct KnownFacts: Sendable, CustomTestStringConvertible {
  var submission: SubmissionState
  /// For each recipient, whether the message has reached one of their phones, and whether they read it.
  var recipients: [(isReached: Bool, hasRead: Bool)]

  static let all: [KnownFacts] = {
    let fates = [(false, false), (true, false), (false, true), (true, true)]
    let groups: [[(Bool, Bool)]] =
      [[]] + fates.map { [$0] } + fates.flatMap { first in fates.map { [first, $0] } }
    let submissions: [SubmissionState] = [.queued, .accepted, .failed(reason: "no")]
    return submissions.flatMap { submission in
      groups.map { KnownFacts(submission: submission, recipients: $0) }
    }
  }()

  var testDescription: String { "\(submission), \(recipients)" }

  /// The ladder as the requirements tell it (DS-01 to DS-05, GR-06, C-12, C-13).
  var expected: DeliveryStatus {
    if recipients.contains(where: \.hasRead) { return .read }
    if !recipients.isEmpty, recipients.allSatisfy(\.isReached) { return .delivered }
    switch submission {
    case .queued: return .sending
    case .accepted: return .sent
    case .failed: return .failed
    }
  }

  func status(viewer: UserID = ModelHarness.alice) -> DeliveryStatus? {
    let ids: [UserID] = [ModelHarness.bob, ModelHarness.carol]
    let message = MessageFact(
      id: MessageID("m"), conversation: ModelHarness.chat, author: ModelHarness.alice,
      text: "hello", localMilliseconds: 0, serverMilliseconds: nil, submission: submission)
    var store = ChatStore(of: viewer)
    let members = ids.prefix(recipients.count) + [ModelHarness.alice]
    let conversation = ConversationFact(
      id: ModelHarness.chat, isGroup: true,
      members: members.map {
        ConversationFact.Member(user: $0, joinedMilliseconds: ConversationFact.Member.founding)
      })
    store.put(conversation)
    store.put(message)
    for (id, recipient) in zip(ids, recipients) {
      let key = ReceiptKey(message: message.id, user: id)
      if recipient.isReached { store.noteDelivery(key, at: 1) }
      if recipient.hasRead { store.noteRead(key, at: 2) }
    }
    let projection = ScreenProjection(
      facts: Shared(store), user: viewer, place: Shared(Navigation()), policies: ChatPolicies(),
      clock: WallClock(), localMilliseconds: 0)
    return projection.bubble(message, in: conversation).status
  }

  /// The same with one more fact, in every way.
  var successors: [KnownFacts] {
    recipients.indices.flatMap { index -> [KnownFacts] in
      var (reached, read) = (self, self)
      reached.recipients[index].isReached = true
      read.recipients[index].hasRead = true
      return [reached, read]
    }
  }
}

@Suite("Delivery status")
struct DeliveryStatusTests {
  @Test("the status is the strongest that the facts allow", arguments: KnownFacts.all)
  func ladder(facts: KnownFacts) {
    #expect(facts.status() == facts.expected)
  }

  @Test("one more fact never takes the status down (MO-01, MO-09)", arguments: KnownFacts.all)
  func climbs(facts: KnownFacts) throws {
    let status = try #require(facts.status())
    for successor in facts.successors {
      let next = try #require(successor.status())
      #expect(next == status || status.canBecome(next), "\(status) → \(next)")
    }
  }

  @Test("someone else's message shows no status (DS-07)", arguments: KnownFacts.all.prefix(8))
  func hidesFromOthers(facts: KnownFacts) {
    #expect(facts.status(viewer: ModelHarness.bob) == nil)
  }

  @Test("the ladder is climbed and never descended; failed is reached from sending alone")
  func transitions() {
    let order: [DeliveryStatus] = [.sending, .sent, .delivered, .read]
    for (low, lower) in order.enumerated() {
      for (high, higher) in order.enumerated() {
        #expect(lower.canBecome(higher) == (low < high), "\(lower) → \(higher)")
      }
      #expect(lower.canBecome(.failed) == (lower == .sending))
      #expect(DeliveryStatus.failed.canBecome(lower))
    }
    #expect(!DeliveryStatus.failed.canBecome(.failed))
  }

  @Test("no two statuses look alike (DS-06)")
  func looksDifferent() {
    #expect(Set(DeliveryStatus.allCases.map(\.marks)).count == DeliveryStatus.allCases.count)
    #expect(
      Set(DeliveryStatus.allCases.map(ChatText().spoken)).count == DeliveryStatus.allCases.count)
  }
}
