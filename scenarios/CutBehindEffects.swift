import Chat
import Rehearsal

// Server functions that are cut off behind one of their effects: shades that are cleared, and files of which there is one.

extension Scenarios {
  static let cutBetweenShades = ShadeClearing.allCases.map {
    cutBetweenShades($0).named($0.rawValue)
  }

  /// What takes a notification away.
  private enum ShadeClearing: String, CaseIterable {
    case read, privately, dismissed, deleted

    /// The function that tells of it.
    var function: String {
      switch self {
      case .read: "clearRead"
      case .privately: "clearReadPrivately"
      case .dismissed: "clearDismissed"
      case .deleted: "clearDeleted"
      }
    }
  }

  private static func cutBetweenShades(_ clearing: ShadeClearing) -> Scenario {
    Scenario(
      "\(clearing.function) is cut off behind the first of B's three phones: the notification goes from all of them",
      covers: clearing == .deleted ? "RG-01" : "PM-08", tags: .push, .multiDevice, .fault,
      pinned: .duplicates, .policies, .timings, .links
    ) { (world: ChatWorld) in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
      let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
      let old = try await world.phone("Bob's old iPad", user: "bob", on: .wifi)
      let chat = try await alice.startConversation(with: bob, tablet, old)
      if clearing == .privately { await bob.shareReceipts(false) }
      for phone in [bob, tablet, old] { try await phone.enterBackground() }
      try await world.advance(by: .minutes(2))
      let hello = try await alice.send("hello", in: chat)
      for phone in [bob, tablet, old] {
        try await phone.expectNotifications(\.bodies, is: ["hello"], within: .minutes(1))
      }
      try await world.untilQuiet()
      try world.require(
        await world.pushTokens(of: bob.userID).count, is: 3, "the number of Bob's push tokens")
      try await world.cut(clearing.function) {
        switch clearing {
        case .read, .privately: try await bob.tapNotification { $0.body == "hello" }
        case .dismissed: try await bob.clearNotifications()
        case .deleted: await alice.delete(hello)
        }
      }
      for phone in [bob, tablet, old] {
        try await phone.expectNotifications(\.bodies, is: [], within: .minutes(15))
      }
    }
  }

  static let cutBehindTheOnlyFile = Scenario(
    "The functions that remove a stray picture, a stray photo and a replaced photo are cut off behind that, and run again: all else stays",
    covers: "GI-05", "AS-19", tags: .groups, .sheets, .fault,
    pinned: .links, .clocks, .policies, .traffic, .timings, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let (view, hut, peak) = (Picture("view"), Picture("hut"), Picture("peak"))
    let look = try await alice.send("look", picture: view, in: group)
    await bob.open(group)
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content)
    for phone in [alice, bob] {
      await phone.open(group)
      await phone.openInfo(of: group)
    }
    await alice.setPhoto(hut, of: group)
    try await bob.expect(\.picture, of: .groupInfo, is: hut.content, within: .minutes(1))
    try await world.untilQuiet()
    let storage = world.backend.storage
    let before = await storage.paths
    try world.require(before.count, is: 2, "the number of files in storage")
    for (function, folder) in [
      ("removeStrayMedia", "pictures/\(group)/bob/\(look)"),
      ("removeStrayPhoto", "groups/\(group)/bob"),
    ] {
      try await world.cut(function) {
        let isTaken = await storage.takes(
          Picture("stray").content, at: Path(unchecked: "\(folder)/1"), from: "bob")
        try world.require(isTaken, "the rules of storage to take what is stored in \(folder)")
      }
      try await world.advance(by: .minutes(15))
      let left = await storage.paths
      try world.require(left, is: before, "the files in storage")
    }
    try await world.cut("removePhoto") { await alice.setPhoto(peak, of: group) }
    try await world.advance(by: .minutes(15))
    try world.require(await storage.paths.count, is: 2, "the number of files in storage")
    for phone in [alice, bob] {
      try await phone.expect(\.picture, of: .groupInfo, is: peak.content, within: .zero)
    }
    try await world.expectPictures(1)
  }
}
