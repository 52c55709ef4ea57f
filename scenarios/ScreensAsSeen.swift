import Chat
import Rehearsal

// What a person sees: as far as they have scrolled, of people of whom the phone has not heard yet, and of what was
// refused in a chat of two.

extension Scenarios {
  static let downMessageByMessage = Scenario(
    "B scrolls down through ten unread messages one by one: A's marks turn blue as each comes into view, and stay grey below the window",
    covers: "FG-05", "RR-01", tags: .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 10 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...15 { _ = try await alice.send("before \(number)", in: chat) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 15)
    await bob.open(chat)
    await bob.scroll(revealing: 5)
    try await bob.expect(\.unread, of: .thread, is: 0)
    var messages: [MessageID] = []
    for number in 1...10 { messages.append(try await alice.send("message \(number)", in: chat)) }
    try await bob.expect(\.unread, of: .thread, is: 10)
    try await alice.expect(all: .statuses(of: messages, are: .delivered))

    // What had been the end comes first, and nothing new with it.
    await bob.scrollDown(revealing: 5)
    try await bob.expect(
      all: .that(\.bubblesInView.last?.text, of: .thread, is: "before 15"),
      .that(\.offersNewest, of: .thread, is: true), .that(\.unread, of: .thread, is: 10),
      for: .seconds(10))
    for count in 1...10 {
      // Reading takes longer than the pause between two writes of receipts.
      try await world.advance(by: .seconds(2))
      let scrolled = world.now
      await bob.scrollDown(revealing: 1)
      try await bob.expect(
        all: .that(\.bubblesInView.last?.id, of: .thread, is: messages[count - 1]),
        .that(\.unread, of: .thread, is: 10 - count), within: .zero)
      try await alice.expect(
        all: .statuses(of: Array(messages[..<count]), are: .read),
        .statuses(of: Array(messages[count...]), are: .delivered), within: .seconds(1),
        measuredAs: .receipt, since: scrolled)
    }
    // The window is at the newest message again and follows what arrives.
    let next = try await alice.send("next", in: chat)
    try await bob.expect(
      all: .that(\.offersNewest, of: .thread, is: false), .present(.bubble(next)))
    try await alice.expect(\.status, of: .bubble(next), is: .read)
  }

  static let downBeyondTheNewest = Scenario(
    "B scrolls down by more than there is: the newest message is the last, and of what comes meanwhile nothing is skipped",
    covers: "FG-05", "FG-06", tags: .receipts, pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 10 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...15 { _ = try await alice.send("\(number)", in: chat) }
    try await bob.expect(\.unread, of: .conversation(chat), is: 15)
    await bob.open(chat)
    await bob.scroll(revealing: 4)
    try await bob.expect(\.unread, of: .thread, is: 1)
    let below = try await alice.send("below", in: chat)
    try await alice.expect(\.status, of: .bubble(below), is: .delivered)
    // Five are below the window.
    await bob.scrollDown(revealing: 4)
    try await bob.expect(
      all: .that(\.offersNewest, of: .thread, is: true), .absent(.bubble(below)),
      .that(\.unread, of: .thread, is: 2), within: .zero)
    try await alice.expect(\.status, of: .bubble(below), is: .delivered, for: .seconds(10))
    await bob.scrollDown(revealing: 100)
    try await bob.expect(
      all: .that(\.offersNewest, of: .thread, is: false), .present(.bubble(below)),
      .that(\.unread, of: .thread, is: 1), within: .zero)
    for number in 1...3 {
      let message = try await alice.send("message \(number)", in: chat)
      try await alice.expect(\.status, of: .bubble(message), is: .read)
    }
    try await bob.expect(\.unread, of: .thread, is: 1, within: .zero)
  }

  static let calledByNoID = Scenario(
    "A begins chats in a tunnel with people of whom her phone has not heard: they are unknown users in lists, lines and by VoiceOver, and behind it have names",
    covers: "SY-01", tags: .groups, .offline, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await hanna.setAirplaneMode(true)
    let pair = try await alice.startConversation(withUsers: [bob.userID], isGroup: false)
    try await alice.expect(
      all: .that(\.title, of: .thread, is: "Unknown User"), .present(.spoken("Unknown User")),
      within: .seconds(1))
    let group = try await alice.startConversation(
      withUsers: [bob.userID, carol.userID], isGroup: true)
    _ = try await hanna.startConversation(withUsers: [carol.userID], isGroup: false)
    await alice.openInfo(of: group)
    try await alice.expect(
      \.names, of: .groupInfo, is: ["You", "Unknown User", "Unknown User"], within: .seconds(1))
    await alice.closeSheet()
    await alice.close()
    try await alice.expect(
      all: .that(\.title, of: .conversation(pair), is: "Unknown User"),
      .that(\.title, of: .conversation(group), is: "2 unknown users"),
      .present(.spoken("2 unknown users")), within: .seconds(1))
    try await hanna.expect(\.title, of: .thread, is: "Unbekannter Benutzer", within: .seconds(1))

    await alice.setAirplaneMode(false)
    await hanna.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.title, of: .conversation(pair), is: "Bob"),
      .that(\.title, of: .conversation(group), is: "Bob, Carol"), within: .minutes(1))
    try await hanna.expect(\.title, of: .thread, is: "Carol", within: .minutes(1))
  }

  static let pinRefusedInAPair = Scenario(
    "The backend refuses what A pins in a chat of two: she reads that the conversation could not be changed, and pins it again",
    covers: "PM-12", tags: .fault
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let plan = try await alice.send("we meet at nine", in: chat)
    try await alice.expect(\.status, of: .bubble(plan), is: .delivered)
    await bob.open(chat)
    try await world.untilQuiet()
    world.refuseNext(WriteKind(below: "conversations"), by: alice)
    await alice.pin(plan)
    try await alice.expect(
      all: .that(\.alert, is: "The conversation could not be changed"),
      .that(\.pinnedTexts, of: .thread, is: []))
    await alice.answerAlert()
    try await bob.expect(\.pinnedTexts, of: .thread, is: [], for: .seconds(10))
    await alice.pin(plan)
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.pinnedTexts, of: .thread, is: ["we meet at nine"]), .absent(.alert))
    }
  }
}
