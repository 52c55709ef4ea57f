import Foundation
import Harness
import Simulator
import Testing

@testable import Backend
@testable import Chat
@testable import Devices

@Suite("Invariants that compare phones with the backend notice what is made up")
struct FiringInvariantTests {
  /// The invariant that a run breaks; nil where it passes.
  private func broken(
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void
  ) -> String? {
    Runner.run(Scenario("run", body: body).named("run"), RunConfiguration()).failure?.kind
  }

  @Test(
    "a receipt, shared or private, for what no phone has shown breaks I-06",
    arguments: [true, false])
  func unseenRead(isPrivate: Bool) {
    let kind = broken { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      let message = try await alice.send("hello", in: chat)
      try await world.advance(by: .seconds(5))
      let place: Path =
        isPrivate
        ? ["private", "bob", "reads", chat.key, message.key]
        : ["receipts", chat.key, "bob", message.key]
      await world.backend.administer(set: Node(.timestamp), at: place)
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == "invariant I-06")
  }

  @Test(
    "a breach of what is left out ends no run, and one of all else does",
    arguments: [(["I-06"], nil), (["preview", "I-07"], "invariant I-06")])
  func leftOut(ids: [String], kind: String?) {
    let broken = broken { world in
      for id in ids { world.leaveOutInvariants(id) }
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      let message = try await alice.send("hello", in: chat)
      try await world.advance(by: .seconds(5))
      await world.backend.administer(
        set: Node(.timestamp), at: ["receipts", chat.key, "bob", message.key])
      try await world.advance(by: .seconds(1))
    }
    #expect(broken == kind)
  }

  @Test("an invariant that there is none of cannot be left out")
  func unknown() {
    #expect(broken { world in world.leaveOutInvariants("I-99") } == "misuse")
  }

