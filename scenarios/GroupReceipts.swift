import Chat

extension Scenarios {
  static let groupCount = Scenario(
    "In a group of three the first reader makes it “Read by 1 of 2”, the second “Read by 2 of 2”",
    covers: "GR-02", "GR-03", "GR-04", "GR-06", "GR-07", "GR-09", "GR-11", "GR-12",
    tags: .receipts, .groups
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    let hello = try await alice.send("hello", in: group)
    try await alice.expect { $0.bubble(hello).status == .delivered }
    try await alice.expect(for: .minutes(1)) {
      $0.bubble(hello).status == .delivered && $0.bubble(hello).receiptLabel == nil
    }

    await bob.open(group)
    try await alice.expect(within: .seconds(1), measuredAs: .receipt) {
      $0.bubble(hello).status == .read && $0.bubble(hello).receiptLabel == "Read by 1 of 2"
    }
    try await alice.expect(for: .minutes(1)) { $0.bubble(hello).receiptLabel == "Read by 1 of 2" }
    await carol.open(group)
    try await alice.expect(within: .seconds(1), measuredAs: .receipt) {
      $0.bubble(hello).receiptLabel == "Read by 2 of 2"
    }
    await alice.close()
    await alice.open(group)
    try await alice.expect(for: .minutes(1)) { $0.bubble(hello).receiptLabel == "Read by 2 of 2" }
    try await world.expectRead(hello, in: group, by: bob, carol)
  }

  static let addedLater = Scenario(
    "D is added to the group and never counts for what was said before",
    covers: "BC-09", "BC-10", tags: .receipts, .groups
  ) { (world: ChatWorld) in
    let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol", on: .lte)
    let dave = try await world.phone("Dave", on: .lte)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let before = try await alice.send("before", in: group)
    try await alice.expect { $0.bubble(before).status == .delivered }
    try await world.expectBatches(1, by: alice) {
      await alice.add(carol.userID, dave.userID, to: group)
      try await dave.expect { $0.conversation(group).unread != nil }
    }
    try await alice.expect { $0.thread?.bubbles.last?.text == "You added 2 participants" }
    let after = try await alice.send("after", in: group)
    await dave.open(group)
    try await dave.expect { screen in
      screen.thread?.bubbles.map(\.text) == ["alice added 2 participants", "after"]
    }
    await bob.open(group)
    try await alice.expect {
      $0.bubble(before).receiptLabel == "Read by 1 of 1"
        && $0.bubble(after).receiptLabel == "Read by 2 of 3"
    }
  }
}
