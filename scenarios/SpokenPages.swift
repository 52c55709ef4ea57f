import Chat
import Rehearsal

// What VoiceOver says of messages and composers with several photos and videos: of the one that is drawn, and of each.

extension Scenarios {
  static let spokenPages = Scenario(
    "B turns from a photo to a video of one message: VoiceOver names what is drawn, and turns on the full screen too; the media tab says which filter is chosen",
    covers: "AX-02", "PM-21", "PM-17", pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let film = Picture("clip", byteCount: 900_000, format: .mp4)
    let walk = try await alice.send("walk", pictures: [Picture("sea"), film], in: chat)
    try await bob.expect(
      all: .that("pictures on the phone", of: .bubble(walk), is: 2) {
        $0.photos.compactMap(\.content).count
      }, within: .minutes(1))
    let traits: AccessibilityTraits = [.image, .button, .adjustable]
    let photo = AccessibilityElement(
      "Alice: walk, Photo, double tap to open full screen, 12:00", value: "1 of 2", traits,
      actions: ["Pin"])
    try await bob.expect(\.self, of: .spoken("Alice: walk"), is: photo, within: .zero)
    await bob.swipe(walk, to: .next)
    try await bob.expect(
      \.self, of: .spoken("Alice: walk"),
      is: AccessibilityElement(
        "Alice: walk, Video, double tap to play, 12:00", value: "2 of 2", traits,
        actions: ["Pin"]),
      within: .zero)

    // The full screen turns as the bubble does.
    await bob.openPicture(of: walk)
    let close = AccessibilityElement("Close", .button)
    let viewed: AccessibilityTraits = [.image, .supportsZoom, .adjustable]
    try await bob.expect(
      \.accessibilityElements,
      is: [close, AccessibilityElement("Video", value: "2 of 2, 100 %", viewed)], within: .zero)
    await bob.swipe(walk, to: .previous)
    try await bob.expect(
      \.accessibilityElements,
      is: [close, AccessibilityElement("Photo", value: "1 of 2, 100 %", viewed)], within: .zero)
    await bob.closeSheet()
    try await bob.expect(\.self, of: .spoken("Alice: walk"), is: photo, within: .zero)

    // One of three filters is chosen, whichever it is.
    await bob.openMedia(of: chat)
    for (filter, chosen) in [
      (MediaFilter.videos, "Videos"), (.photos, "Photos"), (.all, "All"),
    ] {
      await bob.filterMedia(by: filter)
      try await bob.expect(
        all: .that("what is selected", is: [chosen]) { screen in
          screen.accessibilityElements.filter { $0.traits.contains(.selected) }.map(\.label)
        }, within: .zero)
    }
  }

  static let spokenPreviews = Scenario(
    "A puts a photo and a video into the composer: VoiceOver names each, and at each what is removed there",
    covers: "AX-02", "AS-02", "PM-21", pinned: .policies
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    _ = try await alice.startConversation(with: bob)
    let photo = [
      AccessibilityElement("Photo to send", value: "1.2 MB", .image),
      AccessibilityElement("Remove photo", .button),
    ]
    let video = [
      AccessibilityElement("Video to send", value: "900 KB", .image),
      AccessibilityElement("Remove video", .button),
    ]
    func composer(has elements: [AccessibilityElement]) -> ScreenCondition<Screen> {
      .that("what is to be sent", is: elements) { screen in
        screen.accessibilityElements.filter {
          $0.label.hasSuffix("to send") || $0.label.hasPrefix("Remove")
        }
      }
    }
    await alice.choose(Picture("hut", byteCount: 1_200_000))
    await alice.choose(Picture("clip", byteCount: 900_000, format: .mp4))
    try await alice.expect(all: composer(has: photo + video), within: .zero)
    await alice.removePicture(1)
    try await alice.expect(all: composer(has: video), within: .zero)
    await alice.choose(Picture("hut", byteCount: 1_200_000))
    try await alice.expect(all: composer(has: video + photo), within: .zero)
  }

  static let spokenUploads = Scenario(
    "A turns to the second of two photos on their way: VoiceOver tells how much of that one is sent, that it has failed, and that it is sent after all",
    covers: "AX-02", "PM-21", "AS-10", tags: .offline, .fault,
    pinned: .links, .clocks, .duplicates, .policies, .traffic
  ) { (world: ChatWorld) in
    world.setPolicies { $0.attachments = .carousel }
    let alice = try await world.phone("Alice", on: .threeG)
    let bob = try await world.phone("Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let photos = ["sea", "hut"].map { Picture($0, byteCount: 1_000_000) }
    let walk = try await alice.send("walk", pictures: photos, in: chat)
    func progress(is shares: [String?]) -> ScreenCondition<Screen> {
      .that("progress", of: .bubble(walk), is: shares) { $0.photos.map(\.progress) }
    }
    func value(is words: String) -> ScreenCondition<Screen> {
      .that(\.value, of: .spoken("You: walk"), is: words)
    }
    try await alice.expect(
      all: progress(is: ["52 %", "0 %"]), .that(\.status, of: .bubble(walk), is: .read),
      value(is: "1 of 2, uploading, 52 %"), within: .minutes(1))
    await alice.swipe(walk, to: .next)
    try await alice.expect(
      all: progress(is: ["52 %", "0 %"]), value(is: "2 of 2, uploading, 0 %"), within: .zero)

    await alice.setVoiceOver(true)
    try await alice.expect(
      all: progress(is: [nil, "52 %"]), value(is: "2 of 2, uploading, 52 %"),
      within: .minutes(1))
    let first = "walk, Photo sent"
    try await alice.expectSpoken(\.announcements, is: [first], within: .zero)
    await alice.setAirplaneMode(true)
    let lost = "walk, Not sent: the connection was lost"
    try await alice.expectSpoken(\.announcements, is: [first, lost], within: .seconds(1))
    try await alice.expect(all: value(is: "2 of 2"), within: .zero)
    await alice.setAirplaneMode(false)
    await alice.retry(walk)
    try await alice.expectSpoken(
      \.announcements, is: [first, lost, first], within: .minutes(1))
    try await alice.expectSpoken(\.count, is: 3, for: .minutes(1))
  }
}
