import Chat
import Rehearsal

// What a person hears who does not see the screen: the elements in the order of VoiceOver's focus, and announcements (AX).

extension Scenarios {
  static let voiceOverInAThread = Scenario(
    "VoiceOver goes through a thread, its composer and the viewer in the order of reading, and says nothing of what is covered",
    covers: "AX-01", "AX-02", pinned: .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 500_000)
    _ = try await alice.send("hello", in: chat)
    try await alice.expect(\.thread?.bubbles.last?.status, is: .read)
    let look = try await bob.send("look", picture: view, in: chat)
    let (back, title) = (
      AccessibilityElement("Back", .button),
      AccessibilityElement("Bob", [.header, .button], hint: "Double tap for photos and videos")
    )
    let bubbles = [
      AccessibilityElement(
        "You: hello, 12:00, Read", .staticText,
        actions: ["Edit", "Delete", "Read Receipts", "Pin"]),
      AccessibilityElement(
        "Bob: look, Photo, double tap to open full screen, 12:00", [.image, .button],
        actions: ["Pin"]),
    ]
    let plus = AccessibilityElement("Add photo", .button)
    let send = AccessibilityElement("Send", .button)
    try await alice.expect(
      \.accessibilityElements,
      is: [back, title] + bubbles + [
        plus, AccessibilityElement("Message", []),
        AccessibilityElement("Send", [.button, .notEnabled]),
      ])

    // What can be sent is read before the field, and Send is in use.
    await alice.choose(Picture("hut", byteCount: 1_200_000))
    await alice.type("nice")
    try await alice.expect(
      \.accessibilityElements,
      is: [back, title] + bubbles + [
        AccessibilityElement("Photo to send", value: "1.2 MB", .image),
        AccessibilityElement("Remove photo", .button), plus,
        AccessibilityElement("Message", value: "nice", []), send,
      ], within: .zero)

    // The viewer alone, with the focus on the picture.
    await alice.openPicture(of: look)
    await alice.zoom(to: 250)
    let picture = AccessibilityElement("Photo", value: "250 %", [.image, .supportsZoom])
    try await alice.expect(
      all: .that(
        \.accessibilityElements, is: [AccessibilityElement("Close", .button), picture]),
      .that(\.accessibilityFocus, is: picture), within: .zero)
    await alice.closeSheet()
    try await alice.expect(\.accessibilityFocus, is: back, within: .zero)

    // The system's prompt in front of the picker, and the picker in front of the thread.
    await bob.addPicture()
    try await bob.expect(
      \.accessibilityLabels,
      is: [
        "“Chat” would like access to your photos, to send those you choose", "Limit Access…",
        "Allow Full Access", "Don’t Allow",
      ])
    try await bob.answerPrompt(.deny)
    try await bob.expect(
      all: .that(
        \.accessibilityLabels,
        is: [
          "Photos", "Cancel", "Chat may not see your photos. You can allow it in Settings",
          "Open Settings",
        ]), .that(\.accessibilityFocus, is: AccessibilityElement("Photos", .header)))
    await bob.closeSheet()

