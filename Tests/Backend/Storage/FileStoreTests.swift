import Backend
import Testing

@Suite("File storage")
struct FileStoreTests {
  private static let unit = FileStore.chunkUnit
  private let content = FileContent(fingerprint: 9, byteCount: 2 * unit + 100)

  private func begin(_ store: inout FileStore, at now: Int64 = 0) throws -> FileStore.UploadID {
    try store.beginUpload(
      to: "images/a", byteCount: content.byteCount, contentType: "image/png", as: "alice",
      nowMilliseconds: now)
  }

  @Test("a file appears with its last chunk and not before")
  func upload() throws {
    var store = FileStore()
    let id = try begin(&store)
    var progress = try store.progress(of: id, nowMilliseconds: 0)
    #expect(progress == .stored(0, of: content.byteCount))
    var steps: [Int] = []
    while case .stored(let offset, _) = progress {
      #expect(store.file(at: "images/a") == nil)
      progress = try store.store(
        content.chunk(from: offset, byteCount: Self.unit), in: id, nowMilliseconds: 77)
      steps.append(progress.byteCount)
    }
    #expect(steps == [Self.unit, 2 * Self.unit, content.byteCount])
    let file = try #require(store.file(at: "images/a"))
    #expect(progress == .complete(file))
    #expect(file.content == content)
    #expect(file.owner == "alice")
    #expect(file.createdMilliseconds == 77)
    #expect(store.byteCount == content.byteCount)
    #expect(try store.progress(of: id, nowMilliseconds: 78) == .complete(file))
    #expect(throws: StorageError.uploadComplete(id)) {
      try store.store(
        content.chunk(from: 2 * Self.unit, byteCount: 100), in: id, nowMilliseconds: 78)
    }
    #expect(store.file(at: "images/a")?.generation == 1)
  }

  @Test("a chunk follows what is stored, and the upload goes on from there")
  func resume() throws {
    var store = FileStore()
    let id = try begin(&store)
    let first = content.chunk(from: 0, byteCount: Self.unit)
    let progress = try store.store(first, in: id, nowMilliseconds: 0)
    #expect(progress == .stored(Self.unit, of: content.byteCount))
    let whole = content.chunk(from: 0, byteCount: content.byteCount)
    #expect(throws: StorageError.wrongOffset(given: 0, expected: Self.unit)) {
      try store.store(whole, in: id, nowMilliseconds: 0)
    }
    let rest = content.chunk(from: Self.unit, byteCount: .max)
    _ = try store.store(rest, in: id, nowMilliseconds: 0)
    #expect(store.file(at: "images/a")?.content == content)
  }

  @Test("a chunk that isn't the last comes in multiples of 256 KiB")
  func alignment() throws {
    var store = FileStore()
    let id = try begin(&store)
    #expect(throws: StorageError.unalignedChunk(bytes: 100)) {
      try store.store(content.chunk(from: 0, byteCount: 100), in: id, nowMilliseconds: 0)
    }
  }

  @Test("a chunk beyond the announced size is refused")
  func tooLong() throws {
    var store = FileStore()
    let id = try begin(&store)
    let longer = FileContent(fingerprint: 1, byteCount: content.byteCount + 1)
    #expect(
      throws: StorageError.tooLong(end: longer.byteCount, announced: content.byteCount)
    ) {
      try store.store(
        longer.chunk(from: 0, byteCount: .max), in: id, nowMilliseconds: 0)
    }
  }

  @Test("chunks of two contents make neither")
  func mixedContent() throws {
    var store = FileStore()
    let id = try begin(&store)
    let other = FileContent(fingerprint: 10, byteCount: content.byteCount)
    _ = try store.store(
      content.chunk(from: 0, byteCount: Self.unit), in: id, nowMilliseconds: 0)
    _ = try store.store(
      other.chunk(from: Self.unit, byteCount: .max), in: id, nowMilliseconds: 0)
    let stored = store.file(at: "images/a")?.content
    #expect(stored != content && stored != other)
  }

  @Test("an upload can be resumed for a week")
  func expiry() throws {
    var store = FileStore()
    let id = try begin(&store)
    let week: Int64 = 7 * 24 * 3_600_000
    #expect(try store.progress(of: id, nowMilliseconds: week).byteCount == 0)
    #expect(throws: StorageError.uploadNotFound(id)) {
      try store.progress(of: id, nowMilliseconds: week + 1)
    }
    let done = try begin(&store)
    _ = try store.store(
      content.chunk(from: 0, byteCount: content.byteCount), in: done, nowMilliseconds: week)
    #expect(try store.progress(of: done, nowMilliseconds: week).byteCount == content.byteCount)
    #expect(throws: StorageError.uploadNotFound(done)) {
      try store.progress(of: done, nowMilliseconds: week + 1)
    }
  }

  @Test("a cancelled upload leaves nothing")
  func cancel() throws {
    var store = FileStore()
    let id = try begin(&store)
    store.cancel(id)
    #expect(throws: StorageError.uploadNotFound(id)) {
      try store.store(content.chunk(from: 0, byteCount: Self.unit), in: id, nowMilliseconds: 0)
    }
    #expect(store.paths.isEmpty)
  }

  @Test("a file of no bytes is complete with one chunk of none")
  func emptyFile() throws {
    var store = FileStore()
    let id = try store.beginUpload(
      to: "empty", byteCount: 0, contentType: "text/plain", as: nil, nowMilliseconds: 0)
    let empty = FileContent([])
    _ = try store.store(empty.chunk(from: 0, byteCount: 0), in: id, nowMilliseconds: 0)
    #expect(store.file(at: "empty")?.content == empty)
  }

  @Test("nothing is allowed that no rule allows, and rules see size, type and owner")
  func rules() throws {
    let rules = StorageRules([
      try .init("images/{user}/{name=**}", [.create, .update]) { request, captures in
        request.uid == captures["user"] && (request.byteCount ?? 0) <= 2_097_152
          && request.contentType?.hasPrefix("image/") == true
      },
      try .init("images/{rest=**}", [.get]) { request, _ in request.uid != nil },
      try .init("images/{rest=**}", [.delete]) { request, _ in
        request.existing?.owner == request.uid
      },
    ])
    var store = FileStore(rules: rules)
    func upload(_ path: Path, _ bytes: Int, _ type: String, _ uid: String?) throws {
      let id = try store.beginUpload(
        to: path, byteCount: bytes, contentType: type, as: uid, nowMilliseconds: 0)
      let content = FileContent(fingerprint: 1, byteCount: bytes)
      _ = try store.store(
        content.chunk(from: 0, byteCount: bytes), in: id, nowMilliseconds: 0)
    }
    try upload("images/alice/c/1", 2_097_152, "image/jpeg", "alice")
    for (path, bytes, type, uid) in [
      ("images/alice/c/2", 2_097_153, "image/jpeg", "alice"),
      ("images/alice/c/2", 10, "text/plain", "alice"), ("images/alice/c/2", 10, "image/png", "bob"),
      ("other", 10, "image/png", "alice"), ("images/alice", 10, "image/png", "alice"),
    ] {
      #expect(throws: StorageError.unauthorized(.create, Path(unchecked: path), uid: uid)) {
        try upload(Path(unchecked: path), bytes, type, uid)
      }
    }
    #expect(throws: StorageError.unauthorized(.get, "images/alice/c/1", uid: nil)) {
      try store.download("images/alice/c/1", as: nil, nowMilliseconds: 0)
    }
    #expect(
      try store.download("images/alice/c/1", as: "bob", nowMilliseconds: 0).contentType
        == "image/jpeg")
    #expect(throws: StorageError.unauthorized(.delete, "images/alice/c/1", uid: "bob")) {
      try store.delete("images/alice/c/1", as: "bob", nowMilliseconds: 0)
    }
    try store.delete("images/alice/c/1", as: "alice", nowMilliseconds: 0)
    #expect(throws: StorageError.fileNotFound("images/alice/c/1")) {
      try store.download("images/alice/c/1", as: "bob", nowMilliseconds: 0)
    }
  }

  @Test("a replaced file is another generation")
  func generations() throws {
    var store = FileStore()
    for generation in 1...2 {
      let id = try begin(&store)
      _ = try store.store(
        content.chunk(from: 0, byteCount: .max), in: id, nowMilliseconds: 0)
      #expect(store.file(at: "images/a")?.generation == generation)
    }
    let removals = [store.administer(delete: "images/a"), store.administer(delete: "images/a")]
    #expect(removals == [true, false])
  }

  @Test(
    "a folder lists what is directly in it, and metadata count their versions, anew for each file")
  func listsAndDescribes() throws {
    var store = FileStore()
    for path: Path in ["a/x", "a/b/y", "a/b/z", "a/c/d/w", "other"] {
      let id = try store.beginUpload(
        to: path, byteCount: 0, contentType: "text/plain", as: nil, nowMilliseconds: 0)
      _ = try store.store(
        FileContent([]).chunk(from: 0, byteCount: 0), in: id, nowMilliseconds: 0)
    }
    let listing = try store.list("a", as: nil, nowMilliseconds: 0)
    #expect(listing.items == ["a/x"] && listing.prefixes == ["a/b", "a/c"])
    #expect(try store.list("none", as: nil, nowMilliseconds: 0).items.isEmpty)
    #expect(try store.metadata(of: "a/x", as: nil, nowMilliseconds: 0).metageneration == 1)
    var metadata = try store.update(["n": "1"], of: "a/x", as: nil, nowMilliseconds: 0)
    metadata = try store.update(["m": "2"], of: "a/x", as: nil, nowMilliseconds: 0)
    #expect(metadata.metageneration == 3 && metadata.custom == ["n": "1", "m": "2"])
    try store.delete("a/x", as: nil, nowMilliseconds: 0)
    #expect(throws: StorageError.fileNotFound("a/x")) {
      try store.metadata(of: "a/x", as: nil, nowMilliseconds: 0)
    }
  }
}