  @Test("the list of the ids has those with which breaches are told")
  func ids() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Chat/Invariants").standardizedFileURL
    var told: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      told.formUnion(text.matches(of: /\bof: "([A-Za-z0-9-]+)"/).map { String($0.output.1) })
    }
    #expect(told == ChatInvariants.statements)
  }

  @Test("a message on a phone from before its user joined breaks I-09 and I-10")
  func earlierMessage() {
    let kind = broken { world in
      let (alice, _, carol) = try await world.phones("Alice", "Bob", "Carol")
      let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
      let message = try await alice.send("before", in: group)
      try await world.advance(by: .seconds(5))
      await alice.add(carol.userID, to: group)
      try await world.advance(by: .seconds(5))
      try await carol.app().change { model, _ in
        model.store.put(
          MessageFact(
            id: message, conversation: group, author: "alice", text: "before",
            localMilliseconds: 1, serverMilliseconds: 1, submission: .accepted))
      }
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == "invariant I-09")
  }

  @Test("a message that is shown as delivered and that nobody has breaks “delivered”")
  func madeUpDelivery() {
    let kind = broken { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      try await world.advance(by: .seconds(5))
      await bob.setAirplaneMode(true)
      let message = try await alice.send("hello", in: chat)
      await alice.open(chat)
      try await world.advance(by: .seconds(5))
      try await alice.app().change { model, _ in
        model.store.noteDelivery(ReceiptKey(message: message, user: "bob"), at: 1)
      }
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == "invariant delivered")
  }

  @Test(
    "who is shown as online for long without a phone breaks “presence”, not who is for a moment",
    arguments: [
      (.minutes(5), false, "invariant presence"), (.seconds(100), false, nil),
      (.minutes(5), true, nil), (.minutes(70), true, "invariant presence"),
    ] as [(Duration, Bool, String?)])
  func ghost(shownFor time: Duration, isDisabled: Bool, breaks statement: String?) {
    let kind = broken { world in
      world.setPolicies { $0.sharesPresence = false }
      _ = try await world.phone("Carol")
      world.setPolicies { $0.sharesPresence = true }
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      await alice.open(chat)
      if isDisabled { world.backend.accounts.disable("bob") }
      await bob.setAirplaneMode(true)
      try await world.advance(by: .minutes(3))
      try await alice.app().change { model, _ in
        model.navigation.presences["bob"] = Presence(until: .max)
      }
      try await world.advance(by: time)
    }
    #expect(kind == statement)
  }

  @Test(
    "who is shown as online for long while the backend has no connection of theirs breaks “presence”",
    arguments: [(10, true, "invariant presence"), (3, true, nil), (10, false, nil)]
      as [(Int, Bool, String?)])
  func unserved(steps: Int, isCutOff: Bool, statement: String?) {
    let kind = broken { world in
      world.setPolicies { $0.sharesPresence = true }
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      await alice.open(chat)
      if isCutOff { _ = bob.partition() }
      try await world.advance(by: .minutes(3))
      try await alice.app().change { model, _ in
        model.navigation.presences["bob"] = Presence(until: .max)
      }
      for _ in 1...steps { try await world.advance(by: .seconds(30)) }
    }
    #expect(kind == statement)
  }

  @Test("a group that has members and no admin breaks I-12 at rest")
  func leaderless() {
    let kind = broken { world in
      let alice = try await world.phone("Alice")
      _ = try await world.phone("Bob")
      let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
      try await world.advance(by: .seconds(5))
      let place: Path = ["conversations", group.key, "admins"]
      await world.backend.administer(set: .empty, at: place)
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == "invariant I-12")
  }

  @Test("a phone that calls somebody by another name than the backend has breaks I-08 at rest")
  func formerName() {
    let kind = broken { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      _ = try await alice.startConversation(with: bob)
      try await world.advance(by: .seconds(5))
      try await alice.app().change { model, _ in
        model.store.put(ProfileFact(user: "bob", name: "Robert"))
      }
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == "invariant I-08")
  }

  @Test("a phone that shows who writes to nobody breaks I-13")
  func unseenTypist() {
    let kind = broken { world in
      world.setPolicies { $0.showsTyping = true }
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      await alice.open(chat)
      await bob.open(chat)
      try await world.advance(by: .seconds(5))
      await bob.type("hello")
      try await alice.expect { $0.thread?.typists == ["bob"] }
      try await alice.app().change { model, _ in model.navigation.typists = [:] }
      try await world.advance(by: .seconds(2))
    }
    #expect(kind == "invariant I-13")
  }

  @Test(
    "a notification of what was read breaks I-15 at rest, and one of what was deleted",
    arguments: [false, true])
  func notifiedInVain(isDeleted: Bool) {
    let chat = ConversationID("c")
    var ledger = DeviceLedger(
      phone: "Alice", user: "alice", policies: ChatPolicies(usesPush: true))
    var store = ChatStore(of: "alice")
    var message = MessageFact(
      id: MessageID("m"), conversation: chat, author: "bob", text: "hello",
      localMilliseconds: 0, serverMilliseconds: 1, submission: .accepted)
    store.put(message)
    ledger.live(.foreground, at: .zero)
    ledger.store(store.takeUncommitted(), at: .zero)
    var shade = NotificationShade()
    shade.notifications = [
      DeliveredNotification(
        id: PushID(number: 1), PushMessage.Notification(title: "Bob", body: "hello"),
        of: PushMessage(data: ["conversation": "c", "message": "m"]), at: .zero)
    ]
    _ = ledger.shade.show(shade)
    ledger.show(Screen(), at: .zero)
    _ = ledger.takeBreaches()
    ledger.judgeShadeAtRest()
    #expect(ledger.takeBreaches().isEmpty, "nobody has read it, and it is there")
    if isDeleted {
      message.text = ""
      message.isDeleted = true
      store.put(message)
    } else {
      store.noteOwnRead(of: MessageID("m"), at: 2)
    }
    ledger.store(store.takeUncommitted(), at: .zero)
    _ = ledger.takeBreaches()
    ledger.judgeShadeAtRest()
    #expect(ledger.takeBreaches().map(\.invariant) == ["I-15"])
  }
}
