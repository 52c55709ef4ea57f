import Backend
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("The media tab, in the app's model (PM-17)")
struct MediaTabTests {
  private static func place(_ id: String) -> String { "/pictures/chat/bob/\(id)/1" }

  /// Alice's app in a chat with Bob's media, which he sent at 2,000, 2,001 and so on: with a name that begins with v, a video.
  private static func shared(_ ids: [String], joined: Int64? = nil) -> ModelHarness {
    var harness = ModelHarness.grouped(
      with: [ModelHarness.bob], joined: joined.map { [ModelHarness.alice: $0] } ?? [:])
    for (index, id) in ids.enumerated() {
      let type: Node = id.hasPrefix("v") ? "video/mp4" : "image/jpeg"
      harness.hear(
        .messages(ModelHarness.chat), .childAdded, id,
        [
          "author": "bob", "sentAt": .time(2_000 + Int64(index)),
          "attachments": [
            "1": [
              "type": type, "bytes": 7, "width": 8, "height": 9, "state": "uploaded",
              "file": "1", "url": Node(.string(place(id))), "uploadedAt": 3_000,
            ]
          ],
        ])
    }
    harness.open()
    harness.model.openMedia(of: ModelHarness.chat)
    harness.flush()
    return harness
  }

  private func rows(_ harness: ModelHarness) -> [String]? {
    harness.screen.mediaSheet?.rows.map(\.message.text)
  }

  private func downloads(_ harness: ModelHarness) -> [String] {
    harness.effects.compactMap { if case .download(let place) = $0 { place } else { nil } }
  }

  @Test("the newest comes first, and a filter lets its kind through")
  func filters() {
    var harness = Self.shared(["p1", "v2", "p3"])
    #expect(rows(harness) == ["p3", "v2", "p1"])
    harness.model.filterMedia(by: .videos)
    #expect(rows(harness) == ["v2"])
    harness.model.filterMedia(by: .photos)
    #expect(rows(harness) == ["p3", "p1"])
    #expect(harness.screen.mediaSheet?.empty == nil)
    #expect(Self.shared([]).screen.mediaSheet?.empty == "Nothing has been shared yet")
  }

  @Test("what was sent before the viewer joined is not listed")
  func joinedLater() {
    #expect(rows(Self.shared(["p1", "p2", "p3"], joined: 2_001)) == ["p3", "p2"])
  }

  @Test("two files are fetched at a time, and what was deleted meanwhile is not")
  func downloading() {
    var harness = Self.shared(["p1", "p2", "p3", "p4"])
    harness.model.downloadAll()
    harness.flush()
    #expect(downloads(harness) == ["p4", "p3"].map(Self.place))
    #expect(harness.screen.mediaSheet?.downloadAll == nil)
    harness.hear(
      .messages(ModelHarness.chat), .childChanged, "p2",
      ["author": "bob", "sentAt": 2_001, "deletedAt": 4_000])
    harness.model.downloadEnded(Self.place("p4"), .failure(.retryLimitExceeded(.seconds(30))))
    harness.flush()
    #expect(downloads(harness) == ["p4", "p3", "p1"].map(Self.place))
    #expect(harness.screen.mediaSheet?.rows.first?.hasFailed == true)
    #expect(harness.screen.mediaSheet?.downloadAll == "Download all (1)")
    harness.model.downloadAll()
    harness.model.downloadEnded(Self.place("p1"), .failure(.refused(.fileNotFound("a/b"))))
    harness.flush()
    #expect(downloads(harness).last == Self.place("p4"))
  }
}
