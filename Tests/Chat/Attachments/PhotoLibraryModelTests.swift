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

  @Test("a picture is warned about that would leave less than 50 MB (AS-18)")
  func storage() {
    var harness = Self.asked()
    harness.model.photosAnswered(.authorized)
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
