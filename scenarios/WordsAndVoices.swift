import Chat
import Rehearsal

// What phones in other languages say of removals, invitations, times and photos, and what VoiceOver says of marks and controls.

extension Scenarios {
  static let removalsInLanguages = Scenario(
    "Hanna removes two members and then one, and invites Piotr: a German, an Arabic and a Polish phone say so, each in its language",
    covers: "SY-03", "PM-09", tags: .groups, .members, .languages,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    let piotr = try await world.phone("Piotr", on: .lte, locale: .polish)
    let layla = try await world.phone("Layla", on: .lte, locale: .arabic)
    for name in ["Ada", "Ben", "Cid"] {
      await world.openAccount(of: UserID(name.lowercased()), named: name)
    }
    let group = try await hanna.startConversation(
      with: [layla], and: ["ada", "ben", "cid"], isGroup: true)
    await layla.open(group)
    await hanna.remove("ada", "ben", from: group)
    let (german, arabic) = ("Du hast 2 Teilnehmer entfernt", "أزال Hanna مشاركَين")
    for (phone, words) in [(hanna, german), (layla, arabic)] {
      try await phone.expect(\.texts, of: .thread, is: [words])
    }
    await hanna.remove("cid", from: group)
    for (phone, words) in [
      (hanna, [german, "Du hast Cid entfernt"]), (layla, [arabic, "أزال Hanna Cid"]),
    ] {
      try await phone.expect(\.texts, of: .thread, is: words)
    }
    await hanna.openInfo(of: group)
    await hanna.rename(group, to: "Wandern")
    await hanna.invite(piotr.userID, to: group)
    try await piotr.expect(
      all: .that(\.invitations.first?.text, is: "Hanna zaprasza cię do Wandern"),
      .that(\.invitations.first?.accept, is: "Zaakceptuj"),
      .that(\.invitations.first?.decline, is: "Odrzuć"))
  }

  static let arabicTimesAndPages = Scenario(
    "Layla taps a reader on her Arabic phone, and turns the photos of a message: the exact time and the numbers have her language's digits",
    covers: "SH-20", "PM-21", tags: .receipts, .groups, .sheets, .languages,
    pinned: .clocks, .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let layla = try await world.phone("Layla", on: .lte, locale: .arabic)
    let bob = try await world.phone("Bob", on: .lte)
    let group = try await layla.startConversation(with: bob, isGroup: true)
    await bob.open(group)
    let hello = try await layla.send("hello", in: group)
    try await layla.expect(\.receiptLabel, of: .bubble(hello), is: "قرأها ١ من ١")
    await layla.openReceipts(of: hello)
    await layla.tapRow(of: bob.userID)
    // The minutes and seconds are those of the run.
    try await layla.expect(
      all: .that("dates and hours", of: .receiptSheet, is: ["٢٠٢٦-٠١-٠٥ ١٢:"]) {
        $0.read.times.map { String($0.prefix(14)) }
      },
      .that("Western digits", of: .receiptSheet, is: "") { sheet in
        sheet.read.times.joined().filter { ("0"..."9").contains($0) }
      }, within: .seconds(1))
    await layla.closeSheet()
    let look = try await bob.send(
      "look", pictures: [Picture("sea"), Picture("hut")], in: group)
    try await layla.expect(\.pageLabel, of: .bubble(look), is: "١ من ٢")
    await layla.swipe(look, to: .next)
    try await layla.expect(\.pageLabel, of: .bubble(look), is: "٢ من ٢", within: .zero)
  }

  static let voiceOverForAdmins = Scenario(
    "VoiceOver tells an admin that only admins write, who is invited and how much somebody has written, and takes an invitation back and deletes a photo as others do",
    covers: "PM-09", "PM-10", "PM-18", "PM-19", tags: .groups, .members, .sheets,
    pinned: .clocks, .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, isGroup: true)
    let look = try await bob.send("look", picture: Picture("hut"), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    await alice.openInfo(of: group)
    await alice.letOnlyAdminsWrite(true, in: group)
    await alice.invite("dave", to: group)
    try await alice.expect(
      all: .that(\.value, of: .spoken("Only admins can send messages"), is: "on"),
      .that(\.value, of: .spoken("Dave"), is: "Invited"),
      .that(\.actions, of: .spoken("Dave"), is: ["Withdraw"]))
    await alice.openMedia(of: group)
    try await alice.expect(\.actions, of: .spoken("Photo, Bob"), is: ["Delete media"])
    await alice.closeSheet()
    await alice.openInfo(of: group)
    await alice.openStatistics(of: group)
    try await alice.expect(\.value, of: .spoken("Bob"), is: "1")
  }

