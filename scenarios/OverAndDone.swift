import Chat
import Rehearsal

// A group that has ended: what is left in it to read, to hear of and to put away.

extension Scenarios {
  static let newsOfAnEndedGroup = Scenario(
    "B writes, leaves A alone and so ends the group: A marks one message from its notification, reads the rest, and puts the group away",
    covers: "MR-06", "PM-07", "UN-05", "RG-01", tags: .groups, .members, .push,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    var groups: [ConversationID] = []
    var own: [MessageID] = []
    for _ in 1...2 {
      let group = try await alice.startConversation(with: bob, isGroup: true)
      own.append(try await alice.send("mine", in: group))
      groups.append(group)
    }
    try await world.untilQuiet()
    try await alice.kill()
    for (group, text) in zip(groups, ["one", "two"]) {
      await bob.open(group)
      _ = try await bob.send(text, in: group)
      try await alice.expectNotifications(all: .that(\.bodies, includes: text), within: .minutes(1))
      await bob.openInfo(of: group)
      await bob.leave(group)
      await bob.confirm()
    }
    try await world.untilQuiet()
    try await alice.respond(.action(ChatApp.markAsRead)) { $0.body == "one" }
    try await alice.expectNotifications(
      all: .that(\.badge, is: 1), .that(\.bodies, is: ["two"]), within: .minutes(1))
    // Who looks at the list has read nothing more.
    try await alice.enterForeground()
    try await alice.expectNotifications(
      all: .that(\.badge, is: 1), .that(\.bodies, is: ["two"]), for: .seconds(30))
    let group = groups[1]
    await alice.open(group)
    try await alice.expectNotifications(
      all: .that(\.badge, is: 0), .that(\.bodies, is: []), within: .seconds(5))
    try await alice.expect(\.isReadOnly, of: .thread, is: true, within: .zero)

    // What is one's own goes still, and what was sent can be looked through.
    await alice.delete(own[1])
    try await alice.expect(\.isDeleted, of: .bubble(own[1]), is: true, for: .minutes(1))
    await alice.openInfo(of: group)
    await alice.openMedia(of: group)
    try await alice.expect(\.rows.count, of: .mediaSheet, is: 0, within: .zero)
    await alice.closeSheet()
    await alice.close()
    await alice.tag(group, as: "Memories")
    await alice.archive(group)
    try await alice.expect(
      all: .that(\.tag, of: .conversation(group), is: "#Memories"),
      .that(\.isInArchive, of: .conversation(group), is: true), for: .minutes(1),
      within: .seconds(1))
  }
}
