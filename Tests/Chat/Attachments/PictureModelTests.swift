import Backend
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("Pictures of messages in the app's model")
struct PictureModelTests {
  private static let id = MessageID("m1")
  private static let upload = UploadFact.id(of: id, number: 1)
  private static let picture = Picture("p", byteCount: 1_000)
  private static let place = "/pictures/chat/alice/m1/none-1"

  /// Alice has sent a picture, of which the backend has the message.
  private static func sent() -> ModelHarness {
    var harness = ModelHarness.chatting()
    harness.model.send(
      "look", [picture], in: ModelHarness.chat, as: id, localMilliseconds: 1_000)
    harness.flush()
    return harness
  }

  private static func number(of effect: ChatEffect) -> Int? {
    if case .write(let number, let path, _) = effect, path.description.hasPrefix("/messages/") {
      number
    } else {
      nil
    }
  }

  private static func uploads(_ harness: ModelHarness) -> Int {
    harness.effects.count { if case .upload = $0 { true } else { false } }
  }

  private func progress(_ bytes: Int) -> TransferProgress {
    TransferProgress(byteCount: bytes, totalByteCount: 1_000, upload: Self.session)
  }

  private static let session: FileStore.UploadID? = {
    var store = FileStore(rules: .open)
    return try? store.beginUpload(
      to: "a/b", byteCount: 1, contentType: "image/jpeg", as: nil, nowMilliseconds: 0)
  }()

