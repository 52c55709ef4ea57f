import Backend
import Harness
import Network
import Simulator
import Testing

@testable import Chat
@testable import Devices

/// Failures that generated days have found, as `rehearse explore` printed them.
@Suite("What generated days have found")
struct FoundByDaysTests {
  private func expectPasses(
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void,
    location: SourceLocation = #_sourceLocation
  ) {
    let scenario = Scenario("found") { (world: ChatWorld) in
      // Days have people without a phone, too.
      await world.openAccounts(of: ["alice", "bob", "carol", "dave", "erin", "zoe"])
      try await body(world)
    }
    let result = Runner.run(scenario.named("found"), RunConfiguration())
    #expect(
      result.outcome == .passed, "\(result.story?.summary ?? "") \(result.story?.observed ?? [])",
      sourceLocation: location)
  }

  @Test("what came before one was added again is not unread, on no phone of the user's")
  func addedAgain() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat4 = try await bob.startConversation(withUsers: ["carol", "zoe"], isGroup: true)
      try await world.advance(by: .milliseconds(100))
      _ = try await bob.send("hello 216", in: chat4)
      await bob.remove("carol", from: chat4)
      try await world.advance(by: .milliseconds(10))
      await bob.add("carol", to: chat4)
      try await world.endDay([bob, carol])
    }
  }

  @Test("a message that was on the screen of a thread that one had left is not unread again")
  func seenWhileOut() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .edge)
      let dave = try await world.phone("Dave", user: "dave", on: .wifi)
      let chat2 = try await alice.startConversation(
        withUsers: ["bob", "carol", "dave"], isGroup: true)
      _ = try await alice.send("hello 283", in: chat2)
      try await world.advance(by: .milliseconds(4335))
      await alice.remove("dave", from: chat2)
      try await world.advance(by: .seconds(1))
      await dave.open(chat2)
      await alice.add("dave", to: chat2)
      try await world.advance(by: .milliseconds(10))
      _ = try await dave.startConversation(withUsers: ["carol"], isGroup: false)
      try await world.endDay([alice, dave])
    }
  }

  @Test("a thread that was made ready before the backend had it follows its receipts")
  func preparedWhileStarting() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat3 = try await carol.startConversation(withUsers: ["bob"], isGroup: false)
      _ = try await carol.startConversation(withUsers: ["alice"], isGroup: false)
      await carol.prepare(chat3)
      _ = try await carol.send("hello 780", picture: Picture("9"), in: chat3)
      try await world.endDay([bob, carol])
    }
  }

  @Test(
    "a phone that was away learns of receipts before it learns of who joined, and takes nothing back"
  )
  func receiptsBeforeMembers() {
    expectPasses { world in
      world.setPolicies { $0.groupBlue = .all }
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let erin = try await world.phone("Erin", user: "erin", on: .wifi)
      let chat4 = try await carol.startConversation(withUsers: ["bob", "erin"], isGroup: true)
      let erin8 = try await world.phone("Erin8", user: "erin", on: .highLatencyDNS)
      try await world.rest([alice, bob, carol, erin, erin8])
      await alice.setAirplaneMode(true)
      await erin8.setAirplaneMode(true)
      await erin8.open(chat4)
      await carol.add("alice", to: chat4)
      _ = try await erin.send("hello 507", in: chat4)
      try await world.endDay([alice, bob, carol, erin, erin8])
    }
  }

  @Test("the receipt of what was read before the app was deleted may still arrive")
  func readThenReinstalled() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let alice2 = try await world.phone("Alice2", user: "alice", on: .wifi)
      let chat2 = try await bob.startConversation(withUsers: ["alice"], isGroup: false)
      try await bob.kill()
      try await bob.launch()
      try await world.advance(by: .milliseconds(100))
      _ = try await alice2.send("hello 695", in: chat2)
      try await world.advance(by: .milliseconds(10))
      await bob.markRead(chat2)
      try await bob.reinstall()
      try await world.endDay([bob, alice2])
    }
  }

  @Test("a message that another phone edited before its answer came has the new text")
  func editedBeforeTheAnswer() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let bob2 = try await world.phone("Bob2", user: "bob", on: .wifi)
      let chat3 = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
      try await world.rest([alice, bob, bob2])
      world.loseNextAcknowledgement(to: bob, then: .halfOpen)
      let message2 = try await bob.send("hello", in: chat3)
      try await world.advance(by: .milliseconds(10))
      await (try bob2.app()).perform(.edit(message2, to: "edited 757"))
      try await world.endDay([alice, bob, bob2])
    }
  }

  @Test("a message that was accepted before its author was added again is proven by its receipts")
  func acceptedBeforeBeingAddedAgain() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let alice2 = try await world.phone("Alice2", user: "alice", on: .wifi)
      let bob3 = try await world.phone("Bob3", user: "bob", on: .wifi)
      let chat1 = try await alice2.startConversation(withUsers: ["bob", "zoe"], isGroup: true)
      try await world.rest([alice, alice2, bob3])
      _ = try await bob3.send("hello 440", in: chat1)
      await bob3.setAirplaneMode(true)
      await alice2.remove("bob", from: chat1)
      try await world.advance(by: .milliseconds(10))
      await alice.add("bob", to: chat1)
      try await world.endDay([alice, alice2, bob3])
    }
  }

  @Test("a message that is told again while its thread is not followed yet does not fail")
  func toldAgainBeforeFollowing() {
    expectPasses { world in
      // What falls into seven milliseconds fell there with the backend at the operator's door.
      try await world.setBackendPath(.none)
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let alice4 = try await world.phone("Alice4", user: "alice", on: .wifi)
      try await world.advance(by: .milliseconds(10))
      let chat2 = try await alice4.startConversation(withUsers: ["bob", "zoe"], isGroup: true)
      try await world.advance(by: .milliseconds(7))
      await alice4.remove("bob", from: chat2)
      await alice4.add("bob", to: chat2)
      _ = try await bob.send("hello 127", picture: Picture("4"), in: chat2)
      await bob.kill(atCommit: 1, .beforeCommit)
      try await world.endDay([bob, alice4])
    }
  }

  @Test("who is added counts for nothing said before, whatever else is changed meanwhile")
  func addedAndRemovedAtOnce() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat1 = try await carol.startConversation(withUsers: ["alice", "zoe"], isGroup: true)
      _ = try await carol.send("hello 473", in: chat1)
      try await world.advance(by: .milliseconds(100))
      await carol.setClock { $0.skew += .milliseconds(-100) }
      await carol.add("bob", to: chat1)
      await carol.remove("alice", from: chat1)
      try await world.endDay([alice, carol])
    }
  }

  @Test("a message that comes above the displayed ones is marked where opening marks all")
  func markedAboveTheDisplayed() {
    expectPasses { world in
      world.setPolicies { $0.marking = .all }
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat1 = try await alice.startConversation(withUsers: ["bob", "carol"], isGroup: true)
      try await world.advance(by: .milliseconds(100))
      _ = try await carol.send("1", in: chat1)
      for number in 1...30 { _ = try await alice.send("\(number)", in: chat1) }
      try await world.endDay([alice, carol])
    }
  }

  @Test("a message that is retried while its thread is not open climbs unseen")
  func retriedUnseen() {
    expectPasses { world in
      let alice2 = try await world.phone("Alice2", user: "alice", on: .wifi)
      let bob4 = try await world.phone("Bob4", user: "bob", on: .wifi)
      let chat1 = try await bob4.startConversation(withUsers: ["alice"], isGroup: false)
      try await world.advance(by: .milliseconds(100))
      await alice2.open(chat1)
      world.refuseNext(.message, by: alice2, count: 1)
      let message8 = try await alice2.send("hello 893", in: chat1)
      try await world.advance(by: .milliseconds(10))
      _ = try await alice2.startConversation(withUsers: ["bob"], isGroup: true)
      // No person can; the thread is not on the screen.
      await (try alice2.app()).perform(.retry(message8))
      try await world.endDay([alice2, bob4])
    }
  }

  @Test("a message that a sheet covers in the instant in which it comes is not seen")
  func coveredAtOnce() {
    expectPasses { world in
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      _ = try await carol.startConversation(withUsers: ["bob"], isGroup: false)
      let chat3 = try await bob.startConversation(withUsers: ["alice", "carol"], isGroup: true)
      try await world.advance(by: .seconds(1))
      await carol.setAirplaneMode(true)
      await bob.remove("alice", from: chat3)
      await carol.open(chat3)
      let bob45 = try await world.phone("Bob45", user: "bob", on: .lte)
      await carol.openInfo(of: chat3)
      await carol.leave(chat3)
      try await world.advance(by: .seconds(1))
      _ = try await bob45.send("hello 244", in: chat3)
      await carol.confirm()
      try await world.endDay([bob, carol, bob45])
    }
  }

  @Test("a read that came with the end of airplane mode, before the answer to the switch, stays")
  func readOnReconnect() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let chat2 = try await alice.startConversation(
        withUsers: ["bob", "carol"], isGroup: true)
      try await world.rest([alice, bob, carol])
      await carol.shareReceipts(false)
      _ = try await carol.send("hello 168", in: chat2)
      await carol.setAirplaneMode(true)
      await carol.open(chat2)
      try await world.endDay([alice, bob, carol])
    }
  }

  @Test("what was marked as read behind a sheet is read once there is room for that (I-07)")
  func markedBehindSheet() {
    expectPasses { world in
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let chat1 = try await bob.startConversation(withUsers: ["alice", "carol"], isGroup: true)
      try await world.advance(by: .milliseconds(100))
      await bob.openPicker(in: chat1)
      _ = try await alice.send("hello 472", in: chat1)
      try await world.advance(by: .seconds(1))
      await bob.failCommit()
      // No person can; the sheet is in front.
      await (try bob.app()).perform(.markRead(chat1))
      try await world.advance(by: .seconds(1))
      try await bob.enterBackground()
      try await world.advance(by: .seconds(1))
      try await bob.enterForeground()
      try await bob.expect(\.badge, is: 0, within: .zero)
      try await world.endDay([alice, bob])
    }
  }

  @Test(
    "what was on the screen behind an alert is stored in the instant in which the alert goes (I-17)"
  )
  func seenBehindAlert() {
    expectPasses { world in
      world.setPolicies { $0.marking = .all }
      let alice = try await world.phone("Alice", user: "alice", on: .wifi)
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let chat1 = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
      let chat2 = try await alice.startConversation(withUsers: ["bob", "carol"], isGroup: true)
      let message1 = try await alice.send("hello 532", in: chat2)
      try await world.advance(by: .seconds(1))
      await bob.open(chat1)
      try await bob.cover(with: .appSwitcher)
      _ = try await alice.send("hello 950", in: chat1)
      try await world.advance(by: .seconds(1))
      await bob.fillDisk()
      await alice.edit(message1, to: "edited 582")
      try await world.advance(by: .seconds(1))
      try await bob.uncover()
      try await world.advance(by: .seconds(1))
      await bob.freeDisk()
      try await world.advance(by: .seconds(6))
      try await bob.expect(\.unread, of: .thread, is: 0, within: .zero)
      try await world.endDay([alice, bob])
    }
  }

  @Test(
    "a status that stood while a removal was shown, which the backend then refused, stays (I-01)"
  )
  func blueWhileRemoved() {
    expectPasses { world in
      world.setPolicies { $0.groupBlue = .all }
      let bob = try await world.phone("Bob", user: "bob", on: .wifi)
      let carol = try await world.phone("Carol", user: "carol", on: .wifi)
      let carol2 = try await world.phone("Carol2", user: "carol", on: .wifi)
      let chat1 = try await carol.startConversation(withUsers: ["alice", "bob"], isGroup: true)
      let message1 = try await carol.send("hello 438", in: chat1)
      try await world.advance(by: .milliseconds(100))
      await bob.open(chat1)
      try await world.advance(by: .seconds(1))
      await carol.setAirplaneMode(true)
      await carol.remove("alice", from: chat1)
      try await carol.expect(\.status, of: .bubble(message1), is: .read)
      // The removal that Carol's first phone has shown would leave one member behind this one.
      await carol2.remove("bob", from: chat1)
      try await world.advance(by: .seconds(1))
      await carol.setAirplaneMode(false)
      try await world.advance(by: .seconds(5))
      try await carol.expect(
        all: .that(\.status, of: .bubble(message1), is: .read),
        .that(\.users, of: .thread, is: ["alice", "carol"]), within: .zero)
      try await world.endDay([bob, carol, carol2])
    }
  }
}
