import Chat
import Rehearsal

// What a phone has changed in a tunnel and says after a restart, or after others were faster.

extension Scenarios {
  static let adminRemovedOverARestart = Scenario(
    "A removes an admin in a tunnel, then leaves, and her app is restarted in between: both hold, and nothing has failed",
    covers: "MR-10", "MR-14", "MR-08", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.remove(bob.userID, from: group)
    try await world.untilQuiet()
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    try await alice.expect(\.alert, is: nil, for: .seconds(30))
    try world.require(
      await world.members(of: group), is: ["alice", "carol"], "the members at the backend")

    await alice.add(bob.userID, to: group)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.remove(alice.userID, from: group)
    try await world.untilQuiet()
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice left")
    await alice.open(group)
    try await alice.expect(
      all: .absent(.alert), .that(\.writingNotice, of: .thread, is: "You left"), for: .seconds(30))
    try world.require(
      await world.members(of: group), is: ["bob", "carol"], "the members at the backend")
  }

  static let leftUnheard = Scenario(
    "A leaves and hears no answer, and her app is restarted before she says it again: she has left, and nothing has failed",
    covers: "MR-10", tags: .groups, .members, .offline, .fault, .restart,
    pinned: .duplicates, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    try await world.untilQuiet()
    let held = alice.hold(.incoming)
    await alice.remove(alice.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice left")
    await alice.setAirplaneMode(true)
    held.end()
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    try await world.untilQuiet()
    try await alice.expect(\.alert, is: nil, for: .seconds(30))
    await alice.open(group)
    try await alice.expect(
      all: .that(\.writingNotice, of: .thread, is: "You left"),
      .that(\.users, of: .thread, is: ["bob", "carol"]), within: .zero)
  }

  static let guestAddedOverARestart = Scenario(
    "A adds a guest in a tunnel, and her app is restarted there: the guest is a member, and the invitation is over",
    covers: "PM-09", "MA-09", tags: .groups, .members, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.invite("carol", to: group)
    try await carol.expect(\.invitations.count, is: 1, within: .seconds(10))
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.add("carol", to: group)
    try await world.untilQuiet()
    try await alice.kill()
    try await alice.relaunch()
    await alice.setAirplaneMode(false)
    try await carol.expect(
      all: .that(\.invitations.count, is: 0), .present(.conversation(group)), within: .seconds(30))
    try await alice.expect(\.alert, is: nil, for: .seconds(30))
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "carol"], "the members at the backend")
  }

  static let addedBesideAnInvitation = Scenario(
    "A adds D in a tunnel, and B invites D meanwhile: D is a member, and nothing has failed",
    covers: "MR-13", "PM-09", tags: .groups, .members, .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.makeAdmin(bob.userID, of: group)
    await bob.open(group)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await alice.add("dave", to: group)
    await bob.openInfo(of: group)
    await bob.invite("dave", to: group)
    try await dave.expect(\.invitations.count, is: 1, within: .seconds(10))
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    try await dave.expect(
      all: .that(\.invitations.count, is: 0), .present(.conversation(group)), within: .seconds(30))
    try await alice.expect(\.alert, is: nil, for: .seconds(30))
    try world.require(
      await world.members(of: group), is: ["alice", "bob", "dave"], "the members at the backend")
  }

  static let removedBeforeItsStartIsHeard = Scenario(
    "A hears no answer to a group that she begins; in a tunnel she adds D and removes D, and her iPad adds D meanwhile: D is no member in the end",
    covers: "MR-13", tags: .groups, .members, .offline, .multiDevice, .fault,
    pinned: .duplicates, .links
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Alice's iPad", user: "alice", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    try await world.advance(by: .seconds(5))
    let held = alice.hold(.incoming)
    let group = try await alice.startConversation(withUsers: [bob.userID], isGroup: true)
    try await tablet.expect(all: .present(.conversation(group)), within: .seconds(10))
    try await world.advance(by: .seconds(5))
    await alice.setAirplaneMode(true)
    held.end()
    await alice.add("dave", to: group)
    await alice.remove("dave", from: group)
    await tablet.open(group)
    await tablet.add("dave", to: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "Alice added Dave")
    try await world.untilQuiet()
    await alice.setAirplaneMode(false)
    try await bob.expect(
      \.preview, of: .conversation(group), is: "Alice removed Dave", within: .minutes(1))
    try await bob.expect(
      \.preview, of: .conversation(group), is: "Alice removed Dave", for: .minutes(1))
    try await alice.expect(\.alert, is: nil, within: .zero)
    try world.require(
      await world.members(of: group), is: ["alice", "bob"], "the members at the backend")
  }

  static let deletedUnheard = Scenario(
    "B deletes a message and hears no answer, and is removed and added again before he asks once more: it stays deleted",
    covers: "RG-01", tags: .groups, .members, .offline, .fault, pinned: .duplicates, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await bob.open(group)
    let hello = try await bob.send("hello", in: group)
    try await alice.expect(\.text, of: .bubble(hello), is: "hello")
    try await world.untilQuiet()
    let held = bob.hold(.incoming)
    await bob.delete(hello)
    try await alice.expect(\.isDeleted, of: .bubble(hello), is: true)
    await bob.setAirplaneMode(true)
    held.end()
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await world.untilQuiet()
    try await bob.expect(
      all: .that(\.isDeleted, of: .bubble(hello), is: true),
      .that(\.text, of: .bubble(hello), is: "This message was deleted"), for: .minutes(1))
  }

  static let provenByADelivery = Scenario(
    "B's message was taken, and refused when he came back to the group and it was said again; A's phone tells that it has it: it has not failed",
    covers: "MO-03", "DS-01", tags: .receipts, .groups, .members, .offline, .fault,
    pinned: .links, .policies, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.close()
    await bob.open(group)
    try await world.advance(by: .seconds(5))
    for phone in [alice, carol] { world.refuseNext(.delivery, by: phone) }
    let hello = try await world.sendUnanswered("hello", by: bob, in: group)
    try await alice.expect(\.preview, of: .conversation(group), is: "hello")
    try await world.advance(by: .seconds(5))
    await bob.setAirplaneMode(true)
    try await world.removeAndAddAgain(bob, in: group, by: alice)
    await bob.setAirplaneMode(false)
    try await bob.expect(\.status, of: .bubble(hello), is: .failed, within: .minutes(1))
    await world.tellDelivery(of: hello, to: alice.userID, in: group)
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), is: .sent),
      .that(\.controls.count, of: .bubble(hello), is: 0), within: .seconds(10))
    await world.tellDelivery(of: hello, to: carol.userID, in: group)
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered, within: .seconds(10))
    await alice.open(group)
    try await bob.expect(
      all: .that(\.status, of: .bubble(hello), is: .read),
      .that(\.texts, of: .thread, is: ["hello", "Alice added you"]), for: .seconds(30),
      within: .seconds(10))
  }
}
