import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("Generated days of the chat")
struct GeneratedDayTests {
  private static let days = Scenario.generatedDays("days", in: ChatWorld.self)
    .named("days")

  private static let file = DayFile(name: "found", title: "It breaks", origin: "days")

  @Test(
    "a day that was drawn, and is given back, is the same run",
    arguments: 1...8 as ClosedRange<UInt64>)
  func isData(seed: UInt64) throws {
    let drawn = Runner.attempt(Self.days, RunConfiguration(seed: seed, schedule: .random))
    #expect(drawn.outcome == .passed)
    let day = try #require(drawn.day)
    let given = Runner.attempt(
      Self.days, RunConfiguration(seed: seed, schedule: .random, day: .given(day)))
    #expect(given.digest == drawn.digest)
    #expect(given.day == day)
    #expect(given.coverage == drawn.coverage && !given.coverage.isEmpty)
  }

  @Test("turns of a client's session count, also those that lie between two deeds")
  func turns() throws {
    let deed = { (gesture: PhoneGesture) in DayDeed<ChatDeed>.phone(gesture).text }
    let day = Day(
      phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")],
      steps: [
        Day.Step(wait: .seconds(60), phone: "Alice", deed: deed(.airplaneMode(true))),
        Day.Step(wait: .seconds(60), phone: "Alice", deed: deed(.airplaneMode(false))),
        Day.Step(wait: .seconds(60), phone: "Alice", deed: deed(.lock)),
      ])
    let result = Runner.attempt(Self.days, RunConfiguration(seed: 1, day: .given(day)))
    #expect(result.outcome == .passed)
    for turn in ["offline → connecting", "connecting → authenticating", "authenticating → ready"] {
      #expect(result.coverage.contains("session: \(turn)"))
    }
    let plain = Scenario("plain") { (world: ChatWorld) in
      _ = try await world.phone("Alice", user: "alice", on: .wifi)
      try await world.untilQuiet()
    }
    #expect(Runner.attempt(plain, RunConfiguration(seed: 1)).coverage.isEmpty)
  }

