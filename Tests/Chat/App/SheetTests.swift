internal import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Sheets")
struct SheetTests {
  private static let (bob, carol): (UserID, UserID) = ("bob", "carol")

  private static func group(policies: ChatPolicies = ChatPolicies()) -> ModelHarness {
    var harness = ModelHarness.grouped(with: [bob, carol], policies: policies)
    harness.open()
    harness.sendAccepted("hello", as: "1", at: 1000)
    return harness
  }

  @Test(
    "profiles are followed for the rows that are drawn, once, and let go with the sheet (SH-23)")
  func followsProfiles() {
    var harness = Self.group(policies: ChatPolicies(sheetRows: 1))
    harness.openReceipts("1")
    #expect(harness.followed.suffix(1) == [.profile(Self.bob)])
    #expect(harness.screen.receiptSheet?.pending.rows.map(\.name) == ["Unknown User"])
    #expect(harness.screen.receiptSheet?.pending.count == 2)
    harness.hear(.profile(Self.bob), .value, nil, ["name": "Bob"])
    #expect(harness.screen.receiptSheet?.pending.rows.map(\.name) == ["Bob"])
    // Carol reads and moves into the one row that is drawn; the app asks for her profile then.
    harness.hearRead("1", by: Self.carol, at: 5000)
    harness.flush()
    #expect(harness.followed.suffix(1) == [.profile(Self.carol)])
    harness.model.scroll(by: 5)
    harness.flush()
    #expect(harness.screen.receiptSheet?.sections.flatMap(\.users) == [Self.carol, Self.bob])
    #expect(harness.followed.filter { $0 == .profile(Self.bob) }.count == 1)
    harness.model.closeSheet()
    harness.flush()
    let unfollowed = harness.effects.compactMap { effect -> Feed? in
      if case .unfollow(let feed) = effect { feed } else { nil }
    }
    #expect(unfollowed == [.profile(Self.bob), .profile(Self.carol)])
  }

  @Test("who is named on the list or in the thread is followed once, and let go then")
  func followsNames() {
    var harness = Self.group()
    func count(_ user: UserID) -> Int { harness.followed.count { $0 == .profile(user) } }
    harness.model.followNames(of: [Self.bob, ModelHarness.alice, .system])
    harness.flush()
    #expect(count(Self.bob) == 1 && count(ModelHarness.alice) == 0 && count(.system) == 0)
    harness.openReceipts("1")
    harness.model.closeSheet()
    harness.model.followNames(of: [Self.bob, Self.carol])
    harness.model.followNames(of: [])
    harness.flush()
    #expect(count(Self.bob) == 1 && count(Self.carol) == 2, "the sheet and the list ask for Carol")
    let unfollowed = harness.effects.compactMap { effect -> Feed? in
      if case .unfollow(let feed) = effect { feed } else { nil }
    }
    #expect(
      unfollowed == [.profile(Self.carol), .profile(Self.bob), .profile(Self.carol)],
      "Bob is named by the list when the sheet closes")
  }

  @Test(
    "an account that is gone is a deleted user, and one of which nothing is known an unknown one (C-54)"
  )
  func deletedAccounts() {
    var harness = Self.group()
    harness.hearRead("1", by: Self.bob, at: 5000)
    harness.openReceipts("1")
    harness.hear(.profile(Self.bob), .value, nil, .empty)
    let sheet = harness.screen.receiptSheet
    #expect(sheet?.read.rows.map(\.name) == ["Deleted User"])
    #expect(sheet?.pending.rows.map(\.name) == ["Unknown User"])
    #expect(sheet?.pending.rows.map(\.avatar) == [nil])
  }

  @Test("the sheet closes with its thread, and with a message that is not there any more")
  func closes() {
    var harness = Self.group()
    harness.openReceipts("1")
    #expect(harness.screen.sheet != nil)
    harness.model.close()
    #expect(harness.screen.sheet == nil && harness.model.navigation.sheet == nil)
    harness.openReceipts("1")
    #expect(harness.screen.sheet == nil, "its thread is not open")
  }

  @Test("only what the backend has, of one's own, has a sheet (C-10, C-56)")
  func opens() {
    var harness = Self.group()
    harness.receive("theirs")
    harness.send("queued", as: "2")
    for id in ["theirs", "2", "none"] {
      harness.openReceipts(id)
      #expect(harness.screen.sheet == nil, "\(id)")
    }
    // A receipt proves that the backend has it, whatever was heard of the answer.
    harness.hearRead("2", by: Self.bob, at: 5000)
    harness.openReceipts("2")
    #expect(harness.screen.receiptSheet?.message == MessageID("2"))
  }

  @Test("what is drawn says when it will read differently; only readers' times do")
  func saysWhenTimesChange() {
    var harness = Self.group()
    func wait(_ now: Int64) -> Int64? {
      harness.model.projection(clock: WallClock(), localMilliseconds: now)
        .millisecondsUntilTimesChange()
    }
    #expect(wait(5000) == nil)
    harness.openReceipts("1")
    #expect(wait(5000) == nil)
    harness.hearRead("1", by: Self.bob, at: 5000)
    #expect(wait(5000) == 60_000 && wait(64_999) == 1 && wait(65_000) == 60_000)
    harness.hearRead("1", by: Self.carol, at: 25_000)
    #expect(wait(65_000) == 20_000)
  }

  @Test("Message Info tells sent, delivered and read, each when it is known (SH-21)")
  func messageInfo() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.sendAccepted("hello", as: "1", at: 1000)
    harness.openReceipts("1")
    #expect(harness.screen.messageInfo?.sent == "1970-01-01 00:00:01")
    #expect(harness.screen.messageInfo?.delivered == "Pending")
    #expect(harness.screen.messageInfo?.read == "Not yet")
    harness.hear(.deliveries(ModelHarness.chat), of: Self.bob, ["1": 2000])
    #expect(harness.screen.messageInfo?.delivered == "✓")
    harness.hearRead("1", by: Self.bob, at: 3000)
    #expect(harness.screen.messageInfo?.read == "now")
  }

  @Test("what a sheet shows is part of the screen's hash and of its drawing")
  func isPartOfTheScreen() {
    var harness = Self.group()
    harness.hearRead("1", by: Self.bob, at: 5000)
    harness.learnNames(of: [Self.bob])
    let before = harness.screen
    harness.openReceipts("1")
    let open = harness.screen
    harness.model.tapRow(of: Self.bob)
    let exact = harness.screen
    #expect(Set([before, open, exact].map(\.digest)).count == 3)
    #expect(open.description.contains("Read (1)") && open.description.contains("Bob ✓✓  now"))
    #expect(open.changes(since: before).contains("Read Receipts"))
    #expect(before.changes(since: open) == "sheet closed")
  }
}
