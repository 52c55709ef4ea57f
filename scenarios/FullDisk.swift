import Chat
import Rehearsal

extension Scenarios {
  private static let full = "The phone's storage is full. Nothing new is kept until there is room"

  static let fullDisk = Scenario(
    "B's storage is full when a message comes: B is told, nothing is told to be delivered that could be lost, and all is there once there is room",
    covers: "DS-04", "RG-01", tags: .receipts, .fault, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    try await world.advance(by: .seconds(5))
    await bob.setVoiceOver(true)
    await bob.fillDisk()
    let second = try await alice.send("second", in: chat)
    try await bob.expect(\.alert, is: full)
    try await bob.expectSpoken(\.announcements, is: [full])
    await bob.setVoiceOver(false)
    let third = try await alice.send("third", in: chat)
    try await bob.expect(\.ids, of: .thread, is: [first], for: .minutes(1))
    try await alice.expect(\.status, of: .bubble(second), is: .sent)
    await bob.answerAlert()
    try await bob.expect(\.alert, is: full, for: .seconds(2))
    await bob.freeDisk()
    let freed = world.now
    await bob.answerAlert()
    try await bob.expect(
      all: .absent(.alert), .that(\.ids, of: .thread, is: [first, second, third]),
      within: .milliseconds(100), since: freed)
    try await alice.expect(
      \.status, of: .bubble(second), is: .read, within: .seconds(1), since: freed)
    // What was kept late is kept once, and not over what comes after.
    await alice.open(chat)
    await alice.edit(second, to: "second thoughts")
    try await bob.expect(\.text, of: .bubble(second), is: "second thoughts")
    let fourth = try await alice.send("fourth", in: chat)
    try await bob.expect(\.text, of: .bubble(fourth), is: "fourth")
    await bob.setAirplaneMode(true)
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(chat)
    try await bob.expect(\.texts, of: .thread, is: ["first", "second thoughts", "third", "fourth"])
  }

