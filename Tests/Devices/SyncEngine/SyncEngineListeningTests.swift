import Backend
import Devices
import Testing

@Suite struct SyncEngineListeningTests {
  private let first = ListenerID(1)
  private let second = ListenerID(2)

  private func last(_ count: Int) throws -> QueryParameters { try .init().limited(toLast: count) }

  @Test("a listener of known data is told at once, without another server listen")
  func knownData() {
    var engine = SyncEngine()
    let start = engine.listen(to: QuerySpec("a"), as: first)
    #expect(start.events.isEmpty)
    #expect(
      start.actions == [
        .startListening(.init(number: 0, query: QuerySpec("a"), tag: nil, dataHash: nil))
      ])
    _ = engine.serverOverwrite(at: "a", with: ["b": ["c": 1]])
    let below = engine.listen(to: QuerySpec("a/b"), as: second)
    #expect(below.actions.isEmpty)
    #expect(
      below.events.map(\.content) == [
        .data(.init(.childAdded, key: "c", node: 1)), .data(.init(.value, node: ["c": 1])),
      ])
  }

  @Test("a listen of everything ends those that it covers, and they start again when it ends")
  func coverage() throws {
    var engine = SyncEngine()
    let window = QuerySpec("a/b", try last(2))
    let windowListen = ServerListen(number: 0, query: window, tag: 1, dataHash: nil)
    let windowAgain = ServerListen(number: 2, query: window, tag: 1, dataHash: nil)
    #expect(engine.listen(to: window, as: first).actions == [.startListening(windowListen)])
    let whole = ServerListen(number: 1, query: QuerySpec("a"), tag: nil, dataHash: nil)
    #expect(
      engine.listen(to: QuerySpec("a"), as: second).actions == [
        .startListening(whole), .stopListening(windowListen),
      ])
    #expect(engine.serverListens == [whole])
    #expect(
      engine.unlisten(second, from: QuerySpec("a")).actions == [
        .startListening(windowAgain), .stopListening(whole),
      ])
    #expect(engine.unlisten(first, from: window).actions == [.stopListening(windowAgain)])
    #expect(engine.serverListens.isEmpty)
    engine.checkInvariants()
  }

  @Test("what is told of a part of a child isn't shown where the rest isn't known")
  func unknownDeepMerge() {
    var engine = SyncEngine()
    _ = engine.listen(to: QuerySpec("a/b"), as: first)
    _ = engine.serverOverwrite(at: "a/b", with: ["x": 1])
    _ = engine.listen(to: QuerySpec("a"), as: second)
    _ = engine.serverMerge(at: "a", [.init("b/y", 2), .init("c/d", 3), .init("e", 4)])
    let shown = engine.shown(QuerySpec("a"))
    #expect(shown?.node == ["b": ["x": 1, "y": 2], "e": 4])
    #expect(shown?.isComplete == false)
  }

  @Test("a query with an order alone shares the listen of its location")
  func orderOnly() throws {
    var engine = SyncEngine()
    let ordered = QuerySpec("a", try QueryParameters().ordered(by: .child("n")))
    _ = engine.listen(to: ordered, as: first)
    #expect(engine.listen(to: QuerySpec("a"), as: second).actions.isEmpty)
    #expect(engine.unlisten(first, from: ordered).actions.isEmpty)
    #expect(engine.unlisten(second, from: QuerySpec("a")).actions.count == 1)
  }

  @Test("removing a listener from the default query removes it from all queries of the location")
  func unlistenEverywhere() throws {
    var engine = SyncEngine()
    let window = QuerySpec("a", try last(2))
    _ = engine.listen(to: window, as: first)
    _ = engine.listen(to: window, as: second)
    #expect(engine.unlisten(first, from: QuerySpec("a")).actions.isEmpty)
    #expect(engine.unlisten(nil, from: QuerySpec("a")).actions.count == 1)
    #expect(engine.shown(window) == nil)
    #expect(engine.unlisten(nil, from: QuerySpec("a")) == Output())
  }

  @Test("a listener hears only of the kinds that it asked for")
  func kinds() {
    var engine = SyncEngine()
    _ = engine.listen(to: QuerySpec("a"), as: first, for: .value)
    _ = engine.listen(to: QuerySpec("a"), as: second, for: [])
    let output = engine.serverOverwrite(at: "a", with: ["b": 1])
    #expect(output.events.map(\.listener) == [first])
    #expect(output.events.map(\.content) == [.data(.init(.value, node: ["b": 1]))])
  }

  @Test("a revoked listen cancels its listeners and lets covered queries ask for themselves")
  func revoked() {
    var engine = SyncEngine()
    _ = engine.listen(to: QuerySpec("a"), as: first)
    _ = engine.listen(to: QuerySpec("a/b"), as: second)
    let output = engine.listenRevoked(QuerySpec("a"), reason: "permission_denied")
    #expect(
      output.events == [
        RaisedEvent(
          listener: first, query: QuerySpec("a"), content: .cancelled(reason: "permission_denied"))
      ])
    #expect(
      output.actions == [
        .startListening(.init(number: 1, query: QuerySpec("a/b"), tag: nil, dataHash: nil))
      ])
    #expect(engine.shown(QuerySpec("a")) == nil)
  }

  @Test("news of a query that is gone or covered is passed over")
  func lateNews() throws {
    var engine = SyncEngine()
    let window = QuerySpec("a", try last(1))
    _ = engine.listen(to: window, as: first)
    #expect(engine.tag(of: window) == 1)
    _ = engine.listen(to: QuerySpec("a"), as: second)
    _ = engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1])
    #expect(engine.serverOverwrite(at: "a", with: ["b": 2], tag: 1) == Output())
    _ = engine.unlisten(nil, from: QuerySpec("a"))
    #expect(engine.serverOverwrite(at: "a", with: ["b": 2], tag: 1) == Output())
    #expect(
      engine.listenCompleted(.init(number: 0, query: window, tag: 1, dataHash: nil)) == Output())
  }

  @Test("after a connection is lost listens come first, with hashes, then the writes in order")
  func reconnect() {
    var engine = SyncEngine()
    _ = engine.connected()
    _ = engine.listen(to: QuerySpec("a"), as: first)
    _ = engine.serverOverwrite(at: "a", with: ["b": 1])
    _ = engine.listen(to: QuerySpec("c"), as: second)
    _ = engine.overwrite(at: "a/b", with: 2)
    _ = engine.merge(at: "c", [.init("d", 3)])
    #expect(engine.disconnected() == Output())
    let known = Node(dictionaryLiteral: ("b", 1)).dataHash
    #expect(
      engine.connected().actions == [
        .startListening(.init(number: 0, query: QuerySpec("a"), tag: nil, dataHash: known)),
        .startListening(.init(number: 1, query: QuerySpec("c"), tag: nil, dataHash: nil)),
        .send(engine.pendingWrites[0]), .send(engine.pendingWrites[1]),
      ])
  }

  @Test("a listen gives no hash while news of one that was stopped may be on the way")
  func noHash() {
    var engine = SyncEngine(persists: true)
    _ = engine.connected()
    for stopped in [false, true] {
      let start = engine.listen(to: QuerySpec("a"), as: first)
      guard case .startListening(let listen) = start.actions.last else {
        Issue.record("nothing is listened to")
        return
      }
      let known: Node = ["b": 1]
      #expect(listen.dataHash == nil)
      _ = engine.serverOverwrite(at: "a", with: known)
      #expect(engine.serverListens[0].dataHash == known.dataHash)
      if !stopped { _ = engine.unlisten(first, from: QuerySpec("a")) }
    }
    #expect(
      engine.connected().actions == engine.serverListens.map { .startListening($0) })
  }

  @Test(
    "a listen to much data carries the hashes of its parts, and what is told of them is laid over it"
  )
  func compoundHash() throws {
    let window = QuerySpec("list", try QueryParameters().limited(toLast: 100))
    for query in [QuerySpec("list"), window] {
      var engine = SyncEngine()
      _ = engine.connected()
      _ = engine.listen(to: query, as: first)
      let tag = engine.tag(of: query)
      let unknown = engine.hash(for: engine.serverListens[0])
      #expect(unknown == nil, "nothing is known")
      _ = engine.serverOverwrite(at: "list", with: ["100": "short"], tag: tag)
      let short = engine.hash(for: engine.serverListens[0])
      #expect(short?.compound == nil && short?.simple == (["100": "short"] as Node).dataHash)

      let list = Node(children: (100..<200).map { (Key("\($0)"), "twenty characters 12") })
      _ = engine.serverOverwrite(at: "list", with: list, tag: tag)
      _ = engine.disconnected()
      _ = engine.connected()
      let listen = engine.serverListens[0]
      let hash = engine.hash(for: listen)
      let compound = try #require(hash?.compound)
      #expect(compound.posts.last == "199" && compound.posts.count > 3)
      // The first leaves, and another comes in at the end.
      let changed = list.updating("100", to: .empty).updating("200", to: "new")
      let merges = try #require(compound.merges(for: changed))
      #expect(merges.map(\.range.end) == [compound.posts[0], nil])
      let output = engine.serverRangeMerge(at: "list", merges, tag: tag)
      #expect(output.events.count == 3, "one is removed, one is added, and the value")
      #expect(engine.listenCompleted(listen) == Output())
      #expect(engine.shown(query)?.node == changed)
      engine.checkInvariants()
    }
  }

  @Test("ranges of a query that nobody listens to any more are ignored")
  func lateRanges() {
    var engine = SyncEngine()
    _ = engine.connected()
    let merge = RangeMerge(PathRange(after: nil, through: nil), ["b": 2])
    #expect(engine.serverRangeMerge(at: "a", [merge]) == Output())
    #expect(engine.serverRangeMerge(at: "a", [merge], tag: 1) == Output())
    _ = engine.listen(to: QuerySpec("a/b"), as: first)
    #expect(engine.serverRangeMerge(at: "a", [merge]) == Output())
  }

  @Test("a listen that the server completes without data shows what was known")
  func completedWithoutData() {
    var engine = SyncEngine()
    _ = engine.listen(to: QuerySpec("a"), as: first)
    let earlier = engine.serverListens[0]
    _ = engine.unlisten(first, from: QuerySpec("a"))
    _ = engine.listen(to: QuerySpec("a"), as: first)
    #expect(engine.listenCompleted(earlier) == Output())
    #expect(engine.listenFailed(earlier, reason: "permission_denied") == Output())
    let listen = engine.serverListens[0]
    #expect(
      engine.listenCompleted(listen).events.map(\.content)
        == [.data(.init(.value, node: .empty))])
    #expect(engine.listenCompleted(listen).events.isEmpty)
    #expect(engine.listenFailed(listen, reason: "permission_denied").events.count == 1)
  }

  @Test("a copy of an engine goes its own way")
  func valueSemantics() {
    var engine = SyncEngine(persists: true)
    _ = engine.listen(to: QuerySpec("a"), as: first)
    _ = engine.serverOverwrite(at: "a", with: ["b": 1])
    let copy = engine
    _ = engine.overwrite(at: "a/b", with: 2)
    #expect(copy.shown(QuerySpec("a"))?.node == ["b": 1])
    #expect(copy.pendingWrites.isEmpty)
    #expect(copy.disk?.writes.isEmpty == true)
    #expect(engine.shown(QuerySpec("a"))?.node == ["b": 2])
  }
}
