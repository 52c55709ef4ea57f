import Backend
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("Files of groups' photos on a phone")
struct GroupPhotoModelTests {
  private static let (hut, peak) = (place("hut"), place("peak"))

  private static func place(_ name: String, by user: UserID = ModelHarness.bob) -> String {
    ChatPlaces.photo(Key(name), of: ModelHarness.chat, by: user).description
  }

  private static func file(at place: String) throws -> StoredFile {
    var store = FileStore(rules: .open)
    let content = Picture(place, byteCount: 1_000).content
    let upload = try store.beginUpload(
      to: try Path(parsing: place), byteCount: content.byteCount, contentType: "image/jpeg",
      as: nil, nowMilliseconds: 0)
    let progress = try store.store(
      content.chunk(from: 0, byteCount: content.byteCount), in: upload, nowMilliseconds: 0)
    let file: StoredFile? = if case .complete(let stored) = progress { stored } else { nil }
    return try #require(file)
  }

  /// The database tells Alice's app which photo the group shows.
  private static func show(_ place: String, to harness: inout ModelHarness) {
    harness.hear(
      .conversation(ModelHarness.chat), .value, nil,
      [
        "isGroup": true, "members": ["alice": true, "bob": true], "admins": ["alice": true],
        "photo": Node(.string(place)),
      ])
  }

  private static func fetched(_ place: String, by harness: inout ModelHarness) throws {
    harness.model.downloadEnded(place, .success(try file(at: place)))
    harness.flush()
  }

  private static func kept(by harness: ModelHarness) -> [String] {
    harness.image.rows(in: ChatStore.fileTable).map(\.row.place).sorted()
  }

  private static func requests(for place: String, by harness: ModelHarness) -> Int {
    harness.effects.count { if case .download(place) = $0 { true } else { false } }
  }

  @Test("a photo that another one replaces goes from the phone, also where it comes too late")
  func replaced() throws {
    var harness = ModelHarness.grouped(with: [ModelHarness.bob])
    Self.show(Self.hut, to: &harness)
    try Self.fetched(Self.hut, by: &harness)
    #expect(Self.kept(by: harness) == [Self.hut])
    Self.show(Self.peak, to: &harness)
    #expect(Self.kept(by: harness) == [])
    Self.show(Self.hut, to: &harness)
    #expect(Self.requests(for: Self.hut, by: harness) == 2)
    Self.show(Self.peak, to: &harness)
    try Self.fetched(Self.hut, by: &harness)
    #expect(Self.kept(by: harness) == [])
    try Self.fetched(Self.peak, by: &harness)
    #expect(Self.kept(by: harness) == [Self.peak])
    #expect(Self.requests(for: Self.peak, by: harness) == 1)
    Self.show(Self.hut, to: &harness)
    #expect(Self.requests(for: Self.hut, by: harness) == 3)
  }

  @Test(
    "the photo before stays until the backend has answered this phone's own, and longer if it is refused",
    arguments: [true, false])
  func unanswered(isCommitted: Bool) throws {
    var harness = ModelHarness.grouped(with: [ModelHarness.bob])
    Self.show(Self.hut, to: &harness)
    try Self.fetched(Self.hut, by: &harness)
    let own = Self.place("own", by: ModelHarness.alice)
    let upload = UploadFact(
      id: Key("own"), purpose: .photo(of: ModelHarness.chat),
      picture: Picture("own", byteCount: 1_000), place: try Path(parsing: own))
    harness.model.store.put(upload)
    harness.model.uploadEnded(upload.id, .success(try Self.file(at: own)))
    harness.flush()
    Self.show(own, to: &harness)
    #expect(Self.kept(by: harness) == [own, Self.hut])
    let number = try #require(harness.writes.last?.number)
    if !isCommitted { Self.show(Self.hut, to: &harness) }
    harness.answer(number, isCommitted ? .committed : .refused("permission_denied"))
    #expect(Self.kept(by: harness) == [isCommitted ? own : Self.hut])
    #expect(Self.requests(for: Self.hut, by: harness) == 1)
  }
}
