import Backend
import Devices
import Harness
import Network
import Simulator
import Testing

@testable import Chat

@Suite("Invariants in runs of the chat")
struct InvariantRunTests {
  /// The chat with a backend on which no function runs.
  private struct MuteWorld: ScenarioWorld {
    let chat: ChatWorld

    init(in world: World) async throws {
      chat = try ChatWorld(in: world, rules: .chat, functions: [])
    }
  }

  private func result<Stage: ScenarioWorld>(
    _ body: @escaping @Sendable (Stage) async throws -> Void
  ) -> RunResult {
    Runner.run(Scenario("run", body: body).named("run"), RunConfiguration())
  }

  private func expectPasses(
    _ location: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void
  ) {
    let result = result(body)
    #expect(
      result.outcome == .passed, "\(result.story?.summary ?? "") \(result.story?.observed ?? [])",
      sourceLocation: location)
  }

  @Test(
    "a change of members of which the system never tells breaks I-11 at rest, also while a function waits for a photo",
    arguments: [false, true])
  func untold(isWaiting: Bool) {
    let result = result { (mute: MuteWorld) in
      let world = mute.chat
      if isWaiting {
        await world.backend.deploy(
          try ServerFunction(
            "removeStrayPhoto", .onFinalize, at: "groups/{c}/{u}/{p}", retriesOnFailure: true
          ) { _ in throw Unnamed() })
        try await world.storePhoto(in: ConversationID("any"))
      }
      let (alice, _, carol) = try await world.phones("Alice", "Bob", "Carol")
      let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
      try await world.advance(by: .seconds(5))
      await alice.add(carol.userID, to: group)
      try await world.advance(by: .minutes(1))
    }
    #expect(result.outcome == .failed)
    #expect(result.failure?.kind == "invariant I-11")
  }

  @Test(
    "a file that its message does not announce by its name and author breaks I-21 at rest, whatever its author's phone does",
    arguments: [("alice", nil), ("alice", "7"), ("bob", nil)] as [(String, String?)])
  func strayName(author: String, name: String?) {
    let result = result { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      let look = try await alice.send("look", picture: Picture("view"), in: chat)
      try await world.untilQuiet()
      try await alice.enterBackground()
      // The backend would remove it.
      await world.backend.deploy(
        try ServerFunction("removeStrayMedia", .onFinalize, at: "pictures/{c}/{u}/{m}/{n}") {
          _ in
        })
      let place = try world.placeOfPicture(of: look, on: alice)
      if author != "alice" || name != nil {
        let isStored = await world.backend.storage.takes(
          Picture("stray").content,
          at: Path(unchecked: "pictures/\(chat)/\(author)/\(look)/\(name ?? "\(place[4])")"),
          from: author)
        try world.require(isStored, "the rules to take the file")
      }
      try await world.advance(by: .minutes(1))
    }
    let isExpected = author == "alice" && name == nil
    #expect(result.failure?.kind == (isExpected ? nil : "invariant I-21"))
  }

  @Test(
    "a stray picture that no function removes breaks I-21, also while one waits for a photo to be named",
    arguments: [false, true])
  func strayBesideAPhoto(isThere: Bool) {
    let result = result { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let group = try await alice.startConversation(with: bob, isGroup: true)
      try await world.untilQuiet()
      try await world.storePhoto(in: group)
      if isThere {
        await world.backend.deploy(
          try ServerFunction("removeStrayMedia", .onFinalize, at: "pictures/{c}/{u}/{m}/{n}") {
            _ in
          })
        let isStored = await world.backend.storage.takes(
          Picture("stray").content, at: Path(unchecked: "pictures/\(group)/alice/none/1"),
          from: "alice")
        try world.require(isStored, "the rules to take the picture")
      }
      try await world.advance(by: .minutes(1))
    }
    #expect(result.failure?.kind == (isThere ? "invariant I-21" : nil))
  }

  @Test("a replaced photo of a group that no function removes breaks I-21 at rest")
  func replacedPhoto() {
    for count in 1...2 {
      let result = result { (mute: MuteWorld) in
        let world = mute.chat
        let (alice, bob) = try await world.phones("Alice", "Bob")
        let group = try await alice.startConversation(withUsers: [bob.userID], isGroup: true)
        await alice.openInfo(of: group)
        for number in 1...count {
          await alice.setPhoto(Picture("photo \(number)"), of: group)
          try await world.advance(by: .minutes(1))
        }
      }
      #expect(result.failure?.kind == (count == 1 ? nil : "invariant I-21"))
    }
  }

  @Test("a person who is added after a message gets no banner of it (I-15, JV-01)")
  func addedAfterwards() {
    expectPasses { world in
      world.setPolicies { $0.usesPush = true }
      let (alice, _, carol) = try await world.phones("Alice", "Bob", "Carol")
      let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
      try await world.advance(by: .seconds(5))
      _ = try await alice.send("before", in: group)
      try await world.advance(by: .milliseconds(100))
      await alice.add(carol.userID, to: group)
      try await world.advance(by: .minutes(1))
      try world.require(
        carol.notifications.shade.bodies == ["Alice added you"], "no banner of it for Carol")
    }
  }

  @Test(
    "messages written without a network keep their order when the clock is set back between them (I-19)"
  )
  func clockSetBack() {
    expectPasses { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      try await world.advance(by: .seconds(5))
      await bob.open(chat)
      await alice.setAirplaneMode(true)
      let first = try await alice.send("first", in: chat)
      await alice.setClock { $0.skew = .seconds(-3_600) }
      let second = try await alice.send("second", in: chat)
      await alice.setAirplaneMode(false)
      for phone in [alice, bob] {
        try await phone.expect { screen in
          screen.thread?.bubbles.map(\.id) == [first, second]
        }
      }
      try await world.advance(by: .minutes(1))
    }
  }

  @Test("messages keep their order across the end of the app (I-19)")
  func killedBetween() {
    expectPasses { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      try await world.advance(by: .seconds(5))
      await bob.open(chat)
      await alice.setAirplaneMode(true)
      let first = try await alice.send("first", in: chat)
      try await alice.kill()
      await alice.setClock { $0.skew = .seconds(-3_600) }
      try await alice.relaunch()
      let second = try await alice.send("second", in: chat)
      await alice.open(chat)
      await alice.setAirplaneMode(false)
      for phone in [alice, bob] {
        try await phone.expect { screen in
          screen.thread?.bubbles.map(\.id) == [first, second]
        }
      }
      try await world.advance(by: .minutes(1))
    }
  }

  @Test(
    "a member whom one has added has joined when the backend says, whatever one's clock does (I-08)"
  )
  func guessedJoin() {
    expectPasses { world in
      let (alice, _, carol) = try await world.phones("Alice", "Bob", "Carol")
      let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
      _ = try await alice.send("hello", in: group)
      try await world.advance(by: .seconds(5))
      await alice.setClock { $0.skew = .seconds(3_600) }
      await alice.add(carol.userID, to: group)
      try await world.advance(by: .minutes(1))
    }
  }

  @Test(
    "a change that would leave one member is not made before the person has said so (I-12, MR-05)")
  func lastButOne() {
    expectPasses { world in
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let group = try await alice.startConversation(withUsers: ["bob"], isGroup: true)
      try await world.advance(by: .seconds(5))
      await alice.remove(bob.userID, from: group)
      try await alice.expect { $0.question != nil }
      try await world.advance(by: .minutes(1))
      let members = await world.members(of: group)
      try world.require(members.count == 2, "both to be members still")
    }
  }
}

extension ChatWorld {
  /// Stores a photo of Alice's that no phone will name.
  fileprivate func storePhoto(in group: ConversationID) async throws {
    let isStored = await backend.storage.takes(
      Picture("unnamed").content, at: Path(unchecked: "groups/\(group)/alice/unnamed"),
      from: "alice")
    try require(isStored, "the rules to take the photo")
  }
}

/// The error of a function that waits for a photo to be named.
private struct Unnamed: Error {}
