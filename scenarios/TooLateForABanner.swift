import Chat
import Rehearsal

// What happens between a message or an invitation and its notification: reading, deletions, departures, an end.

extension Scenarios {
  static let readInPrivateBeforeTheBanner = Scenario(
    "B reads a message in private on his phone before the backend comes to notify: his tablet in the pocket stays silent",
    covers: "PM-20", "NO-06", tags: .push, .privacy, .multiDevice, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, carol, tablet, isGroup: true)
    await bob.shareReceipts(false)
    await bob.open(group)
    for phone in [tablet, carol] { try await phone.enterBackground() }
    try await world.untilQuiet()
    let hello = try await alice.send("hello", in: group)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")
    // The function that notifies is cut off, and runs again minutes later.
    world.restartBackend()
    try await carol.expectNotifications(\.bodies, is: ["hello"], within: .minutes(15))
    try await tablet.expectNotifications(
      all: .that(\.bannerCount, is: 0), .that(\.bodies, is: []), for: .minutes(15))
    try await alice.expect(\.receiptLabel, of: .bubble(hello), is: nil, within: .zero)
  }

  static let deletedBeforeTheBanner = Scenario(
    "A deletes a message before the backend comes to notify: nobody's shade shows its words",
    covers: "RG-01", "UN-07", tags: .push, .fault, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    try await world.untilQuiet()
    try await bob.kill()
    let oops = try await alice.send("oops", in: chat)
    try await alice.expect(\.status, of: .bubble(oops), is: .sent)
    world.restartBackend()
    await alice.delete(oops)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: []), .that(\.bannerCount, is: 0), for: .minutes(15))
    _ = try await alice.send("hello", in: chat)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1), within: .minutes(1))

    // Nor does what waits already come once more.
    let again = try await alice.send("oops again", in: chat)
    try await alice.expect(\.status, of: .bubble(again), is: .sent)
    world.restartBackend()
    await alice.delete(again)
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["hello"]), .that(\.bannerCount, is: 1), for: .minutes(15))
  }

  static let deletedInThePocket = Scenario(
    "A deletes a message that waits in the shades of B's phone and tablet, in his pocket and put away: its words and its number go from both",
    covers: "RG-01", "UN-05", tags: .push, .groups, .multiDevice,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    try await tablet.enterBackground()
    try await bob.enterBackground()
    try await world.untilQuiet()
    try await world.advance(by: .minutes(5))
    let oops = try await alice.send("oops", in: group)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that(\.bodies, is: ["oops"]), .that(\.badge, is: 1), within: .minutes(1))
    }
    await alice.delete(oops)
    for phone in [bob, tablet] {
      try await phone.expectNotifications(
        all: .that(\.bodies, is: []), .that(\.badge, is: 0), within: .minutes(1))
    }
  }

  static let namedAfterLeaving = Scenario(
    "A writes to a group and leaves before the backend comes to notify: B reads her name above her words",
    covers: "NO-01", tags: .push, .groups, .members, .fault,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await bob.startConversation(with: alice, carol, isGroup: true)
    await alice.open(group)
    try await world.untilQuiet()
    try await bob.kill()
    let bye = try await alice.send("bye", in: group)
    try await alice.expect(\.status, of: .bubble(bye), is: .sent)
    world.restartBackend()
    await alice.openInfo(of: group)
    await alice.leave(group)
    await alice.confirm()
    try await bob.expectNotifications(
      all: .that(\.bodies, is: ["bye"]),
      .that("titles", is: ["Alice"]) { $0.notifications.map(\.title) }, within: .minutes(15))
  }

  static let withdrawnWhileClosed = Scenario(
    "A takes an invitation back that waits in B's shade while his app is closed, and another stands: once he opens it, one is left",
    covers: "PM-09", tags: .push, .groups, .members,
    pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    var groups: [ConversationID] = []
    for (phone, name) in [(alice, "Hiking"), (carol, "Party")] {
      let other = UserID("friend of \(phone.name)")
      await world.openAccount(of: other, named: "Friend")
      let group = try await phone.startConversation(with: [], and: [other], isGroup: true)
      await phone.openInfo(of: group)
      await phone.rename(group, to: name)
      groups.append(group)
    }
    try await world.untilQuiet()
    try await bob.kill()
    await alice.invite("bob", to: groups[0])
    try await world.untilQuiet()
    await carol.invite("bob", to: groups[1])
    let party = "Carol invites you to Party"
    try await bob.expectNotifications(
      \.bodies, is: ["Alice invites you to Hiking", party], within: .minutes(1))
    await alice.withdraw("bob", from: groups[0])
    try await world.untilQuiet()
    try await bob.launch()
    try await bob.expectNotifications(\.bodies, is: [party], within: .seconds(10))
    try await bob.expect(
      all: .that("invitations", is: [party]) { $0.invitations.map(\.text) })
    try await bob.expectNotifications(\.bodies, is: [party], for: .minutes(1))
    // A tap on it leads to the list, from whatever thread.
    _ = try await bob.startConversation(with: carol)
    try await bob.enterBackground()
    try await bob.tapNotification()
    try await bob.expect(
      all: .absent(.thread), .that("invitations", is: [party]) { $0.invitations.map(\.text) })
  }

  static let tappedOverASheet = Scenario(
    "B has a sheet, or a question, in front of A's thread as he puts the phone away: a tap on the notification shows what A wrote",
    covers: "FG-02", tags: .push, .groups, .sheets,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .wifi)
    let group = try await bob.startConversation(with: alice, carol, isGroup: true)
    await alice.open(group)
    for number in 1...30 { _ = try await alice.send("\(number)", in: group) }
    try await bob.expect(\.bubbles.last?.text, of: .thread, is: "30")
    try await world.untilQuiet()
    await bob.scroll(revealing: 10)
    for isAsked in [false, true] {
      await bob.openInfo(of: group)
      if isAsked { await bob.askRemoval(of: carol.userID, from: group) }
      try await bob.enterBackground()
      let text = isAsked ? "and now?" : "look"
      let message = try await alice.send(text, in: group)
      try await bob.expectNotifications(\.bodies.last, is: text, within: .minutes(1))
      try await bob.tapNotification()
      try await bob.expect(
        all: .absent(.sheet), .absent(.question), .that(\.visible.thread?.id, is: group),
        .that(\.text, of: .bubble(message), is: text), within: .seconds(5))
      try await alice.expect(\.receiptLabel, of: .bubble(message), is: "Read by 1 of 2")
    }
  }
}
