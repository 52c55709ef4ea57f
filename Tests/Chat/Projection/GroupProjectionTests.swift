import Backend
import Simulator
import Testing

@testable import Chat

@Suite("Receipts in groups")
struct GroupProjectionTests {
  private static let (bob, carol, dave): (UserID, UserID, UserID) = ("bob", "carol", "dave")

  private static func group(
    joined: [UserID: Int64] = [:], policies: ChatPolicies = ChatPolicies()
  ) -> ModelHarness {
    var harness = ModelHarness.grouped(
      with: [bob, carol, dave], joined: joined, policies: policies)
    harness.open()
    harness.sendAccepted("hello", as: "1", at: 1000)
    return harness
  }

  @Test("the count is of readers among the recipients, never the author, never twice (C-01, C-02)")
  func counts() {
    var harness = Self.group()
    #expect(
      harness.bubble("1").map(\.receiptLabel) == .some(nil) && harness.status(of: "1") == .sent)
    harness.hearRead("1", by: Self.bob, at: 5000)
    #expect(harness.bubble("1")?.receiptLabel == "Read by 1 of 3")
    harness.hear(
      .receipts(ModelHarness.chat), of: Self.bob, ["1": 6000, "x": 6000], .childChanged)
    harness.hearRead("1", by: "alice", at: 6000)
    harness.hearRead("1", by: "stranger", at: 6000)
    #expect(harness.bubble("1")?.receiptLabel == "Read by 1 of 3")
    harness.hearRead("1", by: Self.dave, at: 5000)
    harness.hearRead("1", by: Self.carol, at: 7000)
    #expect(harness.bubble("1")?.receiptLabel == "Read by 3 of 3")
  }

  @Test(
    "recipients are members since the message's time or before: earlier, with it, after it (C-25)",
    arguments: [(999, 3), (1000, 3), (1001, 2)])
  func lateJoiners(joined: Int64, recipients: Int) {
    var harness = Self.group(joined: [Self.dave: joined])
    harness.hearRead("1", by: Self.bob, at: 5000)
    #expect(harness.bubble("1")?.receiptLabel == "Read by 1 of \(recipients)")
    harness.openReceipts("1")
    let sheet = harness.screen.receiptSheet
    #expect(sheet?.pending.users == (recipients == 3 ? [Self.carol, Self.dave] : [Self.carol]))
  }

  @Test("a message that the backend has not taken goes to all who are members by then")
  func unsent() throws {
    var harness = ModelHarness.grouped(with: [Self.bob], joined: [Self.bob: 9_000_000])
    harness.send("hello", as: "1")
    let message = try #require(harness.model.store.messages[MessageID("1")])
    let group = try #require(harness.model.store.conversations[ModelHarness.chat])
    #expect(Array(group.recipients(of: message, before: nil)) == [Self.bob])
  }

  @Test(
    "a message whose answer has not come goes to nobody who joined after its first receipt",
    arguments: [
      (4999, 2), (5000, 2), (5001, 1),
    ])
  func unansweredAndJoined(joined: Int64, recipients: Int) throws {
    var harness = ModelHarness.grouped(with: [Self.bob, Self.carol], joined: [Self.carol: joined])
    harness.open()
    harness.send("hello", as: "1")
    harness.hearRead("1", by: Self.bob, at: 5000)
    let message = try #require(harness.model.store.messages[MessageID("1")])
    #expect(message.serverMilliseconds == nil)
    #expect(harness.bubble("1")?.receiptLabel == "Read by 1 of \(recipients)")
  }

  @Test("removed readers do not count, stay stored, and take no status down (C-24, MO-01)")
  func removal() {
    var harness = Self.group()
    harness.hearRead("1", by: Self.bob, at: 5000)
    harness.learnGroup(["alice", Self.carol, Self.dave])
    #expect(
      harness.bubble("1").map(\.receiptLabel) == .some(nil) && harness.status(of: "1") == .read)
    #expect(harness.model.store.readTimes[MessageID("1")] == [Self.bob: 5000])
    harness.learnGroup(["alice"])
    #expect(harness.status(of: "1") == .read)
    harness.learnGroup(["alice", Self.bob, Self.carol])
    #expect(harness.bubble("1")?.receiptLabel == "Read by 1 of 2")
  }

  @Test("nobody is not all: without recipients there is no vacuous status (I-03)")
  func nobody() {
    for blue in [ChatPolicies.GroupBlue.first, .all] {
      var harness = Self.group(policies: ChatPolicies(groupBlue: blue))
      harness.learnGroup(["alice"])
      #expect(
        harness.status(of: "1") == .sent && harness.bubble("1").map(\.receiptLabel) == .some(nil))
    }
  }

  @Test("blue comes with the first reader or with the last, as the setting has it (C-04)")
  func blue() {
    for setting in [ChatPolicies.GroupBlue.first, .all] {
      var harness = Self.group(policies: ChatPolicies(groupBlue: setting))
      for user in [Self.bob, Self.carol] { harness.hearRead("1", by: user, at: 5000) }
      #expect(harness.status(of: "1") == (setting == .first ? .read : .sent))
      harness.hear(.deliveries(ModelHarness.chat), of: Self.dave, ["1": 5000])
      #expect(harness.status(of: "1") == (setting == .first ? .read : .delivered))
      harness.hearRead("1", by: Self.dave, at: 5000)
      #expect(harness.status(of: "1") == .read)
    }
  }

  @Test("with blue for all, no removal takes a status down", arguments: 0..<64)
  func blueForAllNeverFalls(facts: Int) {
    var harness = Self.group(policies: ChatPolicies(groupBlue: .all))
    for (index, user) in [Self.bob, Self.carol, Self.dave].enumerated() {
      if facts >> index & 1 == 1 { harness.hearRead("1", by: user, at: 5000) }
      if facts >> (index + 3) & 1 == 1 {
        harness.hear(.deliveries(ModelHarness.chat), of: user, ["1": 4000])
      }
    }
    let ladder: [DeliveryStatus] = [.sent, .delivered, .read]
    var highest = harness.status(of: "1").flatMap(ladder.firstIndex) ?? -1
    for members in [["alice", Self.carol, Self.dave], ["alice", Self.dave], ["alice"]] {
      harness.learnGroup(members)
      let rung = harness.status(of: "1").flatMap(ladder.firstIndex) ?? -1
      #expect(rung >= highest, "\(members)")
      highest = rung
    }
  }

  @Test("whether a conversation is a group is stored: a group of two counts, 1:1 does not (C-47)")
  func groupsOfTwo() {
    var group = ModelHarness.grouped(with: [Self.bob])
    var plain = ModelHarness.chatting()
    for index in 0...1 {
      var harness = index == 0 ? group : plain
      harness.open()
      harness.sendAccepted("hello", as: "1", at: 1000)
      harness.hearRead("1", by: Self.bob, at: 5000)
      harness.openReceipts("1")
      if index == 0 { group = harness } else { plain = harness }
    }
    #expect(group.bubble("1")?.receiptLabel == "Read by 1 of 1")
    #expect(group.screen.receiptSheet != nil && group.screen.messageInfo == nil)
    #expect(plain.bubble("1").map(\.receiptLabel) == .some(nil) && plain.status(of: "1") == .read)
    #expect(plain.screen.receiptSheet == nil && plain.screen.messageInfo != nil)
  }
}