  @Test("a beginning that is given goes on as the seed draws it")
  func goesOn() throws {
    let drawn = Runner.attempt(Self.days, RunConfiguration(seed: 2))
    var day = try #require(drawn.day)
    day.steps.removeLast(day.steps.count / 2)
    let count = day.steps.count
    day.more = 5
    let longer = try #require(
      Runner.attempt(Self.days, RunConfiguration(seed: 3, day: .given(day))).day)
    #expect(longer.steps.count == count + 5)
    #expect(longer.steps.prefix(count).elementsEqual(day.steps))
  }

  @Test("a step that is impossible when its turn comes is skipped and told")
  func skips() {
    let deed = { (gesture: ChatGesture) in DayDeed<ChatDeed>.app(.gesture(gesture)).text }
    let day = Day(
      phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")],
      steps: [
        Day.Step(wait: .zero, phone: "Alice", deed: deed(.open(ConversationID("chat1")))),
        Day.Step(wait: .zero, phone: "Alice", deed: deed(.closeSheet)),
        Day.Step(wait: .zero, phone: "Alice", deed: "{}"),
        Day.Step(wait: .zero, phone: "Nobody", deed: deed(.close)),
        Day.Step(wait: .zero, phone: "Alice", deed: deed(.close)),
      ])
    let (result, entries) = Runner.record(Self.days, RunConfiguration(day: .given(day)))
    #expect(result.outcome == .passed)
    #expect(entries.count { $0.text.hasPrefix("skipped: ") } == 5)
  }

  @Test("a day is printed in the words that people write")
  func source() throws {
    func step(_ deed: ChatDeed, by phone: String = "Alice", makes: String? = nil) -> Day.Step {
      Day.Step(
        wait: .milliseconds(1_500), phone: phone, makes: makes,
        deed: DayDeed<ChatDeed>.app(deed).text)
    }
    func phone(_ gesture: PhoneGesture, by phone: String = "Bob2") -> Day.Step {
      Day.Step(wait: .zero, phone: phone, deed: DayDeed<ChatDeed>.phone(gesture).text)
    }
    let chat = ConversationID("chat1")
    let day = Day(
      phones: [
        Day.Phone(name: "Alice", user: "alice", profile: "3g", skew: .seconds(-3)),
        Day.Phone(name: "Bob2", user: "bob", profile: "wifi"),
      ], settings: ["push"],
      steps: [
        step(.gesture(.startConversation(with: ["bob"], isGroup: true)), makes: "chat1"),
        step(.gesture(.send("say \"hi\"", in: chat)), makes: "message1"),
        step(.gesture(.send("two", pictures: [Picture("a")], in: chat)), makes: "message2"),
        step(.burst(3, in: chat), by: "Bob2"),
        step(.gesture(.openReceipts(of: MessageID("message1"), by: .tapOnStatus))),
        phone(.lock), phone(.airplaneMode(true)),
        phone(.anotherPhone("Bob3", profile: "edge"), by: "Bob2"),
        Day.Step(
          wait: .minutes(2), phone: "Alice",
          deed: DayDeed<ChatDeed>.fault(.notHeard(milliseconds: 20)).text),
        Day.Step(wait: .zero, phone: "Alice", deed: DayDeed<ChatDeed>.rest.text),
      ])
    let text = try #require(Self.days.days).source(day, Self.file)
    #expect(
      text == """
        import Chat
        import Rehearsal

        extension Scenarios {
          static let found = Scenario(
            "It breaks"
          ) { (world: ChatWorld) in
            world.setPolicies { $0.usesPush = true }
            let alice = try await world.phone("Alice", user: "alice", on: .threeG, clock: WallClock(skew: .milliseconds(-3000)))
            let bob2 = try await world.phone("Bob2", user: "bob", on: .wifi)
            try await world.advance(by: .milliseconds(1500))
            let chat1 = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
            try await world.advance(by: .milliseconds(1500))
            let message1 = try await alice.send("say \\"hi\\"", in: chat1)
            try await world.advance(by: .milliseconds(1500))
            _ = try await alice.send("two", picture: Picture("a", byteCount: 200000), in: chat1)
            try await world.advance(by: .milliseconds(1500))
            for number in 1...3 { _ = try await bob2.send("\\(number)", in: chat1) }
            try await world.advance(by: .milliseconds(1500))
            await alice.openReceipts(of: message1, by: .tapOnStatus)
            try await bob2.lock()
            await bob2.setAirplaneMode(true)
            let bob3 = try await world.phone("Bob3", user: "bob", on: .edge)
            try await world.advance(by: .minutes(2))
            alice.partition(.outgoing, for: .milliseconds(20))
            try await world.rest([alice, bob2, bob3])
            try await world.endDay([alice, bob2, bob3])
          }
        }

        """)
  }

  @Test("a printed day prepares its world, and allows faults, as the scenario does whose day it is")
  func sourceOfPreparedDay() throws {
    let prepared = Scenario.generatedDays("days", in: ChatWorld.self) { world in
      await world.openAccounts(of: ["zoe"])
    }.named("preparedDays")
    let telling = try #require(prepared.days)
    let day = Day(
      phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")],
      steps: [Day.Step(wait: .zero, phone: "Alice", deed: DayDeed<ChatDeed>.rest.text)])
    func text(_ origin: String, _ faults: FaultPolicy) -> String {
      telling.source(
        day, DayFile(name: "found", title: "It breaks", origin: origin, faults: faults))
    }
    #expect(
      text("preparedDays", .allowed).contains(
        """
            "It breaks", faults: .allowed
          ) { (world: ChatWorld) in
            try await Scenarios.preparedDays.prepareDay(of: world)
            let alice = try await world.phone("Alice", user: "alice", on: .wifi)
            try await world.endDay([alice])
        """))
    #expect(
      text("preparedDays", .allowed(FaultPlan(budget: 9))).contains(
        "\"It breaks\", faults: Scenarios.preparedDays.faults\n"))
    #expect(text("preparedDays", .none).contains("try await world.rest([alice])"))
    #expect(
      text("days of two", .none).contains("// The world has to be prepared as in days of two."))
    let replayed = Scenario("found") { (world: ChatWorld) in
      try await prepared.prepareDay(of: world)
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      _ = try await alice.startConversation(withUsers: ["zoe"], isGroup: false)
      try await world.endDay([alice])
    }
    #expect(Runner.attempt(replayed, RunConfiguration(seed: 1)).outcome == .passed)
  }

  @Test("a printed day declares each name once, and leaves out what speaks of what nobody made")
  func sourceOfMutatedDay() throws {
    func step(
      _ gesture: ChatGesture, by phone: String = "Alice", makes: String? = nil
    ) -> Day.Step {
      Day.Step(
        wait: .zero, phone: phone, makes: makes,
        deed: DayDeed<ChatDeed>.app(.gesture(gesture)).text)
    }
    let another = Day.Step(
      wait: .zero, phone: "Alice",
      deed: DayDeed<ChatDeed>.phone(.anotherPhone("Alice2", profile: "wifi")).text)
    let chat = ConversationID("chat1")
    let sent = step(.send("one", in: chat), makes: "message1")
    let day = Day(
      phones: [Day.Phone(name: "Alice", user: "alice", profile: "wifi")],
      steps: [
        step(.open(chat)),
        step(.startConversation(with: ["bob"], isGroup: false), makes: "chat1"),
        sent, step(.edit(MessageID("message1"), to: "first")),
        sent, step(.edit(MessageID("message1"), to: "second")),
        step(.send("two", in: chat), makes: "message2"), step(.delete(MessageID("message2"))),
        step(.delete(MessageID("message9"))), step(.close, by: "Carol"), another, another,
      ])
    let text = try #require(Self.days.days).source(day, Self.file)
    func count(_ part: String) -> Int { text.components(separatedBy: part).count - 1 }
    #expect(count("let message1 = ") == 1)
    #expect(count("let message3 = ") == 1)
    #expect(count("edit(message1, to: \"first\")") == 1)
    #expect(count("edit(message3, to: \"second\")") == 1)
    #expect(count("delete(message2)") == 1)
    #expect(count("message9") == 0)
    #expect(count("open(chat1)") == 0)
    #expect(count("carol") == 0)
    #expect(count("let alice2 = ") == 1)
  }
}