  @Test("nothing is uploaded before the backend has the message, and once then")
  func order() throws {
    var harness = Self.sent()
    #expect(Self.uploads(harness) == 0)
    harness.answer(try #require(harness.effects.compactMap(Self.number).last), .committed)
    #expect(Self.uploads(harness) == 1)
    harness.model.startUpload(of: Self.id)
    harness.flush()
    #expect(Self.uploads(harness) == 1)
    harness.restart()
    #expect(Self.uploads(harness) == 1, "once more in the next process")
  }

  @Test("time-outs are tried again after 1, 2, 4, 8 and 16 s, then it has failed (AS-17, C-45)")
  func timeouts() throws {
    var harness = Self.sent()
    harness.answer(try #require(harness.effects.compactMap(Self.number).last), .committed)
    harness.model.uploadProgressed(Self.upload, progress(400))
    for _ in 1...5 {
      harness.model.uploadEnded(Self.upload, .failure(.retryLimitExceeded(.seconds(30))))
      harness.model.uploadTimerFired(Self.upload)
    }
    harness.flush()
    let pauses = harness.effects.compactMap { effect -> Duration? in
      if case .startUploadTimer(_, let pause) = effect { pause } else { nil }
    }
    #expect(pauses == [1, 2, 4, 8, 16].map { .seconds($0) })
    harness.model.uploadEnded(Self.upload, .failure(.retryLimitExceeded(.seconds(30))))
    #expect(harness.model.store.uploads["m1+1"]?.state == .failed(.timedOut))
    let isRetried = harness.model.retryUpload(of: Self.id)
    #expect(isRetried)
    #expect(harness.model.store.uploads["m1+1"]?.state == .retried)
  }

  @Test("what has not begun is tried again after the same pauses, and then it has failed (AS-17)")
  func notBegun() throws {
    var harness = Self.sent()
    harness.answer(try #require(harness.effects.compactMap(Self.number).last), .committed)
    for count in 1...5 {
      harness.model.uploadEnded(Self.upload, .failure(.retryLimitExceeded(.seconds(30))))
      harness.flush()
      #expect(harness.model.store.uploads["m1+1"]?.state == .queued)
      #expect(Self.uploads(harness) == count, "not before the pause is over")
      harness.model.uploadTimerFired(Self.upload)
      harness.flush()
      #expect(Self.uploads(harness) == 1 + count)
    }
    harness.model.uploadEnded(Self.upload, .failure(.retryLimitExceeded(.seconds(30))))
    #expect(harness.model.store.uploads["m1+1"]?.state == .failed(.timedOut))
  }

  @Test(
    "the pictures of several messages go one after the other, also where one of them is deleted or has failed"
  )
  func inTurn() throws {
    var harness = Self.sent()
    for id in ["m2", "m3", "m4"] {
      harness.model.send(
        id, [Self.picture], in: ModelHarness.chat, as: MessageID(id), localMilliseconds: 2_000)
    }
    harness.flush()
    for number in harness.effects.compactMap(Self.number) { harness.answer(number, .committed) }
    func begun() -> [String] {
      harness.effects.compactMap {
        if case .upload(let upload) = $0 { upload.id.text } else { nil }
      }
    }
    #expect(begun() == ["m1+1"])
    harness.model.uploadProgressed(Self.upload, progress(400))
    harness.model.uploadEnded(Self.upload, .failure(.networkLost))
    harness.flush()
    #expect(begun() == ["m1+1", "m2+1"])
    harness.model.forgetPictures(of: try #require(harness.model.store.messages[MessageID("m3")]))
    harness.model.forgetPictures(of: try #require(harness.model.store.messages[MessageID("m2")]))
    harness.flush()
    #expect(begun() == ["m1+1", "m2+1", "m4+1"])
  }

  @Test("a picture of a message that the backend does not delete stays")
  func notDeleted() throws {
    var harness = Self.sent()
    harness.answer(try #require(harness.effects.compactMap(Self.number).last), .committed)
    harness.model.delete(Self.id)
    harness.flush()
    harness.hear(
      .messages(ModelHarness.chat), .childChanged, "m1",
      [
        "author": "alice", "sentAt": 1_000, "text": "look",
        "attachments": Attachment.records(of: [Attachment(Self.picture)]),
      ])
    harness.answer(
      try #require(harness.effects.compactMap(Self.number).last), .refused("permission_denied"))
    let message = harness.model.store.messages[Self.id]
    #expect(message?.isDeleted == false && message?.attachments.count == 1)
    #expect(harness.model.store.uploads.count == 1 && harness.model.store.files.count == 1)
  }

  @Test("a group's photo that cannot be had is asked for once with each look at the group")
  func photoAskedAgain() {
    let place = "/groups/chat/bob/p1"
    var harness = ModelHarness.grouped(with: [ModelHarness.bob])
    harness.hear(
      .conversation(ModelHarness.chat), .value, nil,
      ["isGroup": true, "members": ["alice": true, "bob": true], "photo": Node(.string(place))])
    harness.open()
    func requests() -> Int {
      harness.effects.count { if case .download(place) = $0 { true } else { false } }
    }
    for look in 1...3 {
      #expect(requests() == look)
      harness.model.downloadEnded(place, .failure(.refused(.fileNotFound("a/b"))))
      harness.flush()
      #expect(requests() == look)
      harness.model.openInfo(of: ModelHarness.chat)
      harness.flush()
    }
  }

  @Test("a picture of a message that is deleted is stopped and goes from this phone")
  func deleted() throws {
    var harness = Self.sent()
    harness.answer(try #require(harness.effects.compactMap(Self.number).last), .committed)
    harness.model.delete(Self.id)
    harness.flush()
    #expect(harness.model.store.uploads.count == 1 && harness.model.store.files.count == 1)
    harness.answer(try #require(harness.effects.compactMap(Self.number).last), .committed)
    #expect(harness.model.store.uploads.isEmpty && harness.model.store.files.isEmpty)
    #expect(harness.effects.contains { if case .cancelUpload = $0 { true } else { false } })
  }

  @Test(
    "pictures make room once there are too many bytes of them, but for those that are to be sent")
  func makesRoom() {
    var policies = ChatPolicies()
    policies.pictureCacheBytes = 1_500
    var harness = ModelHarness.chatting(policies: policies)
    func file(_ id: String, _ bytes: Int) -> FileFact {
      FileFact(
        place: "/pictures/chat/bob/\(id)/1", content: Picture(id, byteCount: bytes).content)
    }
    for (id, turn) in [("a", 3), ("b", 1), ("c", 2)] {
      harness.model.store.put(file(id, 500))
      harness.model.pictureTurns["/pictures/chat/bob/\(id)/1"] = turn
    }
    func kept() -> [String] {
      harness.model.tidyPictures()
      return harness.model.store.files.keys.sorted().map {
        $0.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
      }
    }
    #expect(kept() == ["chat/bob/a", "chat/bob/b", "chat/bob/c"])
    harness.model.send(
      "look", [Self.picture], in: ModelHarness.chat, as: Self.id, localMilliseconds: 1_000)
    #expect(kept() == ["chat/alice/m1", "chat/bob/a"], "b and c were not shown for longer")
    harness.model.store.put(file("d", 5_000))
    #expect(kept() == ["chat/alice/m1", "chat/bob/a"], "d was never shown")
    #expect(harness.model.store.pictureByteCount == 1_500)
  }
}
