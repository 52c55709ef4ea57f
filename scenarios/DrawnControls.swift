import Chat
import Rehearsal

// What a report draws of the controls of a screen: in the phone's language, and pictures with borders that can be seen.

extension Scenarios {
  static let drawnControls = Scenario(
    "A German phone draws its list, a failed message and Message Info in German, with the controls that VoiceOver has",
    covers: "DS-08", "SH-21", "PM-20", tags: .receipts, .sheets, .languages, .fault,
    pinned: .clocks, .links, .policies, .duplicates
  ) { (world: ChatWorld) in
    let bob = try await world.phone("Bob", on: .wifi)
    let hanna = try await world.phone("Hanna", on: .wifi, locale: .german)
    func drawn(_ role: ScreenDrawing.Role, as texts: [String]) -> ScreenCondition<Screen> {
      .that("drawn as \(role)", is: texts) { $0.drawing.texts(of: role) }
    }
    try await hanna.expect(
      all: drawn(.bar, as: ["Unterhaltungen"]),
      drawn(.button, as: ["Neue Unterhaltung", "Lesebestätigungen senden: ein"]),
      .that("the word in the field", is: ["Suchen"]) { $0.drawing.hints }, within: .seconds(1))
    await hanna.shareReceipts(false)
    try await hanna.expect(
      all: drawn(.button, as: ["Neue Unterhaltung", "Lesebestätigungen senden: aus"]),
      within: .zero)
    let chat = try await hanna.startConversation(with: bob)
    let hello = try await hanna.send("hallo", in: chat)
    try await hanna.expect(\.status, of: .bubble(hello), is: .delivered)
    await hanna.openReceipts(of: hello)
    try await hanna.expect(all: drawn(.row, as: ["Gesendet", "Zugestellt", "Gelesen"]))
    await hanna.closeSheet()
    world.refuseNext(.message, by: hanna)
    let refused = try await hanna.send("noch etwas", in: chat)
    try await hanna.expect(
      all: .that(\.status, of: .bubble(refused), is: .failed),
      drawn(.button, as: ["Erneut versuchen"]))
    await hanna.perform(.send("kaputt", pictures: [Picture("torn", isCorrupt: true)], in: chat))
    try await hanna.expect(all: drawn(.button, as: ["Erneut versuchen", "OK"]))
  }

  static let contrastElsewhere = Scenario(
    "With Increase Contrast photos have borders that stand out: in the composer and the picker, on the list, the information and the media tab, above a thread, and on the full screen",
    covers: "AX-04", tags: .groups, .sheets, pinned: .clocks, .links, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, isGroup: true)
    await alice.openInfo(of: group)
    await alice.setPhoto(Picture("hut", byteCount: 20_000), of: group)
    try await alice.expect(
      all: .that(\.picture, of: .groupInfo, isNot: nil), within: .minutes(1))
    await alice.setIncreasesContrast(true)
    func stands(_ count: Int) -> ScreenCondition<Screen> {
      .that("borders that stand out", is: count) { $0.drawing.borders.count { $0 >= 3 } }
    }
    try await alice.expect(all: stands(1))
    await alice.closeSheet()
    try await alice.expect(all: stands(1))
    await alice.choose(Picture("sea", byteCount: 20_000))
    try await alice.expect(all: stands(2), within: .zero)
    await alice.removePicture()
    let look = try await bob.send("look", picture: Picture("peak", byteCount: 20_000), in: group)
    try await alice.expect(
      all: .that(\.photo?.content, of: .bubble(look), isNot: nil), within: .minutes(1))
    await alice.openPicture(of: look)
    try await alice.expect(all: stands(1), within: .zero)
    await alice.setIncreasesContrast(false)
    try await alice.expect(all: stands(0))
    await alice.setIncreasesContrast(true)
    await alice.closeSheet()
    await alice.openInfo(of: group)
    await alice.openMedia(of: group)
    try await alice.expect(all: .that(\.rows.count, of: .mediaSheet, is: 1), stands(1))
    await alice.closeSheet()
    await alice.addPicture()
    try await alice.expect(
      all: .that("as many borders that stand out as photos to choose from", is: true) {
        let borders = $0.drawing.borders.filter { $0 >= 3 }
        return !borders.isEmpty && borders.count == $0.photoSheet?.rows.count
      })
    await alice.closeSheet()
    await alice.close()
    try await alice.expect(all: stands(1))
  }
}

extension ScreenDrawing {
  /// The texts of the parts of a role, in the order of reading.
  fileprivate func texts(of role: Role) -> [String] {
    (self.role == role ? [text] : []) + parts.flatMap { $0.texts(of: role) }
  }

  /// The words that stand in empty fields, in the order of reading.
  fileprivate var hints: [String] {
    (role == .field && text.isEmpty ? [end] : []) + parts.flatMap(\.hints)
  }

  /// The contrasts of the borders of pictures with what is behind the screen's parts.
  fileprivate var borders: [Double] {
    guard let fill else { return [] }
    return images.compactMap(\.border).map { $0.contrast(with: fill) }
  }

  private var images: [ScreenDrawing] {
    (role == .image ? [self] : []) + parts.flatMap(\.images)
  }
}
