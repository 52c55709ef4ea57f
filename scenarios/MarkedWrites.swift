import Chat
import Rehearsal

// The marks by which the backend accepts a write once (C-17): over deaths and installations, on several phones, and forged.

extension Scenarios {
  static let clearedTwice = Scenario(
    "B swipes a notification away and hears no answer, and the next one on his tablet: the later one counts although his phone says the other again",
    covers: "PM-08", tags: .push, .groups, .multiDevice, .fault, probes: [.resendRefused],
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    try await world.untilQuiet()
    for phone in [bob, tablet] { try await phone.enterBackground() }
    _ = try await alice.send("first", in: group)
    for phone in [bob, tablet] { try await phone.expectNotifications(\.bodies, is: ["first"]) }
    world.loseNextAcknowledgement(to: bob, of: WriteKind(below: "private"), then: .halfOpen)
    try await bob.clearNotifications()
    try await tablet.expectNotifications(\.bodies, is: [])
    let second = try await alice.send("second", in: group)
    try await tablet.expectNotifications(\.count, is: 1)
    try await tablet.clearNotifications()
    try await world.advance(by: .seconds(5))
    try await bob.enterForeground()
    await bob.setAirplaneMode(true)
    await bob.setAirplaneMode(false)
    try await world.untilQuiet()
    try await bob.expectNotifications(\.bodies, is: [])
    let cleared = await world.backend.read(Path(unchecked: "private/bob/cleared/\(group)"))
    try world.require(
      cleared, is: Node(.string(second.text)), "the message that was swiped away last")
  }

  static let namedAgainAndAgain = Scenario(
    "A names a group, her app dies unanswered and she names it otherwise, and once more with the app installed anew: each name counts once",
    covers: "GI-03", "GI-07", tags: .groups, .sheets, .restart, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.rename(group, to: "Hiking")
    try await bob.expect(\.title, of: .groupInfo, is: "Hiking")
    try await alice.kill()
    try await world.expect(1, .refusals, by: alice) {
      try await alice.relaunch()
      try await world.untilQuiet()
    }
    for name in ["Climbing", "Skiing", "Sailing"] {
      await alice.open(group)
      await alice.openInfo(of: group)
      await alice.rename(group, to: name)
      try await bob.expect(\.title, of: .groupInfo, is: name)
      try await alice.expect(
        all: .that(\.title, of: .groupInfo, is: name), .absent(.alert), for: .seconds(5))
      try await world.untilQuiet()
      if name == "Climbing" {
        try await alice.kill()
      } else {
        try await alice.reinstall()
      }
      try await alice.relaunch()
      try await alice.expect(\.title, of: .conversation(group), is: name, within: .seconds(10))
      try await world.untilQuiet()
    }
  }

  static let namedAndDescribed = Scenario(
    "A names a group, hears no answer, and describes it: as her phone says both again neither has failed",
    covers: "GI-03", "PM-11", tags: .groups, .sheets, .fault,
    pinned: .duplicates, .policies, .timings, .links, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob, group) = try await world.groupOfTwoAdmins()
    world.loseNextAcknowledgement(to: alice, of: conversations, then: .halfOpen)
    await alice.rename(group, to: "Hiking")
    try await bob.expect(\.title, of: .groupInfo, is: "Hiking")
    await alice.describe(group, as: "On Sundays")
    try await bob.expect(\.description, of: .groupInfo, is: "On Sundays")
    try await world.expect(2, .refusals, by: alice) {
      await alice.setAirplaneMode(true)
      await alice.setAirplaneMode(false)
      try await world.untilQuiet()
    }
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.title, of: .groupInfo, is: "Hiking"),
        .that(\.description, of: .groupInfo, is: "On Sundays"), .absent(.alert),
        for: .seconds(30), within: .seconds(5))
    }
  }

  static let forgedMarks = Scenario(
    "A program says what must be said once without a mark, with an old one or with another's, and nothing is changed; nobody takes a mark back",
    covers: "GI-04", "GI-05", "PM-08", "PM-09", "PM-10", "PM-11", "PM-12", "PM-16", tags: .rules,
    .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await world.openAccount(of: "carol", named: "Carol")
    let hello = try await alice.send("hello", in: group)
    try await alice.expect(all: .that(\.status, of: .bubble(hello), isNot: .sending))
    let place = "conversations/\(group)"
    for (deed, change) in [
      ("describe it", ["\(place)/description": "ours"]),
      ("show a photo", ["\(place)/photo": Node(.string("/groups/\(group)/alice/p1"))]),
      ("have only admins write", ["\(place)/adminsOnly": true]),
      ("trust Bob", ["\(place)/moderators/bob": true]),
      ("crown Bob", ["\(place)/admins/bob": true]),
      ("pin", ["\(place)/pins/\(hello)": ["by": "alice", "at": now]]),
      (
        "invite Carol",
        ["\(place)/invited/carol": "alice", "private/carol/invitations/\(group)": "alice"]
      ),
      ("swipe away", ["private/alice/cleared/\(group)": Node(.string(hello.text))]),
    ] as [(String, [Path: Node])] {
      try await world.refuses("alice", "\(deed) without a mark", change, isMarked: false)
      try await world.accepts("alice", deed, change)
    }
    let name: [Path: Node] = ["\(place)/name": "Ours"]
    func mark(_ number: Node, of user: String = "alice", id: Node = "p/1") -> [Path: Node] {
      [
        "private/\(user)/marks/p": number,
        "private/\(user)/lastMark": ["place": "p", "id": id],
      ]
    }
    try await world.refuses("alice", "name it without a mark", name, isMarked: false)
    for (deed, wrong) in [
      ("of Bob's", mark(1, of: "bob")), ("of nothing", mark(.empty)), ("of a word", mark("1")),
      ("of no name", mark(1, id: .empty)),
    ] {
      try await world.refuses(
        "alice", "name it with a mark \(deed)", name.merging(wrong) { $1 }, isMarked: false)
    }
    try await world.accepts("alice", "name it with a mark", name.merging(mark(5)) { $1 })
    for (number, deed) in [(5, "the same"), (4, "an earlier"), (.empty, "no")] as [(Node, String)] {
      try await world.refuses(
        "alice", "name it with \(deed) mark", name.merging(mark(number, id: "p/6")) { $1 })
    }
    try await world.refuses("alice", "take her marks back", ["private/alice/marks": .empty])
    try await world.shows("private/alice/marks", only: ["alice"], of: ["alice", "bob", nil])
    try await world.accepts(
      "alice", "name it with the next mark", name.merging(mark(6, id: "p/6")) { $1 })
  }
}

private let now = Node(.timestamp)
private let conversations = WriteKind(below: "conversations")
