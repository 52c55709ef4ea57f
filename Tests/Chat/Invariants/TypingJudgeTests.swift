import Backend
import Devices
import Harness
import Simulator
import Testing

@testable import Chat

@Suite("Who is shown as writing, judged from outside of the app (I-13)")
struct TypingJudgeTests {
  /// Bob's thread, in which Alice writes.
  private func judge(
    _ typists: [UserID] = ["alice"], line: String? = "alice is typing…", isReadOnly: Bool = false
  ) -> TypingJudge {
    let members = ["alice", "bob"].map {
      ConversationFact.Member(user: UserID($0), joinedMilliseconds: 0)
    }
    return TypingJudge(
      phone: "Bob", user: "bob",
      thread: Screen.MessageThread(
        id: ConversationID("c"), title: "alice", members: members, isReadOnly: isReadOnly,
        bubbles: [], typists: typists, typingLine: line))
  }

  private func atRest(
    at milliseconds: Int64 = 101_000, shown: [UserID] = ["alice"], lag: Duration = .zero,
    since begin: Int64 = 0, _ change: (String) -> String = { $0 }
  ) throws -> String? {
    let data = """
      {"conversations": {"c": {"members": {"alice": true, "bob": true}}},
       "typing": {"c": {"alice": {"old": {"at": 20, "said": 20}, "new": {"at": 100000, "said": 1}}}},
       "messages": {"c": {"m1": {"author": "alice", "sentAt": 99999},
         "m2": {"author": "bob", "sentAt": 100500}}}}
      """
    return judge(shown).atRest(
      try Node(parsing: change(data)), life: .seconds(6), milliseconds: milliseconds, lag: lag,
      since: begin)?.invariant
  }

  @Test("a screen shows others only, who are members, and a line exactly when there are any")
  func atOnce() {
    #expect(judge().atOnce() == nil)
    #expect(judge([], line: nil).atOnce() == nil)
    #expect(judge(["carol"]).atOnce()?.invariant == "I-13")
    #expect(judge(["alice", "bob"]).atOnce()?.invariant == "I-13")
    #expect(judge([]).atOnce()?.invariant == "I-13")
    #expect(judge(line: nil).atOnce()?.invariant == "I-13")
    #expect(judge(isReadOnly: true).atOnce()?.invariant == "I-13")
  }

  @Test("at rest the backend has it of each, from a member, lately, and no message since")
  func rests() throws {
    #expect(try atRest() == nil)
    #expect(try atRest(at: 106_002) == nil)
    #expect(try atRest(at: 106_003) == "I-13")
    #expect(try atRest(at: 106_302, lag: .milliseconds(300)) == nil)
    #expect(try atRest(at: 106_303, lag: .milliseconds(300)) == "I-13")
    #expect(try atRest { $0.replacing(#""typing""#, with: #""gone""#) } == "I-13")
    #expect(try atRest { $0.replacing(#""alice": true, "#, with: "") } == "I-13")
    #expect(try atRest { $0.replacing("99999", with: "100000") } == "I-13")
  }

  @Test("at rest whoever writes is shown, where it was told since the phone was connected")
  func converse() throws {
    #expect(try atRest(shown: []) == "I-13")
    #expect(try atRest(at: 105_997, shown: []) == "I-13")
    #expect(try atRest(at: 106_000, shown: []) == nil, "its time is over")
    #expect(try atRest(shown: [], since: 100_000) == nil, "it was told to another connection")
    #expect(try atRest(shown: []) { $0.replacing("99999", with: "100000") } == nil, "it was sent")
    #expect(
      try atRest(shown: []) { $0.replacing(#""alice": true, "#, with: "") } == nil, "no member")
  }

  @Test("a phone that goes on showing who has stopped fails its run at rest")
  func run() {
    let result = Runner.run(
      Scenario("run") { (world: ChatWorld) in
        world.setPolicies { $0.showsTyping = true }
        let (alice, bob) = try await world.phones("Alice", "Bob")
        let chat = try await alice.startConversation(with: bob)
        await bob.open(chat)
        await bob.type("hello")
        try await alice.expect { $0.thread?.typists == ["bob"] }
        await bob.type("")
        try await alice.expect { $0.thread?.typists == [] }
        try await alice.app().change { model, now in
          model.navigation.typists["bob"] = Typist(
            milliseconds: .max, until: now.advanced(by: .days(1)))
        }
        try await world.advance(by: .minutes(1))
      }.named("run"), RunConfiguration())
    #expect(result.failure?.kind == "invariant I-13")
  }
}
