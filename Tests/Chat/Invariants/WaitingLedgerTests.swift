import Backend
import Devices
import Harness
import Simulator
import Testing

@testable import Chat

@Suite("A phone that never tells what it has to tell (I-08)")
struct WaitingLedgerTests {
  private static let chat = ConversationID("c")

  private static func at(_ seconds: Int) -> Instant { .zero.advanced(by: .seconds(seconds)) }

  /// Alice's phone with what a change of its facts leaves on its disk.
  private func ledger(
    _ store: inout ChatStore, _ change: (inout ChatStore) -> Void
  ) -> DeviceLedger {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    ledger.live(.foreground, at: .zero)
    change(&store)
    ledger.store(store.takeUncommitted(), at: .zero)
    return ledger
  }

  private func broken(
    _ ledger: inout DeviceLedger, connected: Int? = 0, at seconds: Int
  ) -> [String] {
    ledger.judgeWaiting(connected: connected.map(Self.at), at: Self.at(seconds))
    return ledger.takeBreaches().compactMap(\.invariant)
  }

  private static func wait(_ store: inout ChatStore) { wait(&store, for: 0) }

  private static func wait(_ store: inout ChatStore, for number: Int) {
    _ = store.enqueue(.clear(chat, MessageID("m\(number)")))
  }

  @Test("a row of the outbox that waits for more than a minute breaks it")
  func row() {
    var store = ChatStore(of: "alice")
    var ledger = ledger(&store, Self.wait)
    #expect(broken(&ledger, at: 2) == [])
    #expect(broken(&ledger, at: 63) == [])
    #expect(broken(&ledger, at: 65) == ["I-08"])
  }

  @Test("a row that is answered breaks nothing, unless the same is said again and again")
  func answered() throws {
    for repeats in [false, true] {
      var store = ChatStore(of: "alice")
      var ledger = ledger(&store, Self.wait)
      var all: [String] = []
      for second in stride(from: 2, to: 300, by: 50) {
        all += broken(&ledger, at: second)
        let first = try #require(store.outbox.operations.first)
        _ = store.complete(first.number)
        Self.wait(&store, for: repeats ? 0 : second)
        ledger.store(store.takeUncommitted(), at: Self.at(second))
      }
      #expect(Set(all) == (repeats ? ["I-08"] : []))
    }
  }

  @Test("time counts anew after a moment without a connection, on another one, and in another life")
  func interrupted() {
    var store = ChatStore(of: "alice")
    var first = ledger(&store, Self.wait)
    #expect(broken(&first, at: 2) == [])
    #expect(broken(&first, connected: nil, at: 40) == [])
    #expect(broken(&first, connected: 41, at: 80) == [])
    #expect(broken(&first, connected: 41, at: 140) == [])
    #expect(broken(&first, connected: 100, at: 150) == [])
    first.live(.suspended, at: Self.at(151))
    #expect(broken(&first, connected: 100, at: 200) == [])
    first.live(.foreground, at: Self.at(201))
    #expect(broken(&first, connected: 100, at: 202) == [])
    first.wait(until: Self.at(230))
    #expect(broken(&first, connected: 100, at: 220) == [])
    #expect(broken(&first, connected: 100, at: 231) == [])
    #expect(broken(&first, connected: 100, at: 290) == [])
    #expect(broken(&first, connected: 100, at: 294) == ["I-08"])
  }

  /// Some messages of Bob's that were seen and of whose receipts the backend knows nothing.
  private static func see(_ store: inout ChatStore) {
    for number in 1...5 {
      let id = MessageID("m\(number)")
      store.put(
        MessageFact(
          id: id, conversation: chat, author: "bob", text: "hello", localMilliseconds: 0,
          serverMilliseconds: 1, submission: .accepted))
      store.put(
        SeenFact(message: id, conversation: chat, isPrivate: false, isSettled: false))
    }
  }

  @Test("receipts that do not get on break it, those that go out one after the other do not")
  func receipts() {
    for getsOn in [false, true] {
      var store = ChatStore(of: "alice")
      var ledger = ledger(&store, Self.see)
      _ = ledger.takeBreaches()
      var all: [String] = []
      for number in 1...4 {
        all += broken(&ledger, at: number * 50)
        guard getsOn else { continue }
        let id = MessageID("m\(number)")
        store.put(
          SeenFact(message: id, conversation: Self.chat, isPrivate: false, isSettled: true))
        ledger.store(store.takeUncommitted(), at: Self.at(number * 50))
      }
      #expect(Set(all) == (getsOn ? [] : ["I-08"]))
    }
  }

  @Test(
    "a phone in a run that keeps a row to itself breaks it, but for a while or without a network",
    arguments: [(10, true, "invariant I-08"), (1, true, nil), (10, false, nil)]
      as [(Int, Bool, String?)])
  func run(steps: Int, isOnline: Bool, statement: String?) {
    let body: @Sendable (ChatWorld) async throws -> Void = { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      let message = try await bob.send("hello", in: chat)
      try await world.advance(by: .seconds(5))
      if !isOnline { await alice.setAirplaneMode(true) }
      try await alice.app().change { model, _ in
        _ = model.store.enqueue(.clear(chat, message))
      }
      for _ in 1...steps { try await world.advance(by: .seconds(30)) }
    }
    let result = Runner.run(Scenario("run", body: body).named("run"), RunConfiguration())
    #expect(result.failure?.kind == statement)
  }
}
