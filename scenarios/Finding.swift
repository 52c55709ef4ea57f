import Chat
import Rehearsal

// How conversations are found in a long list: by their names, and by the tags that a user gives them (PM).

extension Scenarios {
  static let foundByName = Scenario(
    "B finds groups by a part of their names, in capitals or not, also by a new name and offline; the others stay away",
    covers: "PM-13", tags: .groups, .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let hiking = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: hiking)
    await alice.rename(hiking, to: "Hiking Ünion")
    await alice.closeSheet()
    let work = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: work)
    await alice.rename(work, to: "Work")
    let pair = try await alice.startConversation(with: bob)
    let word = try await alice.send("hiking?", in: pair)
    // Which of the groups comes first is open.
    try await bob.expect(
      all: .that(\.listedConversations.first?.title, is: "Alice"),
      .that("sorted titles of the list", is: ["Alice", "Hiking Ünion", "Work"]) {
        $0.listedConversations.map(\.title).sorted()
      }, within: .seconds(10))
    try await alice.expect(\.status, of: .bubble(word), is: .delivered)
    for words in ["hik", "HIKING", "ünion", "g Ü"] {
      await bob.search(words)
      try await bob.expect(
        all: .that("listed conversations", is: [hiking]) { $0.listedConversations.map(\.id) })
    }
    await bob.search("k")
    try await bob.expect(
      all: .that("listed conversations", is: [hiking, work]) {
        Set($0.listedConversations.map(\.id))
      })
    await bob.search("nothing of the kind")
    // What is not shown is counted all the same.
    try await bob.expect(all: .that(\.listedConversations.count, is: 0), .that(\.badge, is: 1))
    await bob.search("climb")
    await alice.close()
    await alice.open(hiking)
    await alice.openInfo(of: hiking)
    await alice.rename(hiking, to: "Climbing")
    try await bob.expect(
      all: .that("listed titles", is: ["Climbing"]) { $0.listedConversations.map(\.title) })
    await bob.setAirplaneMode(true)
    await bob.open(hiking)
    // The thread covers the list with its field.
    try await bob.expect(
      all: .that(\.search, is: nil), .absent(.conversation(hiking)),
      .that(\.title, of: .thread, is: "Climbing"), within: .zero)
    await bob.close()
    try await bob.expect(
      all: .that("listed titles", is: ["Climbing"]) { $0.listedConversations.map(\.title) })
    await bob.search("")
    try await bob.expect(all: .that(\.listedConversations.count, is: 3), .that(\.search, is: nil))
  }

  static let taggedGroups = Scenario(
    "B sorts groups by tags of his own: all his phones show them, also those that were offline, and nobody else's",
    covers: "PM-14", tags: .groups, .multiDevice, .offline, .restart
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    let pair = try await alice.startConversation(with: bob, tablet)
    await alice.close()
    for phone in [bob, tablet] {
      try await phone.expect(\.conversations.count, is: 2)
    }
    await tablet.setAirplaneMode(true)
    await bob.tag(group, as: "Work")
    await bob.tag(pair, as: "family")
    try await bob.expect(
      all: .that(\.tag, of: .conversation(group), is: "#Work"),
      .that(\.tag, of: .conversation(pair), is: "#family"))
    await bob.search("#work")
    try await bob.expect(
      all: .that("listed conversations", is: [group]) { $0.listedConversations.map(\.id) })
    await bob.search("#wor")
    try await bob.expect(\.listedConversations.count, is: 0)
    try await bob.kill()
    try await bob.relaunch()
    try await bob.expect(\.tag, of: .conversation(group), is: "#Work")
    await tablet.setAirplaneMode(false)
    try await tablet.expect(
      \.tag, of: .conversation(group), is: "#Work", within: .minutes(1))
    // Of two phones the last word counts, and a tag is taken off.
    await tablet.tag(group, as: "home")
    for phone in [bob, tablet] {
      try await phone.expect(\.tag, of: .conversation(group), is: "#home", within: .seconds(10))
    }
    await bob.tag(pair, as: String(repeating: "y", count: 33))
    for phone in [bob, tablet] {
      try await phone.expect(
        \.tag, of: .conversation(pair), is: "#\(String(repeating: "y", count: 32))",
        within: .seconds(10))
    }
    await bob.tag(pair, as: " ")
    for phone in [bob, tablet] {
      try await phone.expect(\.tag, of: .conversation(pair), is: nil, within: .seconds(10))
    }
    try await alice.expect(
      all: .that("tags", is: []) { $0.conversations.compactMap(\.tag) }, for: .seconds(10))
    func turn(_ tag: String) -> [Path: Node] {
      ["private/bob/settings/\(group)/tag/t1": ["to": .init(.string(tag)), "at": now]]
    }
    try await world.refuses("alice", "tag Bob's group", turn("#hers"))
    for tag in ["home", "#", "#\(String(repeating: "x", count: 33))"] {
      try await world.refuses("bob", "tag with \(tag.count) characters", turn(tag))
    }
    for (topic, word) in [("mute", "#home"), ("archive", "#home"), ("tag", "on"), ("pin", "#home")]
    {
      try await world.refuses(
        "bob", "say \(word) of \(topic)",
        [
          Path(unchecked: "private/bob/settings/\(group)/\(topic)/t1"): [
            "to": .init(.string(word)), "at": now,
          ]
        ])
    }
    try await world.accepts("bob", "tag", turn("#\(String(repeating: "x", count: 32))"))
  }

  static let taggedInATunnel = Scenario(
    "B changes his mind about a tag in a tunnel, and his tablet says another: the last word of his phone is shown at once, and counts as it comes last",
    covers: "PM-14", tags: .groups, .multiDevice, .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    await alice.close()
    try await world.untilQuiet()
    await bob.setAirplaneMode(true)
    for tag in ["work", "club"] {
      await bob.tag(group, as: tag)
      try await bob.expect(
        \.tag, of: .conversation(group), is: "#\(tag)", for: .seconds(10), within: .zero)
    }
    await tablet.tag(group, as: "home")
    try await world.untilQuiet()
    try await tablet.expect(\.tag, of: .conversation(group), is: "#home", within: .zero)
    await bob.setAirplaneMode(false)
    for phone in [bob, tablet] {
      try await phone.expect(
        \.tag, of: .conversation(group), is: "#club", for: .seconds(10), within: .minutes(1))
    }
  }
}

private let now = Node(.timestamp)