  static let fullDiskUnattended = Scenario(
    "B's storage is full for a while, and B leaves the phone alone: within seconds of there being room again all is there",
    covers: "DS-04", tags: .receipts, .fault, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.fillDisk(for: .seconds(121))
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.alert, is: full)
    try await world.advance(by: .seconds(121))
    // It is tried every five seconds.
    try await bob.expect(all: .that(\.alert, is: nil), .that(\.badge, is: 1), within: .seconds(5))
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
  }

  static let fullDiskBanner = Scenario(
    "B's storage is full as a banner is tapped: the thread stays on the screen, and what comes in it makes no banner",
    covers: "FG-07", tags: .fault, .push, pinned: .policies, .links, .timings, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    let first = try await alice.send("first", in: chat)
    await bob.open(chat)
    try await bob.expect(all: .present(.bubble(first)))
    await bob.fillDisk()
    _ = try await alice.send("second", in: chat)
    try await bob.expect(\.alert, is: full)
    _ = try await carol.send("hi", in: other)
    try await bob.expectNotifications(all: .that(\.bodies, is: ["hi"]), .that(\.bannerCount, is: 1))
    try await bob.tapNotification()
    _ = try await alice.send("third", in: chat)
    try await bob.expectNotifications(\.bannerCount, is: 1, for: .minutes(1))
    try await bob.expect(
      all: .that(\.alert, is: full), .that(\.id, of: .thread, is: chat), within: .zero)
    await bob.freeDisk()
    try await bob.expect(
      all: .absent(.alert), .that(\.id, of: .thread, is: other), within: .seconds(10))
  }

  static let fullDiskUnseen = Scenario(
    "B's storage is full for what no screen shows: the word about it goes within seconds of there being room, and nothing waits for it",
    covers: "RR-01", tags: .fault, pinned: .policies, .links, .timings, .duplicates, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let first = try await alice.send("first", in: chat)
    try await bob.expect(all: .present(.bubble(first)))
    // That the backend has the receipt is kept, and changes nothing on the screen.
    await bob.fillDisk()
    try await bob.expect(\.alert, is: full, within: .seconds(2))
    try await world.untilQuiet()
    try await bob.expect(\.alert, is: full, within: .zero)
    await bob.freeDisk()
    try await bob.expect(\.alert, is: nil, within: .milliseconds(5_100))
    try await alice.expect(\.status, of: .bubble(first), is: .read)
    // That the backend has an edit is kept, and is news for nothing at all.
    try await world.untilQuiet()
    await alice.edit(first, to: "the first")
    await alice.fillDisk()
    try await alice.expect(\.alert, is: full, within: .seconds(2))
    await alice.freeDisk()
    try await alice.expect(\.alert, is: nil, within: .milliseconds(5_100))
  }

  static let fullDiskOverPages = Scenario(
    "B's storage is full as he leaves a thread by one banner and comes back by another: once there is room, its photos begin with the first again",
    covers: "PM-21", tags: .fault, .push, pinned: .policies, .links, .timings, .duplicates, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.attachments = .carousel
      $0.usesPush = true
    }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    await bob.open(chat)
    for name in ["sea", "hut"] { await alice.choose(Picture(name)) }
    await alice.type("the walk")
    let walk = try world.require(await alice.submit(), "a message")
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(walk), is: Picture("sea").content),
      within: .minutes(1))
    await bob.swipe(walk, to: .next)
    try await bob.expect(\.pageLabel, of: .bubble(walk), is: "2 of 2", within: .zero)
    try await world.untilQuiet()
    try await bob.enterBackground()
    await bob.fillDisk()
    _ = try await alice.send("and back", in: chat)
    _ = try await carol.send("hi", in: other)
    try await bob.expectNotifications(\.count, is: 2)
    for word in ["hi", "and back"] { try await bob.tapNotification { $0.body == word } }
    try await bob.expect(\.alert, is: full)
    await bob.freeDisk()
    try await bob.expect(
      all: .absent(.alert), .that(\.id, of: .thread, is: chat),
      .that("last text", of: .thread, is: "and back") { $0.texts.last },
      .that(\.pageLabel, of: .bubble(walk), is: "1 of 2"),
      .that(\.photo?.content, of: .bubble(walk), is: Picture("sea").content), within: .seconds(10))
  }

  static let fullDiskOverAlert = Scenario(
    "A is told that the storage is full over another word: the answer is for that alone, and the other word waits",
    covers: "AS-16", tags: .fault, pinned: .policies, .links, .timings, .duplicates, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.choose(Picture("holiday", isCorrupt: true))
    let damaged = "The photo is damaged and cannot be sent"
    try await alice.expect(\.alert, is: damaged, within: .zero)
    await alice.fillDisk()
    _ = try await bob.send("hello", in: chat)
    try await alice.expect(\.alert, is: full, within: .seconds(2))
    await alice.answerAlert()
    try await alice.expect(\.alert, is: full, for: .seconds(2))
    await alice.freeDisk()
    try await alice.expect(\.alert, is: damaged, within: .milliseconds(5_100))
    await alice.answerAlert()
    try await alice.expect(\.alert, is: nil, within: .zero)
  }

  static let fullDiskAtFirst = Scenario(
    "The storage is full for the first thing that A's app keeps at a launch: what was there is shown as ever, as large as A has chosen",
    covers: "DS-04", tags: .fault, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    // Where it says that it is connected is what the app keeps first.
    world.setPolicies {
      $0.sharesPresence = true
      $0.persistsDatabase = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let old = try await alice.send("old", in: chat)
    try await alice.expect(\.status, of: .bubble(old), is: .delivered)
    try await alice.kill()
    await alice.fillDisk()
    await alice.setTextSize(.extraLarge)
    try await alice.relaunch()
    try await alice.expect(
      all: .that(\.alert, is: full),
      .that("previews", is: ["old"]) { $0.conversations.map(\.preview) },
      .that(\.traits.textSize, is: .extraLarge), for: .seconds(20), within: .seconds(1))
    await alice.freeDisk()
    try await alice.expect(\.alert, is: nil, within: .seconds(10))
  }

  static let fullDiskReading = Scenario(
    "B opens a conversation with the storage full, and the app dies: what B had seen was not told as read, and is read later",
    covers: "RR-01", "RR-10", tags: .receipts, .fault, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    try await world.advance(by: .seconds(5))
    await bob.fillDisk()
    await bob.open(chat)
    try await bob.expect(\.alert, is: full)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .minutes(1))
    try await bob.kill()
    await bob.freeDisk()
    try await bob.relaunch()
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(1))
  }

  static let fullDiskReturning = Scenario(
    "B comes back to a thread with the storage full, and goes on by a notification: what B sees until there is room is read, and no more",
    covers: "FG-03", "FG-08", tags: .receipts, .fault, .push,
    pinned: .policies, .links, .timings, .duplicates, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    await bob.open(chat)
    try await bob.cover(with: .controlCentre)
    let seen = try await alice.send("seen", in: chat)
    try await alice.expect(\.status, of: .bubble(seen), is: .delivered)
    let hi = try await carol.send("hi", in: other)
    try await bob.expectNotifications(\.count, is: 2)
    await bob.fillDisk()
    let unseen = try await alice.send("unseen", in: chat)
    try await alice.expect(\.status, of: .bubble(unseen), is: .sent)
    try await world.advance(by: .seconds(2))
    try await bob.tapNotification { $0.body == "hi" }
    try await bob.expect(
      all: .that(\.alert, is: full), .that(\.ids, of: .thread, is: [seen]), for: .minutes(1))
    try await alice.expect(\.status, of: .bubble(seen), is: .delivered)
    await bob.freeDisk()
    try await bob.expect(
      all: .absent(.alert), .that(\.ids, of: .thread, is: [hi]),
      .that(\.badge, is: 1), within: .seconds(10))
    try await alice.expect(\.status, of: .bubble(seen), is: .read, within: .seconds(1))
    try await alice.expect(\.status, of: .bubble(unseen), is: .delivered)
    try await world.untilQuiet()
    try await alice.expect(\.status, of: .bubble(unseen), is: .delivered, within: .zero)
  }

  static let failedCommit = Scenario(
    "The disk fails once as A sends: A is told, and the message is sent once, and goes out when A answers",
    covers: "RG-01", "UN-02", tags: .fault, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.open(chat)
    try await world.advance(by: .seconds(5))
    await alice.failCommit()
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(
      all: .that(\.alert, is: "Your changes could not be saved yet"),
      .that(\.bubbles.isEmpty, of: .thread, is: true), within: .milliseconds(100))
    try await bob.expect(\.unread, of: .conversation(chat), is: 0, for: .seconds(2))
    await alice.answerAlert()
    try await alice.expect(
      all: .absent(.alert), .that(\.ids, of: .thread, is: [hello]), within: .milliseconds(100))
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1, for: .minutes(1))
  }

  static let fullDiskAtLaunch = Scenario(
    "A's app is launched with the storage full: what was there is shown, and what came meanwhile once there is room",
    covers: "DS-04", "UN-02", tags: .fault, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let old = try await alice.send("old", in: chat)
    try await alice.expect(\.status, of: .bubble(old), is: .delivered)
    await bob.open(chat)
    try await alice.kill()
    let new = try await bob.send("new", in: chat)
    try await bob.expect(\.status, of: .bubble(new), is: .sent)
    await alice.fillDisk()
    await alice.setTextSize(.extraLarge)
    try await alice.relaunch()
    try await alice.expect(
      all: .that(\.alert, is: full),
      .that("previews", is: ["old"]) { $0.conversations.map(\.preview) },
      .that(\.traits.textSize, is: .extraLarge))
    await alice.freeDisk()
    try await alice.expect(
      all: .that(\.alert, is: nil), .that(\.unread, of: .conversation(chat), is: 1),
      within: .seconds(10))
    try await bob.expect(\.status, of: .bubble(new), is: .delivered)
  }

  static let fullDiskWithoutNews = Scenario(
    "A's app is launched with the storage full, and nothing has come: A is told of nothing, as there is nothing to keep",
    tags: .groups, .fault, .restart, pinned: .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.describe(group, as: "Hikes on Sundays")
    await bob.open(group)
    await bob.openInfo(of: group)
    try await bob.expect(\.description, of: .groupInfo, is: "Hikes on Sundays")
    try await world.untilQuiet()
    try await alice.kill()
    await alice.fillDisk()
    try await alice.relaunch()
    try await alice.expect(
      all: .that(\.alert, is: nil), .that(\.title, of: .conversation(group), is: "Bob"),
      for: .seconds(20), within: .seconds(1))
  }

  static let fullDiskBesideATypist = Scenario(
    "A types while B's storage is full: once there is room B sees it, and no longer than what A said last is worth",
    covers: "TY-06", tags: .fault, .typing, pinned: .policies, .links, .timings, .duplicates
  ) { (world: ChatWorld) in
    world.setPolicies { $0.showsTyping = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await alice.open(chat)
    await bob.open(chat)
    try await world.advance(by: .seconds(5))
    await bob.fillDisk(for: .seconds(1))
    _ = try await bob.send("wait", in: chat)
    try await bob.expect(\.alert, is: full, within: .seconds(1))
    let typed = world.now
    await alice.type("I am")
    try await world.advance(by: .milliseconds(500))
    await alice.setAirplaneMode(true)
    try await bob.expect(\.typingLine, of: .thread, is: "Alice is typing…", within: .seconds(6))
    try await bob.expect(\.typingLine, of: .thread, is: nil, within: .seconds(8), since: typed)
  }
}
