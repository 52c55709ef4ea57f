import Chat
import Rehearsal

// What the phone has to do with pictures: its photo library, the room on its disk, and the look that its owner has set.

extension Scenarios {
  static let photosDenied = Scenario(
    "A taps '+' and denies the photo library: a text leads to Settings, messages go on, and once it is allowed there, pictures do",
    covers: "AS-01", tags: .restart, pinned: .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    await alice.addPicture()
    try await alice.expect(
      all: .that(\.deny, of: .prompt, is: "Don’t Allow"),
      .that(\.canChoose, of: .photoSheet, is: false), .that(\.notice, of: .photoSheet, is: nil))
    try await alice.answerPrompt(.deny)
    let notice = "Chat may not see your photos. You can allow it in Settings"
    try await alice.expect(
      all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: false),
      .that(\.notice, of: .photoSheet, is: notice),
      .that(\.settings, of: .photoSheet, is: "Open Settings"))
    await alice.closeSheet()
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.text, of: .bubble(hello), is: "hello")

    // Nobody asks again, not in the next process either.
    for _ in 1...2 {
      await alice.addPicture()
      try await alice.expect(
        all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: false),
        .that(\.notice, of: .photoSheet, is: notice),
        .that(\.settings, of: .photoSheet, is: "Open Settings"), for: .seconds(5))
      try await alice.kill()
      try await alice.relaunch()
      await alice.open(chat)
    }
    await alice.addPicture()
    await alice.openSettings()
    try await alice.expectDrawn(
      all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: false),
      .that(\.notice, of: .photoSheet, is: notice),
      .that(\.settings, of: .photoSheet, is: "Open Settings"), within: .seconds(1))
    try await world.advance(by: .seconds(1))
    try world.require(alice.lifeState, is: .background, "the state of Alice's app")
    try await alice.setPhotoAccess(.authorized)
    try world.require(alice.lifeState, is: .terminated, "the state of Alice's app")
    try await alice.relaunch()
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: true))
    let view = Picture("view")
    await alice.savePhoto(view)
    await alice.pick(view)
    try await alice.expect(
      all: .absent(.photoSheet), .that(\.preview?.name, of: .thread, is: "view"))
    let look = try world.require(await alice.submit(), "the picture to be sent")
    try await bob.expect(\.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
  }

  static let photosLimited = Scenario(
    "A limits the photo library: it stays so through restarts, is taken away in Settings, and asked for again after a reinstallation",
    covers: "AS-01", "FG-01", tags: .restart, .receipts, pinned: .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    // An app that dies behind the prompt has no answer.
    await alice.addPicture()
    try await alice.expect(all: .present(.prompt))
    try await alice.kill()
    try await alice.relaunch()
    try await alice.expect(all: .absent(.prompt))
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(\.limit, of: .prompt, is: "Limit Access…")
    try await alice.answerPrompt(.limit)
    try await alice.expect(all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: true))

    // Nothing is read behind the picker.
    let hello = try await bob.send("hello", in: chat)
    await bob.open(chat)
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered)
    try await bob.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(10))
    await alice.closeSheet()
    try await bob.expect(\.status, of: .bubble(hello), is: .read)

    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: true))
    // On the screen, the app is launched anew.
    try await alice.setPhotoAccess(.denied)
    try await alice.expect(
      all: .absent(.photoSheet), .that(\.preview, of: .conversation(chat), is: "hello"))
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(\.settings, of: .photoSheet, is: "Open Settings")
    try await alice.reinstall()
    try await alice.launch()
    try await alice.expect(\.preview, of: .conversation(chat), is: "hello", within: .seconds(5))
    await alice.open(chat)
    await alice.addPicture()
    try await alice.expect(\.allow, of: .prompt, is: "Allow Full Access")
    try await alice.answerPrompt(.allow)
    try await alice.expect(all: .absent(.prompt), .that(\.canChoose, of: .photoSheet, is: true))
  }

  static let lowStorage = Scenario(
    "A's phone has hardly any room: A is warned before a picture is sent, sends it or not, and one that does not fit is not half kept",
    covers: "AS-18", tags: .restart, .fault, .languages, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    let hanna = try await world.phone("Hanna", on: .lte, locale: .german)
    let chat = try await alice.startConversation(with: hanna)
    let view = Picture("view", byteCount: 1_200_000)
    await alice.choose(view)
    try await alice.expect(
      all: .that(\.preview?.size, of: .thread, is: "1.2 MB"),
      .that(\.storageWarning, of: .thread, is: nil), within: .zero)
    await alice.removePicture()
    await alice.setFreeSpace(40_000_000)
    await alice.choose(view)
    let warning = "Storage is almost full: 40.0 MB left, and sending this needs 1.2 MB"
    try await alice.expect(
      all: .that(\.storageWarning, of: .thread, is: warning),
      .that(\.canSend, of: .thread, is: true), within: .zero)
    // Not sent.
    await alice.removePicture()
    await alice.setFreeSpace(0)
    await alice.choose(view)
    let full = "Storage is almost full: 0 KB left, and sending this needs 1.2 MB"
    try await alice.expect(\.storageWarning, of: .thread, is: full, within: .zero)
    await alice.removePicture()
    try await alice.expect(\.storageWarning, of: .thread, is: nil, within: .zero)
    // Room that goes and comes while A is elsewhere is seen on the return.
    await alice.setFreeSpace(2_000_000_000)
    await alice.choose(view)
    for (room, word) in [(40_000_000, warning), (51_200_000, nil)] as [(Int, String?)] {
      try await alice.enterBackground()
      try await world.advance(by: .seconds(5))
      await alice.setFreeSpace(room)
      try await alice.enterForeground()
      try await alice.expect(\.storageWarning, of: .thread, is: word, within: .seconds(1))
    }
    await alice.removePicture()
    await alice.setFreeSpace(40_000_000)
    // Sent all the same.
    await alice.choose(view)
    let look = try world.require(await alice.submit(), "the picture to be sent")
    await hanna.open(chat)
    try await hanna.expect(
      \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(1))
    try world.require(
      alice.disk.availableBytes, is: 38_800_000,
      "the room on Alice's disk, of which the picture takes its part,")

    // Room that is made while the picture stands in the composer counts.
    await hanna.setFreeSpace(300_000)
    await hanna.choose(view)
    try await hanna.expect(
      \.storageWarning, of: .thread,
      is: "Der Speicher ist fast voll: 300 KB sind frei, das Senden braucht 1,2 MB", within: .zero)
    try await hanna.enterBackground()
    await hanna.setFreeSpace(2_000_000_000)
    try await hanna.enterForeground()
    try await hanna.expect(
      all: .that(\.preview, of: .thread, isNot: nil), .that(\.storageWarning, of: .thread, is: nil))

    // One that does not fit.
    await alice.setFreeSpace(300_000)
    let sea = try await alice.send("sea", picture: Picture("sea", byteCount: 700_000), in: chat)
    try await alice.expect(
      \.alert, is: "The phone's storage is full. Nothing new is kept until there is room")
    try await alice.expect(all: .absent(.bubble(sea)), for: .seconds(20))
    try world.require(
      alice.storedMessage(sea)?.text, is: nil, "the words of the picture on Alice's disk")
    try world.require(alice.disk.availableBytes, is: 300_000, "the room on Alice's disk")
    try await hanna.expect(all: .absent(.bubble(sea)))
    await alice.setFreeSpace(2_000_000)
    try await hanna.expect(
      all: .that(\.photo?.content, of: .bubble(sea), isNot: nil), within: .minutes(1))
    try await alice.expect(
      all: .that(\.alert, is: nil), .that(\.status, of: .bubble(sea), is: .read))
    try await world.expectPictures(2)
  }

  static let textSizes = Scenario(
    "B chooses smaller and larger text: the pictures in the open thread follow at once, in their proportions, within their limits",
    covers: "AX-03", "AD-06", tags: .restart, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let wide = try await alice.send("wide", picture: Picture("w", width: 4, height: 3), in: chat)
    let tall = try await alice.send("tall", picture: Picture("t", width: 3, height: 4), in: chat)
    func sizes(are expected: [String]) -> ScreenCondition<Screen> {
      .that("sizes of the pictures", is: expected) { screen in
        [wide, tall].compactMap { screen.bubble($0)?.photo }.map { "\($0.width)×\($0.height)" }
      }
    }
    let usual = ["217×162", "165×221"]
    let smallest = ["178×133", "136×182"]
    let largest = ["294×220", "225×300"]
    // What a report draws has the sizes too.
    func drawn(as expected: [String]) -> ScreenCondition<Screen> {
      .that("sizes of the drawn pictures", is: expected) { $0.drawing.sizesOfImages }
    }
    try await bob.expect(all: sizes(are: usual))
    for (size, shown) in [
      (TextSize.extraSmall, smallest), (.small, ["191×143", "146×195"]),
      (.medium, ["204×153", "156×208"]), (.large, usual), (.extraLarge, ["242×181", "185×247"]),
      (.extraExtraLarge, ["268×201", "204×273"]), (.extraExtraExtraLarge, largest),
      (.accessibilityMedium, largest), (.accessibilityExtraExtraExtraLarge, largest),
    ] {
      await bob.setTextSize(size)
      try await bob.expect(
        all: sizes(are: shown), drawn(as: shown), .that(\.traits.textSize, is: size))
    }
    // A suspended app follows when it is back, and the next process begins with it.
    try await bob.enterBackground()
    try await bob.suspend()
    await bob.setTextSize(.large)
    await bob.setTextSize(.extraSmall)
    try await bob.enterForeground()
    try await bob.expect(all: sizes(are: smallest))
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(chat)
    try await bob.expect(all: sizes(are: smallest))
    try await alice.expect(all: sizes(are: usual))
  }

  static let increasedContrast = Scenario(
    "With Increase Contrast the borders of pictures stand out from bubbles and thread, on light and on dark screens",
    covers: "AX-04", tags: .restart, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let look = try await alice.send("look", picture: Picture("view"), in: chat)
    for phone in [alice, bob] {
      try await phone.expect(all: .that(\.photo?.content, of: .bubble(look), isNot: nil))
      for isDark in [false, true] {
        await phone.setDarkMode(isDark)
        // There is a border at all times, which is faint.
        try await phone.expect(
          all: .that(\.contrastOfBorders, matches: "is above 1 and below 3") { contrast in
            contrast.map { $0 > 1 && $0 < 3 } ?? false
          },
          .that("dark mode", is: isDark) { $0.drawing.traits.contains(.dark) })
        await phone.setIncreasesContrast(true)
        try await phone.expect(
          all: .that(\.contrastOfBorders, matches: "is at least 3") { $0 ?? 0 >= 3 })
        try await phone.kill()
        try await phone.relaunch()
        await phone.open(chat)
        try await phone.expect(
          all: .that(\.contrastOfBorders, matches: "is at least 3") { $0 ?? 0 >= 3 })
        await phone.setIncreasesContrast(false)
        try await phone.expect(
          all: .that(\.contrastOfBorders, matches: "is below 3") { $0 ?? 3 < 3 })
      }
    }
  }

  static let sizesInLanguages = Scenario(
    "The size of a picture has the decimal separator and the digits of the phone's language",
    covers: "AS-02", tags: .languages, pinned: .policies
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .lte)
    await world.openAccount(of: "bob", named: "Bob")
    let chat = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
    for (locale, size) in [
      (PhoneLocale.english, "1.8 MB"), (.german, "1,8 MB"), (.polish, "1,8 MB"),
      (.arabic, "١٫٨ م.ب"),
    ] {
      try await alice.setLocale(locale)
      await alice.open(chat)
      await alice.choose(Picture("view", byteCount: 1_800_000))
      try await alice.expect(\.preview?.size, of: .thread, is: size, within: .zero)
    }
  }

  static let picturesMakeRoomAfterARestart = Scenario(
    "B's phone has as many pictures as it keeps, and starts anew: the next one takes the place of another, and what is kept is there in a tunnel",
    covers: "AD-04", tags: .restart, .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.pictureCacheBytes = 1_000_000 }
    let bob = try await world.phone("Bob", on: .lte)
    // The photo of a group is none of those that make room.
    let erin = try await world.phone("Erin", on: .lte)
    let group = try await erin.startConversation(with: bob, isGroup: true)
    await erin.openInfo(of: group)
    await erin.setPhoto(Picture("hut", byteCount: 20_000), of: group)
    try await bob.expect(
      all: .that(\.photo?.content, of: .conversation(group), isNot: nil), within: .minutes(1))
    var pictures: [(chat: ConversationID, message: MessageID)] = []
    for (index, name) in ["Alice", "Carol", "Dave"].enumerated() {
      let friend = try await world.phone(name, on: .lte)
      let chat = try await friend.startConversation(with: bob)
      let view = try await friend.send(name, picture: Picture(name, byteCount: 500_000), in: chat)
      pictures.append((chat, view))
      if index == 2 {
        try await bob.kill()
        try await bob.relaunch()
        // Since then the first was shown, and the second was not.
        await bob.open(pictures[0].chat)
        try await bob.expect(
          all: .that(\.photo?.content, of: .bubble(pictures[0].message), isNot: nil))
      }
      if index > 0 { await bob.close() }
      try await bob.expect(\.preview, of: .conversation(chat), is: name, within: .minutes(1))
      await bob.open(chat)
      try await bob.expect(
        all: .that(\.photo?.content, of: .bubble(view), isNot: nil), within: .minutes(1))
    }
    await bob.setAirplaneMode(true)
    var kept: [String] = []
    for picture in pictures {
      await bob.open(picture.chat)
      try await bob.expect(all: .present(.bubble(picture.message)))
      if let bubble = bob.display.screen?.bubble(picture.message), bubble.photo?.content != nil {
        kept.append(bubble.text)
      }
    }
    try world.require(kept, is: ["Alice", "Dave"], "the words beside the pictures that Bob has")
  }

  static let ownPictureMakesRoom = Scenario(
    "A picture that B has sent and one that comes are a byte more than his phone keeps: his own makes room, and is fetched when he looks",
    covers: "AD-04", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.pictureCacheBytes = 999_999 }
    let (bob, alice, carol) = try await world.phones("Bob", "Alice", "Carol", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let other = try await carol.startConversation(with: bob)
    let sea = Picture("sea", byteCount: 500_000)
    let own = try await bob.send("sea", picture: sea, in: chat)
    await bob.open(chat)
    try await alice.expect(\.photo?.content, of: .bubble(own), is: sea.content, within: .minutes(1))
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(own), is: sea.content),
      .that(\.photo?.progress, of: .bubble(own), is: nil), within: .minutes(1))
    let view = try await carol.send("hut", picture: Picture("hut", byteCount: 500_000), in: other)
    await bob.open(other)
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(view), isNot: nil), within: .minutes(1))
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.photo, of: .bubble(own), isNot: nil),
      .that(\.photo?.content, of: .bubble(own), is: nil), for: .seconds(5))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.photo?.content, of: .bubble(own), is: sea.content, within: .minutes(1))
  }

  static let picturesOfTwoHundredMegabytes = Scenario(
    "A phone keeps 200 MB of pictures where nobody says otherwise: with one byte more, the one that others have too makes room",
    covers: "AD-04", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let alice = try await world.phone("Alice", on: .wifi)
    await world.openAccount(of: "bob", named: "Bob")
    let chat = try await alice.startConversation(withUsers: ["bob"], isGroup: false)
    func send(_ name: String, byteCount: Int = 2_000_000) async throws -> MessageID {
      try await alice.send(name, picture: Picture(name, byteCount: byteCount), in: chat)
    }
    let first = try await send("first")
    try await alice.expect(
      all: .that(\.photo, of: .bubble(first), isNot: nil),
      .that(\.photo?.progress, of: .bubble(first), is: nil), within: .minutes(1))
    try await world.expectPictures(1)
    await alice.setAirplaneMode(true)
    for number in 2...100 { _ = try await send("photo \(number)") }
    try await world.advance(by: .seconds(5))
    try world.require(alice.keptPictures.count, is: 100, "the number of files on Alice's phone")
    _ = try await send("dot", byteCount: 1)
    try await world.advance(by: .seconds(5))
    try world.require(alice.keptPictures.count, is: 100, "the number of files on Alice's phone")
    await alice.scroll(revealing: 100)
    try await alice.expect(
      all: .that(\.photo, of: .bubble(first), isNot: nil),
      .that(\.photo?.content, of: .bubble(first), is: nil), within: .zero)
  }

  static let picturesMakeRoom = Scenario(
    "B's phone keeps some pictures: the one that was not seen for longest makes room and is fetched again, and what B has yet to send stays",
    covers: "AD-04", tags: .offline, pinned: .links, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.pictureCacheBytes = 1_000_000 }
    let bob = try await world.phone("Bob", on: .lte)
    var (chats, messages): ([ConversationID], [MessageID]) = ([], [])
    for name in ["Alice", "Carol", "Dave"] {
      let friend = try await world.phone(name, on: .lte)
      let chat = try await friend.startConversation(with: bob)
      chats.append(chat)
      messages.append(
        try await friend.send(name, picture: Picture(name, byteCount: 500_000), in: chat))
    }
    func isShown(_ message: MessageID) -> ScreenCondition<Screen> {
      .that(\.photo?.content, of: .bubble(message), isNot: nil)
    }
    for index in [0, 1, 0, 2] {
      await bob.open(chats[index])
      try await bob.expect(all: isShown(messages[index]), within: .minutes(1))
    }
    // The second was not seen for longest.
    await bob.setAirplaneMode(true)
    await bob.open(chats[0])
    try await bob.expect(all: isShown(messages[0]), within: .zero)
    await bob.open(chats[1])
    let second = messages[1]
    try await bob.expect(
      all: .that(\.photo, of: .bubble(second), isNot: nil),
      .that(\.photo?.content, of: .bubble(second), is: nil), for: .seconds(5))
    await bob.setAirplaneMode(false)
    try await bob.expect(all: isShown(second), within: .minutes(1))

    // Now it was the first.
    let third = messages[2]
    await bob.open(chats[2])
    try await bob.expect(all: isShown(third), within: .minutes(1))
    await bob.setAirplaneMode(true)
    await bob.open(chats[1])
    try await bob.expect(all: isShown(second), within: .zero)
    let first = messages[0]
    await bob.open(chats[0])
    try await bob.expect(
      all: .that(\.photo, of: .bubble(first), isNot: nil),
      .that(\.photo?.content, of: .bubble(first), is: nil), for: .seconds(5))
    await bob.setAirplaneMode(false)
    await bob.open(chats[1])

    // Nobody else has what Bob has yet to send.
    await bob.setAirplaneMode(true)
    let sea = try await bob.send("sea", picture: Picture("sea", byteCount: 700_000), in: chats[1])
    await bob.open(chats[2])
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(third), is: nil),
      .that(\.photo, of: .bubble(third), isNot: nil), for: .seconds(5))
    await bob.open(chats[1])
    try await bob.expect(
      all: isShown(sea), .that(\.photo?.content, of: .bubble(second), is: nil), within: .zero)
    await bob.setAirplaneMode(false)
    try await bob.expect(
      all: isShown(second), .that(\.photo?.progress, of: .bubble(sea), is: nil),
      .that(\.status, of: .bubble(sea), is: .read), within: .minutes(1))
    try await world.expectPictures(4)
  }
}

extension Screen {
  /// The least contrast that the border of a picture has against its bubble and the thread, as they are drawn; nil where no
  /// picture is, or one without a border.
  fileprivate var contrastOfBorders: Double? {
    guard let ground = drawing.fill,
      let thread = drawing.parts.first(where: { $0.role == .thread })
    else { return nil }
    var contrasts: [Double] = []
    for bubble in thread.parts {
      for image in bubble.parts where image.role == .image {
        guard let border = image.border, let fill = bubble.fill else { return nil }
        contrasts += [border.contrast(with: fill), border.contrast(with: ground)]
      }
    }
    return contrasts.min()
  }
}

extension ScreenDrawing {
  /// The sizes of the images that have one, in the order of reading.
  fileprivate var sizesOfImages: [String] {
    let own = width.flatMap { width in height.map { ["\(width)×\($0)"] } } ?? []
    return own + parts.flatMap(\.sizesOfImages)
  }
}