@Suite("Partition of recipients")
struct ReceiptPartitionTests {
  @Test(
    "everyone is in exactly one group, readers newest first with a stable tie-break (SH-04, SH-08)")
  func sorts() {
    let times: [UserID: Int64] = ["b": 5, "c": 9, "d": 5, "e": 1]
    let partition = ReceiptPartition(["a", "b", "c", "d", "e", "f"] as [UserID]) {
      times[$0]
    } isDelivered: {
      $0 == "a" || $0 == "c"
    }
    #expect(partition.readers.map(\.user) == ["c", "b", "d", "e"])
    #expect(partition.readers.map(\.milliseconds) == [9, 5, 5, 1])
    #expect(partition.delivered == ["a"] && partition.pending == ["f"])
  }

  @Test("nobody makes three empty groups")
  func empty() {
    let partition = ReceiptPartition([]) { _ in
      1
    } isDelivered: { _ in
      true
    }
    #expect(partition.readers.isEmpty && partition.delivered.isEmpty && partition.pending.isEmpty)
  }
}

@Suite("Turns of the switch for receipts")
struct SharingHistoryTests {
  @Test("receipts are shared until the first turn, and a turn holds from its own moment on (C-40)")
  func times() {
    var history = SharingHistory()
    #expect(history.isOn && history.isOn(at: 0))
    history.put(SharingFact(id: "1", isOn: false, milliseconds: 100))
    history.put(SharingFact(id: "2", isOn: true, milliseconds: 200))
    #expect(history.isOn && history.isOn(at: 99) && !history.isOn(at: 100))
    #expect(!history.isOn(at: 199) && history.isOn(at: 200))
  }

  @Test("a turn that the backend has not taken counts for now and for no moment")
  func unanswered() {
    var history = SharingHistory()
    history.put(SharingFact(id: "1", isOn: false, milliseconds: nil))
    #expect(!history.isOn && history.isOn(at: 1_000_000))
    history.put(SharingFact(id: "0", isOn: true, milliseconds: 50))
    #expect(!history.isOn)
    history.put(SharingFact(id: "1", isOn: false, milliseconds: 60))
    #expect(!history.isOn && !history.isOn(at: 60) && history.isOn(at: 59))
    #expect(history.turns.count == 2)
  }
}
