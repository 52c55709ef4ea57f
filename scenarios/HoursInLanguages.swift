import Chat
import Rehearsal

// More of what phones in other languages say: hours and days, and what their own users have done.

extension Scenarios {
  static let hoursInLanguages = Scenario(
    "Bob reads what Hanna, Piotr and Layla wrote: after two and five hours and two days each of their sheets says so as their language does",
    covers: "SH-19", tags: .receipts, .groups, .sheets, .languages,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .lte)
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    let piotr = try await world.phone("Piotr", on: .lte, locale: .polish)
    let layla = try await world.phone("Layla", on: .lte, locale: .arabic)
    let group = try await hanna.startConversation(with: bob, piotr, layla, isGroup: true)
    for phone in [hanna, piotr, layla] { await phone.open(group) }
    var messages: [MessageID] = []
    for phone in [hanna, piotr, layla] { messages.append(try await phone.send("hi", in: group)) }
    try await bob.expect(\.unread, of: .conversation(group), is: 3)
    let start = world.now
    await bob.open(group)
    try await world.untilQuiet()
    let sheets: [(phone: ChatPhone, words: [String])] = [
      (hanna, ["vor 2 Stunden", "vor 5 Stunden", "vor 2 Tagen"]),
      (piotr, ["2 godziny temu", "5 godzin temu", "2 dni temu"]),
      (layla, ["قبل ساعتين", "قبل ٥ ساعات", "قبل يومين"]),
    ]
    for ((phone, _), message) in zip(sheets, messages) {
      await phone.openReceipts(of: message)
      // The sheet stays open without a network.
      await phone.setAirplaneMode(true)
    }
    try await bob.enterBackground()
    for (index, age) in [Duration.hours(2), .hours(5), .days(2)].enumerated() {
      // A minute later, so that all were read so long ago.
      try await world.advance(by: age + .minutes(1) - start.duration(to: world.now))
      for (phone, words) in sheets {
        let word = words[index]
        try await phone.expect(
          all: .that("the last reader's time", of: .receiptSheet, is: word) {
            $0.read.times.last ?? ""
          }, within: .seconds(5))
      }
    }
  }

  static let ownDeedsInGerman = Scenario(
    "Hanna begins a group on her German phone, and says yes to Alice's: each thread says so to her, and of her to Alice",
    covers: "SY-09", "PM-09", tags: .groups, .members, .languages,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.announcesCreation = true }
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    let alice = try await world.phone("Alice", on: .lte)
    await world.openAccount(of: "dave", named: "Dave")
    let own = try await hanna.startConversation(with: alice, isGroup: true)
    try await hanna.expect(\.texts, of: .thread, is: ["Du hast die Gruppe erstellt"])
    try await alice.expect(\.preview, of: .conversation(own), is: "Hanna created the group")
    await hanna.close()
    let other = try await alice.startConversation(with: [], and: ["dave"], isGroup: true)
    await alice.openInfo(of: other)
    await alice.invite(hanna.userID, to: other)
    try await hanna.expect(\.invitations.count, is: 1)
    await hanna.accept(other)
    try await hanna.expect(\.preview, of: .conversation(other), is: "Du bist beigetreten")
    await alice.closeSheet()
    try await alice.expect(
      \.texts, of: .thread, is: ["You created the group", "Hanna joined"])
  }
}
