import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("The photo picker in the app's model (AS-01)")
struct PhotoLibraryModelTests {
  private static let picture = Picture("p", byteCount: 1_000)

  private static func asked() -> ModelHarness {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.model.addPicture()
    return harness
  }

  /// The library as the app reads it while the picker is open.
  private static func show(_ pictures: [Picture], in harness: inout ModelHarness) {
    harness.model.navigation.photos = LibraryWindow(
      pictures.map { LibraryPhoto($0, at: 1_000) }, of: pictures.count)
  }

  private static func screen(_ harness: ModelHarness) -> Screen {
    harness.model.projection(clock: WallClock()).screen()
  }

  private static func prompts(_ harness: ModelHarness) -> Int {
    harness.effects.count { if case .askForPhotos = $0 { true } else { false } }
  }

  @Test("'+' asks once, and nothing can be chosen before the answer")
  func asks() {
    var harness = Self.asked()
    harness.model.addPicture()
    harness.flush()
    #expect(Self.prompts(harness) == 1)
    #expect(
      Self.screen(harness).prompt != nil && Self.screen(harness).photoSheet?.canChoose == false)
    harness.model.choose(Self.picture)
    #expect(harness.model.navigation.pictures.isEmpty)
    harness.model.photosAnswered(.authorized)
    #expect(
      Self.screen(harness).prompt == nil && Self.screen(harness).photoSheet?.canChoose == true)
    harness.model.choose(Self.picture)
    #expect(harness.model.navigation.pictures.isEmpty, "the library has none")
    Self.show([Self.picture], in: &harness)
    harness.model.choose(Picture("q"))
    harness.model.choose(Self.picture)
    #expect(
      harness.model.navigation.pictures == [Self.picture] && harness.model.navigation.sheet == nil)
  }

  @Test("a denial leaves a text and a way to Settings, and is not asked about again")
  func denied() {
    var harness = Self.asked()
    harness.model.openSettings()
    harness.model.photosAnswered(.denied)
    harness.model.closeSheet()
    harness.model.openSettings()
    harness.model.addPicture()
    harness.flush()
    #expect(Self.prompts(harness) == 1)
    let sheet = Self.screen(harness).photoSheet
    #expect(sheet?.notice != nil && sheet?.settings != nil && sheet?.canChoose == false)
    harness.model.choose(Self.picture)
    #expect(harness.model.navigation.pictures.isEmpty)
    harness.model.openSettings()
    harness.flush()
    let opened = harness.effects.count { if case .openSettings = $0 { true } else { false } }
    #expect(opened == 1, "only from the text")
  }

  @Test("an answer that comes when the thread is closed changes nothing but the access")
  func late() {
    var harness = Self.asked()
    harness.model.close()
    #expect(Self.screen(harness).prompt != nil && Self.screen(harness).sheet == nil)
    harness.model.photosAnswered(.limited)
    #expect(Self.screen(harness).prompt == nil && Self.screen(harness).sheet == nil)
    harness.open()
    harness.model.addPicture()
    #expect(Self.screen(harness).photoSheet?.canChoose == true)
  }

  @Test("the picker's rows, and what stands where there are none or may be more")
  func rows() {
    var harness = Self.asked()
    #expect(Self.screen(harness).photoSheet?.empty == nil, "behind the prompt")
    harness.model.photosAnswered(.limited)
    #expect(Self.screen(harness).photoSheet?.empty == "No photos")
    #expect(Self.screen(harness).photoSheet?.select == "Select More Photos…")
    Self.show([Picture("film", format: .mp4), Self.picture], in: &harness)
    let sheet = Self.screen(harness).photoSheet
    #expect(sheet?.empty == nil && sheet?.names == ["film", "p"] && sheet?.count == 2)
    #expect(sheet?.rows.map(\.time) == ["1970-01-01 00:00", "1970-01-01 00:00"])
    #expect(
      Self.screen(harness).accessibilityElements.suffix(2).map(\.description) == [
        "“Video, film, 1970-01-01 00:00”, button, image",
        "“Photo, p, 1970-01-01 00:00”, button, image",
      ])
    #expect(harness.model.photosInView == 30)
    harness.model.scroll(by: 5)
    #expect(harness.model.photosInView == 35)
    harness.model.closeSheet()
    #expect(harness.model.photosInView == nil)
  }

  @Test(
    "the photo of a group comes from the same picker, behind which is the information on the group")
  func groupPhoto() {
    var harness = ModelHarness.grouped(with: ["bob"])
    harness.open()
    harness.model.changePhoto(of: ModelHarness.chat)
    #expect(harness.model.navigation.sheet == nil, "only from the information")
    harness.model.openInfo(of: ModelHarness.chat)
    harness.model.changePhoto(of: ModelHarness.chat)
    harness.flush()
    #expect(Self.prompts(harness) == 1 && Self.screen(harness).prompt != nil)
    harness.model.photosAnswered(.authorized)
    #expect(Self.screen(harness).photoSheet?.group == ModelHarness.chat)
    harness.model.setPhoto(Self.picture, of: ModelHarness.chat, as: "k")
    #expect(harness.model.uploads(to: ModelHarness.chat).isEmpty, "the library has none")
    Self.show([Self.picture], in: &harness)
    harness.model.choose(Self.picture)
    #expect(harness.model.navigation.pictures.isEmpty && Self.screen(harness).photoSheet != nil)
    harness.model.leaveSheet()
    #expect(Self.screen(harness).groupInfo != nil)
    harness.model.changePhoto(of: ModelHarness.chat)
    harness.model.setPhoto(Self.picture, of: ModelHarness.chat, as: "k")
    #expect(Self.screen(harness).groupInfo?.uploading != nil)
    harness.model.leaveSheet()
    harness.model.addPicture()
    harness.model.setPhoto(Picture("p"), of: ModelHarness.chat, as: "l")
    #expect(harness.model.uploads(to: ModelHarness.chat).map(\.id) == ["k"])
  }

  @Test("a picture is warned about that would leave less than 50 MB (AS-18)")
  func storage() {
    var harness = Self.asked()
    harness.model.photosAnswered(.authorized)
    Self.show([Self.picture], in: &harness)
    harness.model.choose(Self.picture)
    func warning(_ free: Int) -> String? {
      harness.model.navigation.freeBytes = free
      return Self.screen(harness).thread?.storageWarning
    }
    #expect(warning(50_001_000) == nil)
    #expect(warning(50_000_999)?.contains("50.0 MB") == true)
    #expect(warning(0)?.contains("0 KB") == true)
    harness.model.navigation.pictures = []
    #expect(warning(0) == nil)
  }

  @Test("a picture takes the room of its file on the disk")
  func room() {
    var harness = ModelHarness.chatting()
    _ = harness.model.store.takeUncommitted()
    harness.model.send(
      "look", [Self.picture], in: ModelHarness.chat, as: MessageID("m1"), localMilliseconds: 1)
    let changes = harness.model.store.takeUncommitted().changes
    #expect(changes.map(\.fileByteCount).reduce(0, +) == 1_000)
  }
}
