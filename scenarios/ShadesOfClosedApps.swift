import Chat
import Rehearsal

// What stands in the shade, and on the icon, of an app that does not run or has not heard of anything yet.

extension Scenarios {
  static let goneMemberInTheShade = Scenario(
    "C has deleted her account; what a group without a name says to B's closed app calls her as the app does, and not by her id",
    covers: "PM-05", tags: .groups, .push, pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    await world.deleteAccount(of: "carol")
    try await bob.expect(\.title, of: .conversation(group), is: "Alice, Deleted User")
    try await world.untilQuiet()
    try await bob.kill()
    for text in ["hello", "are you there?"] { _ = try await alice.send(text, in: group) }
    try await bob.expectNotifications(
      \.bodies, is: ["2 new messages in Alice, Deleted User"], within: .minutes(1))
  }

  static let swipedBeforeTheLaunch = Scenario(
    "A begins a chat with B, whose phone has no app running: what he swipes away there is gone from his tablet",
    covers: "PM-08", tags: .push, .multiDevice, .restart, pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    try await tablet.enterBackground()
    try await world.untilQuiet()
    try await bob.kill()
    let chat = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
    _ = try await alice.send("hello", in: chat)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(\.bodies, is: ["hello"], within: .minutes(1))
    }
    try await bob.clearNotifications()
    try await tablet.expectNotifications(\.bodies, is: [], within: .minutes(1))
    try await tablet.expectNotifications(\.badge, is: 1, within: .zero)
  }

  static let backAndUnseen = Scenario(
    "B knows that he was removed from a group; his app is closed when he is added again: what is written then stays in his shade as he opens the app",
    covers: "NO-01", tags: .push, .groups, .members, .restart,
    pinned: .duplicates, .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    await alice.remove("bob", from: group)
    try await bob.expect(
      \.departure, of: .conversation(group), is: "You were removed from Alice, Carol")
    try await world.untilQuiet()
    try await bob.kill()
    await alice.add("bob", to: group)
    try await world.untilQuiet()
    _ = try await alice.send("hello", in: group)
    try await bob.expectNotifications(
      all: .that(\.bodies, matches: "have the message") { $0.contains("hello") },
      within: .minutes(1))
    try await bob.launch()
    try await bob.expectNotifications(all: .that(\.bodies, includes: "hello"), for: .seconds(10))
    try await bob.expect(\.unread, of: .conversation(group), is: 1)
  }

  static let toldTwice = Scenario(
    "B is added while his app is closed; functions run once, or twice where a seed has it so: his shade says it once",
    covers: "NO-02", tags: .push, .groups, .members, pinned: .policies, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(withUsers: ["carol"], isGroup: true)
    try await world.untilQuiet()
    try await bob.kill()
    await alice.add("bob", to: group)
    try await bob.expectNotifications(\.bodies, is: ["Alice added you"], within: .minutes(1))
    try await bob.expectNotifications(\.bodies, is: ["Alice added you"], for: .minutes(1))
  }

  static let mutedAndRemoved = Scenario(
    "B has unread messages in a group that he has muted, and his app is closed when he is removed: his icon counts them no more, and nothing is told",
    covers: "UN-05", "PM-02", tags: .groups, .members, .push, pinned: .duplicates, .policies
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.usesPush = true
      $0.badgeCountsMuted = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    await world.openAccount(of: "carol", named: "Carol")
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true)
    await bob.mute(group, for: .forever)
    try await world.untilQuiet()
    for text in ["hello", "are you there?"] { _ = try await alice.send(text, in: group) }
    try await bob.expect(\.badge, is: 2)
    try await world.untilQuiet()
    try await bob.kill()
    try await bob.expectNotifications(\.badge, is: 2, within: .zero)
    await alice.remove("bob", from: group)
    try await bob.expectNotifications(\.badge, is: 0, within: .minutes(1))
    try await bob.expectNotifications(\.bannerCount, is: 0, for: .seconds(30))
  }

  static let toldInAnotherOrder = Scenario(
    "A writes twice at once, and functions run in any order: the shade of B's closed app shows the later one",
    covers: "MO-09", tags: .push, pinned: .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.kill()
    for number in 1...8 {
      _ = try await alice.send("\(number)", in: chat)
      let later = "\(number) and a half"
      _ = try await alice.send(later, in: chat)
      try await world.untilQuiet()
      try await bob.expectNotifications(\.bodies, is: [later], within: .zero)
    }
  }

  static let editedBeforeThePush = Scenario(
    "A sends a message and edits it at once, while B's app is closed: the shade shows what it says by then",
    covers: "RG-01", tags: .push, pinned: .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.kill()
    let hello = try await alice.send("helo", in: chat)
    while await world.sentAt(hello, in: chat) == nil {
      try await world.advance(by: .milliseconds(1))
    }
    await alice.edit(hello, to: "hello")
    try await bob.expectNotifications(\.bodies, is: ["hello"])
    try await bob.expectNotifications(\.bodies, is: ["hello"], for: .minutes(1))
  }
}
