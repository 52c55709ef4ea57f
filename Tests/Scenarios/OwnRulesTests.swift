internal import Backend
import Chat
internal import Devices
internal import Harness
import Network
import Simulator
import Testing

@Suite("A team's own rules")
struct OwnRulesTests {
  private static func run(
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void
  ) -> RunResult {
    Runner.run(Scenario("own rules", body: body), RunConfiguration(seed: 1))
  }

  /// The rules file beside this test.
  private static func file(_ name: String, of test: String = #filePath) -> String {
    test.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/Rules/" + name
  }

  @Test("the story of a failed scenario names the rule that refused, and its values")
  func refusalIsTold() {
    let path = Self.file("short-messages.json")
    let result = Self.run { world in
      try await world.use(rules: .file(path))
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      _ = try await alice.send("hello", in: chat)
      try await bob.expect(within: .seconds(2)) { $0.conversation(chat)?.unread == 1 }
    }
    #expect(result.outcome == .failed)
    let backend = result.story?.lastEvents.first { $0.subject == "backend" }?.events ?? []
    let refusal = backend.map(\.text).first { $0.hasPrefix("refused") && $0.contains("messages") }
    #expect(refusal?.contains("/messages/$conversation/$message") == true, "\(backend)")
    #expect(refusal?.contains("newData.child('text').val().length < 3") == true, "\(backend)")
  }

  @Test("a file's rules are in force from the first phone on")
  func file() {
    let path = Self.file("short-messages.json")
    let result = Self.run { world in
      try await world.use(rules: .file(path))
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      _ = try await alice.send("hi", in: chat)
      try await bob.expect(within: .seconds(2)) { $0.conversation(chat)?.unread == 1 }
    }
    #expect(result.outcome == .passed, "\(result.story?.summary ?? "")")
  }

  @Test("a missing file and a mistake in the rules are told with their place")
  func errors() {
    let missing = Self.run { try await $0.use(rules: .file("no/such/database.rules.json")) }
    #expect(missing.outcome == .failed)
    #expect(
      missing.story?.summary.contains(
        "rules file no/such/database.rules.json: there is no such file; give a path") == true,
      "\(missing.story?.summary ?? "")")

    let path = Self.file("mistaken.json")
    let mistaken = Self.run { try await $0.use(rules: .file(path)) }
    #expect(
      mistaken.story?.summary.contains("mistaken.json: rules, line 4, column 18:") == true,
      "\(mistaken.story?.summary ?? "")")
  }

  @Test("rules can change while phones are connected, and hold at once")
  func deployed() {
    let result = Self.run { world in
      _ = try await world.phone("Alice")
      try await world.advance(by: .seconds(1))
      let before = await world.backend.meter()[.refusals]
      try await world.use(rules: .text(#"{"rules": {}}"#))
      let after = await world.backend.meter()[.refusals]
      try world.require(after > before, "listens that end under rules that allow nothing")
    }
    #expect(result.story == nil, "\(result.story?.summary ?? "")")
  }
}

@Suite("What a scenario's steps cost")
struct MeterVocabularyTests {
  private static func run(
    _ body:
      @escaping @Sendable (ChatWorld, ChatPhone, ChatPhone, ConversationID) async throws
      -> Void
  ) -> RunResult {
    let scenario = Scenario("cost") { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      for number in 1...3 { _ = try await alice.send("message \(number)", in: chat) }
      try await bob.expect { $0.conversation(chat)?.unread == 3 }
      try await world.untilQuiet()
      try await body(world, alice, bob, chat)
    }
    return Runner.run(scenario, RunConfiguration(seed: 1))
  }

  @Test("reading three messages is one batch; reading them again is no write")
  func batches() {
    let result = Self.run { world, alice, bob, chat in
      let before = await world.meter()
      try await world.expectBatches(1, by: bob) {
        await bob.open(chat)
        try await world.untilQuiet()
      }
      let spent = await world.meter() - before
      try world.require(
        spent[.batchedPaths, uid: "bob"] == 3, "three paths in the batch; there were \(spent)")
      try await world.expectNoWrites(by: bob) {
        await bob.close()
        await bob.open(chat)
        try await world.untilQuiet()
      }
      try await world.expect(1, .writes, by: alice) {
        _ = try await alice.send("one more", in: chat)
        try await world.untilQuiet()
      }
    }
    #expect(result.outcome == .passed, "\(result.story?.summary ?? "")")
  }

  @Test("a wrong count fails and tells what was counted")
  func wrongCount() {
    let result = Self.run { world, _, bob, chat in
      try await world.expectBatches(2, by: bob) {
        await bob.open(chat)
        try await world.untilQuiet()
      }
    }
    #expect(result.outcome == .failed)
    let summary = result.story?.summary ?? ""
    #expect(summary.contains("2 batches by Bob; the backend counted 1"), "\(summary)")
    #expect(summary.contains("bob on Bob:"), "\(summary)")
  }

  @Test("a write where there should be none fails")
  func unwantedWrite() {
    let result = Self.run { world, _, bob, chat in
      try await world.expectNoWrites(by: bob) {
        await bob.open(chat)
        try await world.untilQuiet()
      }
    }
    #expect(result.outcome == .failed)
  }
}