  static let voiceOverOnMarks = Scenario(
    "VoiceOver says that a chat is muted, and on Message Info that a message was delivered, by words in place of signs",
    covers: "PM-03", "SH-21", tags: .receipts, .sheets,
    pinned: .clocks, .links, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.openReceipts(of: hello, by: .tapOnStatus)
    try await alice.expect(
      all: .that(\.delivered, of: .messageInfo, is: "✓"),
      .that(\.value, of: .spoken("Delivered"), is: "Yes"),
      .that(\.value, of: .spoken("Read"), is: "Not yet"))
    await alice.closeSheet()
    await alice.mute(chat, for: .forever)
    await alice.close()
    try await alice.expect(\.label, of: .spoken("Bob"), is: "Bob, hello, muted")
    await alice.unmute(chat)
    try await alice.expect(\.label, of: .spoken("Bob"), is: "Bob, hello")
  }

  static let voiceOverOnPhotosToSend = Scenario(
    "VoiceOver turns the photos of a message by a swipe, and reads over the composer that the phone is almost full",
    covers: "PM-21", "AS-18", pinned: .clocks, .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    let walk = try await alice.send(
      "walk", pictures: [Picture("sea"), Picture("hut")], in: chat)
    try await alice.expect(
      all: .that("progress", of: .bubble(walk), is: []) { $0.photos.compactMap(\.progress) },
      .that(\.traits, of: .spoken("You: walk"), is: [.image, .button, .adjustable]),
      .that(\.value, of: .spoken("You: walk"), is: "1 of 2"), within: .minutes(1))
    let one = try await alice.send("one", picture: Picture("peak"), in: chat)
    try await alice.expect(
      all: .that("progress", of: .bubble(one), is: []) { $0.photos.compactMap(\.progress) },
      .that(\.traits, of: .spoken("You: one"), is: [.image, .button]), within: .minutes(1))
    // There has to be room for what is sent, and 50 MB more.
    await alice.setFreeSpace(50_500_000)
    await alice.choose(Picture("view", byteCount: 1_200_000))
    let words = "Storage is almost full: 50.5 MB left, and sending this needs 1.2 MB"
    try await alice.expect(
      all: .that(\.storageWarning, of: .thread, is: words), .present(.spoken(words)),
      within: .zero)
  }

  static let voiceOverOnWhatIsBelow = Scenario(
    "VoiceOver says at the arrow how many messages are unread below, and counts those that come together as the network is back",
    covers: "UN-01", "FG-05", tags: .offline,
    pinned: .links, .clocks, .policies, .traffic, .duplicates
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    for number in 1...25 { _ = try await bob.send("\(number)", in: chat) }
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "25")
    await alice.setVoiceOver(true)
    await alice.scroll(revealing: 5)
    for text in ["one", "two", "three"] { _ = try await bob.send(text, in: chat) }
    try await alice.expect(\.value, of: .spoken("Newest message"), is: "3 unread")
    // What the window does not hold is not announced.
    try await alice.expectSpoken(\.announcements, is: [], for: .seconds(5))
    await alice.scrollToNewest()
    try await alice.expect(
      all: .absent(.spoken("Newest message")), .that(\.unread, of: .thread, is: 0))
    try await world.untilQuiet()
    await alice.setVoiceOver(false)
    await alice.setVoiceOver(true)
    await alice.setAirplaneMode(true)
    for text in ["four", "five", "six"] { _ = try await bob.send(text, in: chat) }
    try await world.advance(by: .seconds(10))
    await alice.setAirplaneMode(false)
    try await alice.expectSpoken(\.announcements, is: ["3 new messages"], within: .minutes(1))
    try await alice.expect(\.bubbles.last?.text, of: .thread, is: "six", within: .zero)
    try await alice.expectSpoken(\.announcements, is: ["3 new messages"], for: .seconds(30))
  }
}
