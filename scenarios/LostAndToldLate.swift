import Chat
import Rehearsal

// What is left of a membership that has ended, and what the backend tells late of one.

extension Scenarios {
  static let removalToldLate = Scenario(
    "A removes B and adds him again before the backend tells of it; as he leaves on his tablet then, his phone does not say that he was removed",
    covers: "MR-03", "MR-10", tags: .groups, .members, .multiDevice, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    await tablet.open(group)
    try await world.untilQuiet()
    await alice.remove(bob.userID, from: group)
    try await world.cutFunctions(for: .seconds(3))
    // What was cut off is tried again after ten seconds at the earliest.
    await alice.add(bob.userID, to: group)
    try await bob.expect(
      all: .present(.conversation(group)), .that(\.departure, of: .conversation(group), is: nil),
      within: .seconds(5))
    try await tablet.expect(\.isReadOnly, of: .thread, is: false, within: .seconds(5))
    try await world.advance(by: .minutes(15))
    try await world.untilQuiet()
    try world.require(
      await world.systemMessages(in: group).count, is: 2, "the number of system messages")
    await tablet.openInfo(of: group)
    await tablet.leave(group)
    await tablet.confirm()
    try await world.cutFunctions(for: .seconds(3))
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You are not a member any more",
      for: .seconds(4))
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You left", within: .minutes(15))
  }

  static let givenUpInALostGroup = Scenario(
    "B writes in a tunnel and is removed meanwhile: his message has failed, and he gives it up in the thread that he only reads",
    covers: "DS-08", "UN-10", tags: .groups, .members, .offline, .restart,
    pinned: .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    await bob.open(group)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    let late = try await bob.send("too late", in: group)
    await alice.remove(bob.userID, from: group)
    try await carol.expect(\.preview, of: .conversation(group), is: "Alice removed Bob")
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: .that(\.isReadOnly, of: .thread, is: true),
      .that(\.status, of: .bubble(late), is: .failed),
      .that(\.controls, of: .bubble(late), is: [.retry, .delete]), within: .minutes(1))
    await bob.delete(late)
    try await bob.expect(\.texts, of: .thread, is: ["hello"], for: .seconds(10))
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(\.texts, of: .thread, is: ["hello"], for: .seconds(10))
  }
}
