import Backend
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("Pictures that an admin deletes from a group, in the app's model (PM-18)")
struct MediaDeletionTests {
  private static let place = "/pictures/chat/bob/m1/1"
  private static let record: Node = [
    "type": "image/jpeg", "bytes": 7, "width": 8, "height": 9, "state": "uploaded",
    "file": "1", "url": Node(.string(place)), "uploadedAt": 2_000,
  ]

  private static func message(_ more: [(Key, Node)]) -> Node {
    Node(children: [("author", "bob"), ("sentAt", 2_000), ("text", "look")] + more)
  }

  /// Alice's app with a picture of Bob's and its file.
  private static func shown(joined: [UserID: Int64] = [:]) -> ModelHarness {
    var harness = ModelHarness.grouped(with: [ModelHarness.bob], joined: joined)
    harness.hear(
      .messages(ModelHarness.chat), .childAdded, "m1", message([("attachments", ["1": record])]))
    harness.model.store.put(FileFact(place: place, content: Picture("p").content))
    harness.flush()
    return harness
  }

  private func numbers(_ harness: ModelHarness) -> [Int] {
    harness.effects.compactMap { effect in
      if case .write(let number, let path, let changes) = effect,
        path.description == "/messages/chat/m1", changes.count == 3
      {
        number
      } else {
        nil
      }
    }
  }

  @Test("an admin sees the text alone at once, and loses the file once the backend has agreed")
  func deleted() throws {
    var harness = Self.shown()
    harness.model.deleteMedia(of: MessageID("m1"))
    harness.flush()
    #expect(harness.model.store.messages[MessageID("m1")]?.isMediaDeleted == true)
    #expect(harness.model.store.files.count == 1)
    harness.answer(try #require(numbers(harness).last), .committed)
    #expect(harness.model.store.files.isEmpty)
    #expect(harness.model.navigation.alert == nil)
  }

  @Test("what is refused is shown again with its file, and told of; what another admin did is not")
  func refused() throws {
    for isGone in [false, true] {
      var harness = Self.shown()
      harness.model.deleteMedia(of: MessageID("m1"))
      harness.flush()
      harness.hear(
        .messages(ModelHarness.chat), .childChanged, "m1",
        Self.message(isGone ? [("mediaDeletedAt", 3_000)] : [("attachments", ["1": Self.record])]))
      harness.answer(try #require(numbers(harness).last), .refused("permission_denied"))
      let message = harness.model.store.messages[MessageID("m1")]
      #expect(message?.isMediaDeleted == isGone && message?.attachments.isEmpty == isGone)
      #expect(harness.model.store.files.isEmpty == isGone)
      #expect((harness.model.navigation.alert == nil) == isGone)
    }
  }

  @Test("a photo that ended while its deletion was under way is asked for again if that is refused")
  func refusedWhileLoading() throws {
    var harness = ModelHarness.grouped(with: [ModelHarness.bob])
    harness.open()
    harness.hear(
      .messages(ModelHarness.chat), .childAdded, "m1",
      Self.message([("attachments", ["1": Self.record])]))
    func downloads() -> Int {
      harness.model.followPictures()
      harness.flush()
      return harness.effects.count { if case .download(Self.place) = $0 { true } else { false } }
    }
    #expect(downloads() == 1)
    harness.model.deleteMedia(of: MessageID("m1"))
    harness.flush()
    harness.model.pictureArrived(at: Self.place, .failure(.networkLost))
    harness.model.pictureDownloadEnded(at: Self.place)
    harness.flush()
    #expect(harness.model.store.files.isEmpty && downloads() == 1)
    harness.hear(
      .messages(ModelHarness.chat), .childChanged, "m1",
      Self.message([("attachments", ["1": Self.record])]))
    harness.answer(try #require(numbers(harness).last), .refused("permission_denied"))
    #expect(downloads() == 2)
  }

  @Test("who joined later deletes nothing from before")
  func joinedLater() {
    var harness = Self.shown(joined: [ModelHarness.alice: 2_001])
    harness.model.deleteMedia(of: MessageID("m1"))
    harness.flush()
    #expect(numbers(harness).isEmpty)
  }

  @Test("another's deletion takes the file away")
  func heard() {
    var harness = Self.shown()
    harness.hear(
      .messages(ModelHarness.chat), .childChanged, "m1",
      Self.message([("mediaDeletedAt", 3_000), ("mediaDeletedBy", "carol")]))
    #expect(harness.model.store.files.isEmpty)
    #expect(harness.model.store.messages[MessageID("m1")]?.text == "look")
  }
}