    // An alert in front of all.
    let damaged = Picture("damaged", isCorrupt: true)
    await alice.perform(.send("no", pictures: [damaged], in: chat))
    try await alice.expect(
      \.accessibilityElements,
      is: [
        AccessibilityElement("The photo is damaged and cannot be sent", .staticText),
        AccessibilityElement("OK", .button),
      ], within: .zero)
  }

  static let voiceOverOnSheets = Scenario(
    "VoiceOver names rows, their states and what can be done there: on the list, receipts, information, the picker and a question",
    covers: "AX-01", tags: .groups, .sheets, .languages, pinned: .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let carol = try await world.phone("Carol", on: .lte, locale: .german)
    await world.openAccount(of: "dave", named: "Dave")
    let group = try await alice.startConversation(with: bob, carol, isGroup: true)
    await alice.openInfo(of: group)
    await alice.rename(group, to: "Hiking")
    await alice.closeSheet()
    try await carol.expect(\.title, of: .conversation(group), is: "Hiking")
    let hello = try await alice.send("hello", in: group)
    try await carol.expect(
      \.accessibilityElements,
      is: [
        AccessibilityElement("Unterhaltungen", .header),
        AccessibilityElement("Neue Unterhaltung", .button),
        AccessibilityElement(
          "Lesebestätigungen senden", value: "ein", [.button, .toggleButton]),
        AccessibilityElement("Suchen", .searchField),
        AccessibilityElement(
          "Hiking, hello, 1 ungelesen", .button,
          actions: [
            "Als gelesen markieren", "Stummschalten", "Archivieren", "Schlagwort ändern",
          ]),
      ])
    try await carol.enterBackground()
    await bob.open(group)
    try await alice.expect(
      \.accessibilityLabel, of: .bubble(hello), is: "You: hello, 12:00, Read, Read by 1 of 2")

    await alice.openReceipts(of: hello)
    let title = AccessibilityElement("Read Receipts", .header)
    let done = AccessibilityElement("Done", .button)
    try await alice.expect(
      all: .that(
        \.accessibilityElements,
        is: [
          title, done, AccessibilityElement("Read (1)", .header),
          AccessibilityElement(
            "Bob", value: "now", .button, hint: "Double tap for the exact time"),
          AccessibilityElement("Delivered (1)", .header),
          AccessibilityElement("Carol", .staticText),
        ]), .that(\.accessibilityFocus, is: title))
    await alice.closeSheet()

    await alice.openInfo(of: group)
    let controls = ["Change role", "Remove"]
    try await alice.expect(
      \.accessibilityElements,
      is: [
        AccessibilityElement("Hiking", .header), done,
        AccessibilityElement("Change name", .button),
        AccessibilityElement("Change photo", .button),
        AccessibilityElement("Change description", .button),
        AccessibilityElement(
          "Only admins can send messages", value: "off", [.button, .toggleButton]),
        AccessibilityElement("Invite", .button),
        AccessibilityElement("Participants (3)", .header),
        AccessibilityElement("Alice", value: "Admin", .staticText),
        AccessibilityElement("Bob", .staticText, actions: controls),
        AccessibilityElement("Carol", .staticText, actions: controls),
        AccessibilityElement("Add", .button), AccessibilityElement("Media", .button),
        AccessibilityElement("Statistics", .button), AccessibilityElement("Leave", .button),
      ])
    await alice.askRemoval(of: bob.userID, from: group)
    try await alice.expect(
      \.accessibilityLabels, is: ["Remove Bob from Hiking?", "Cancel", "Remove"], within: .zero)
    await alice.goBack()
    await alice.closeSheet()

    await alice.openPicker(in: group)
    func picker(_ isPicked: Bool) -> [AccessibilityElement] {
      [
        AccessibilityElement("Add Participants", .header), AccessibilityElement("Cancel", .button),
        AccessibilityElement("Add", isPicked ? .button : [.button, .notEnabled]),
        AccessibilityElement("Dave", isPicked ? [.button, .selected] : .button),
      ]
    }
    try await alice.expect(\.accessibilityElements, is: picker(false))
    await alice.tapRow(of: "dave")
    try await alice.expect(\.accessibilityElements, is: picker(true), within: .zero)
    await alice.closeSheet()

    // A name that the phone knows is the one that is said, and not the account's id.
    _ = try await bob.send("hi", in: group)
    try await alice.expect(all: .present(.spoken("Bob: hi, ")))
  }

  static let voiceOverAnnounces = Scenario(
    "VoiceOver tells A each new status and each message once, and nothing while the thread is covered, behind the screen or locked",
    covers: "AX-01", tags: .receipts, .offline, pinned: .links, .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.viewport = 2 }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await alice.setVoiceOver(true)
    await bob.setAirplaneMode(true)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expectSpoken(\.announcements, is: ["hello, Sent"])
    try await alice.expectSpoken(\.count, is: 1, for: .seconds(10))
    await bob.setAirplaneMode(false)
    try await alice.expectSpoken(\.announcements, is: ["hello, Sent", "hello, Delivered"])
    await bob.open(chat)
    try await alice.expectSpoken(
      \.announcements, is: ["hello, Sent", "hello, Delivered", "hello, Read"])
    _ = try await bob.send("hi", in: chat)
    try await alice.expectSpoken(\.last, is: "Bob: hi")
    try await alice.expectSpoken(\.count, is: 4, for: .minutes(1))

    // What arrives under a sheet is not told, nor when the sheet is gone.
    await alice.openReceipts(of: hello)
    let below = try await bob.send("below", in: chat)
    try await alice.expectDrawn(all: .that(\.author, of: .loaded(below), isNot: nil))
    await alice.closeSheet()
    try await alice.expectSpoken(\.count, is: 4, for: .seconds(5))

    // Under a call, behind the screen, and on a locked phone.
    try await alice.cover(with: .call)
    let called = try await bob.send("called", in: chat)
    try await alice.expectDrawn(all: .that(\.author, of: .loaded(called), isNot: nil))
    try await alice.uncover()
    try await alice.enterBackground()
    let away = try await bob.send("away", in: chat)
    try await alice.expectDrawn(
      all: .that(\.author, of: .loaded(away), isNot: nil), within: .seconds(4))
    try await alice.enterForeground()
    try await alice.lock()
    let locked = try await bob.send("locked", in: chat)
    try await alice.expectDrawn(
      all: .that(\.author, of: .loaded(locked), isNot: nil), within: .seconds(4))
    try await alice.enterForeground()
    try await alice.expectSpoken(\.count, is: 4, for: .seconds(5))

    // Above the newest message, what comes below the window is not on the screen.
    await alice.scroll(revealing: 2)
    let unseen = try await bob.send("unseen", in: chat)
    try await alice.expectDrawn(all: .present(.loaded(unseen)))
    await alice.scrollToNewest()
    try await alice.expectSpoken(\.count, is: 4, for: .seconds(5))
    // And on the list nobody reads a thread.
    await alice.close()
    let onTheList = try await bob.send("on the list", in: chat)
    try await alice.expect(\.preview, of: .conversation(chat), is: "on the list")
    await alice.open(chat)
    try await alice.expect(all: .present(.bubble(onTheList)))
    try await alice.expectSpoken(\.count, is: 4, for: .seconds(5))
    _ = try await bob.send("now", in: chat)
    try await alice.expectSpoken(\.last, is: "Bob: now")
    await alice.setVoiceOver(false)
    _ = try await bob.send("silence", in: chat)
    try await alice.expectSpoken(\.count, is: 0, for: .seconds(10))
  }

  static let voiceOverOnFailures = Scenario(
    "VoiceOver tells A that a photo is under way, that it could not be sent and can be tried again, and that it is sent; and B likewise",
    covers: "AX-02", "AS-10", "AD-03", tags: .offline, .fault,
    pinned: .links, .clocks, .duplicates, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let view = Picture("view", byteCount: 2_000_000)
    let look = try await alice.send("look", picture: view, in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(look), is: "52 %", within: .minutes(1))
    let actions = ["Edit", "Delete", "Read Receipts", "Pin"]
    let photo = "Photo, double tap to open full screen"
    try await alice.expect(
      \.self, of: .spoken("You: look"),
      is: AccessibilityElement(
        "You: look, \(photo), 12:00, Read", value: "uploading, 52 %",
        [.image, .button, .updatesFrequently], actions: actions), within: .zero)
    try await bob.expect(
      \.self, of: .spoken("Alice: look"),
      is: AccessibilityElement("Alice: look, Photo, not loaded, 12:00", .image, actions: ["Pin"]),
      within: .zero)

    await alice.setVoiceOver(true)
    await alice.setAirplaneMode(true)
    let lost = "Not sent: the connection was lost"
    try await alice.expectSpoken(\.announcements, is: ["look, \(lost)"], within: .seconds(1))
    try await alice.expect(
      all: .that(
        \.self, of: .spoken("You: look"),
        is: AccessibilityElement(
          "You: look, \(photo), \(lost), actions available, 12:00, Read", [.image, .button],
          actions: actions)), .that(\.traits, of: .spoken("Try again"), is: .button),
      within: .zero)
    await alice.setAirplaneMode(false)
    try await alice.expectSpoken(\.count, is: 1, for: .minutes(1))
    await alice.retry(look)
    try await alice.expectSpoken(
      \.announcements, is: ["look, \(lost)", "look, Photo sent"], within: .minutes(1))
    try await alice.expectSpoken(\.count, is: 2, for: .minutes(1))
    try await alice.expect(all: .absent(.spoken("Try again")), within: .zero)

    // What cannot be fetched.
    await bob.close()
    let gone = try await alice.send("gone", picture: Picture("lost"), in: chat)
    try await alice.expect(\.photo?.progress, of: .bubble(gone), is: nil, within: .minutes(1))
    let place = try world.placeOfPicture(of: gone, on: alice)
    await world.backend.storage.administer(delete: place)
    await bob.setVoiceOver(true)
    await bob.open(chat)
    let missing = "Could not be loaded: the photo is not there"
    try await bob.expectSpoken(\.announcements, is: ["gone, \(missing)"])
    try await bob.expect(
      all: .that(
        \.traits, of: .spoken("Alice: gone, Photo, not loaded, \(missing), actions available, "),
        is: .image), .that(\.traits, of: .spoken("Load again"), is: .button), within: .zero)

    // A message that is refused, and an alert.
    world.refuseNext(.message, by: bob)
    _ = try await bob.send("no", in: chat)
    try await bob.expectSpoken(\.last, is: "no, Failed, actions available")
    await bob.perform(.send("broken", pictures: [Picture("broken", isCorrupt: true)], in: chat))
    try await bob.expectSpoken(\.last, is: "The photo is damaged and cannot be sent")
    try await bob.expectSpoken(\.count, is: 3, for: .seconds(10))
    // Of the photo of a refused message nobody says that it is sent.
    await bob.answerAlert()
    world.refuseNext(.message, by: bob)
    _ = try await bob.send("with a view", picture: view, in: chat)
    try await bob.expectSpoken(\.last, is: "with a view, Failed, actions available")
    try await bob.expectSpoken(\.count, is: 4, for: .seconds(10))
  }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.Bubble {
  /// The bubble of a message that the open thread has loaded, in view or not.
  static func loaded(_ message: MessageID) -> Self {
    Self("loaded bubble", id: message.text) { screen in
      screen.thread?.bubbles.first { $0.id == message }
    }
  }
}
