import Chat
import Rehearsal

// The size of text that a person has chosen, beyond pictures (AX-03), and the width of the screen.

extension Scenarios {
  static let screenWidths = Scenario(
    "B turns his phone and shows another app beside it: no picture is wider than 75 % of the screen, and none higher than 300 points",
    covers: "AD-06", tags: .multiDevice, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let wide = try await alice.send("wide", picture: Picture("w", width: 32, height: 10), in: chat)
    let tall = try await alice.send("tall", picture: Picture("t", width: 10, height: 32), in: chat)
    // At the largest of the usual sizes of text pictures are as large as the limits.
    await bob.setTextSize(.extraExtraExtraLarge)
    func sizes(are expected: [String]) -> ScreenCondition<Screen> {
      .that("sizes of the pictures", is: expected) { screen in
        [wide, tall].compactMap { screen.bubble($0)?.photo }.map { "\($0.width)×\($0.height)" }
      }
    }
    for (width, shown) in [
      (320, ["240×75", "93×300"]), (852, ["639×199", "93×300"]), (180, ["135×42", "93×300"]),
      (100, ["75×23", "75×240"]), (393, ["294×91", "93×300"]),
    ] {
      await bob.setScreenWidth(width)
      try await bob.expect(all: sizes(are: shown), .that(\.traits.width, is: width))
    }
    try await alice.expect(all: sizes(are: ["217×67", "69×221"]))
  }

  static let largerText = Scenario(
    "With larger text the window holds fewer messages and a sheet fewer rows, and only what the window holds is read",
    covers: "AX-03", "FG-05", tags: .receipts, .groups, .sheets, pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sheetRows = 6 }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    var messages: [MessageID] = []
    for number in 1...30 { messages.append(try await alice.send("message \(number)", in: group)) }
    let sent = messages
    try await bob.expect(\.unread, of: .conversation(group), is: 30)
    await bob.setTextSize(.accessibilityExtraExtraExtraLarge)
    await bob.open(group)
    // 20 messages of 17 points have the room of 6 of 53 points, of 12 of 28, and of 24 of 14.
    try await bob.expect(
      all: .that(\.ids, of: .thread, is: Array(sent.suffix(6))),
      .that(\.unread, of: .thread, is: 24), within: .zero)
    try await alice.expect(
      all: .that("messages shown as read", is: 6) { $0.count(of: sent, shownAs: .read) })
    try await alice.expect(
      all: .that("messages shown as read", is: 6) { $0.count(of: sent, shownAs: .read) },
      for: .minutes(1))

    // The sheet has one row where it had six.
    await bob.openInfo(of: group)
    try await bob.expect(\.names, of: .groupInfo, is: ["Alice"])
    await bob.setTextSize(.large)
    try await bob.expect(\.names, of: .groupInfo, is: ["Alice", "Bob", "Carol"])
    await bob.closeSheet()
    try await bob.expect(
      all: .that(\.ids, of: .thread, is: Array(sent.suffix(20))),
      .that(\.unread, of: .thread, is: 10))

    // Who scrolls has a window of that size.
    await bob.setTextSize(.accessibilityMedium)
    try await bob.expect(\.ids, of: .thread, is: Array(sent.suffix(12)))
    await bob.scroll(revealing: 10)
    try await bob.expect(
      all: .that(\.ids, of: .thread, is: Array(sent.suffix(22))),
      .that(\.inView, of: .thread, is: 0..<12),
      .that(\.unread, of: .thread, is: 8), within: .zero)
    await bob.scrollToNewest()
    await bob.setTextSize(.extraSmall)
    try await bob.expect(\.inView.count, of: .thread, is: 24)
    try await bob.expect(\.unread, of: .thread, is: 6)

    // Whoever launches the app with larger text finds fewer than were there before.
    await bob.setTextSize(.accessibilityExtraExtraExtraLarge)
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(\.ids, of: .thread, is: Array(sent.suffix(6)), within: .zero)
  }
}
