import Backend
import Testing

@testable import Devices

@Suite("The cache of an engine on disk: guesses, windows, pruning")
struct SyncEngineCacheTests {
  private let listener = ListenerID(1)

  /// An engine with a connection.
  private func connected() -> SyncEngine {
    var engine = SyncEngine(persists: true)
    _ = engine.connected()
    return engine
  }

  /// An engine that begins where another one's process died.
  private func restored(_ engine: SyncEngine, at milliseconds: Int64 = 0) throws -> SyncEngine {
    SyncEngine(restoring: try #require(engine.disk), nowMilliseconds: milliseconds)
  }

  @Test(
    "a write that was acknowledged without a listener stays as it was shown, and counts as complete"
  )
  func guess() throws {
    var engine = connected()
    let (id, _) = engine.overwrite(at: "a/t", with: Node(.timestamp), nowMilliseconds: 1_000)
    _ = engine.acknowledge(id)
    var later = try restored(engine, at: 5_000)
    _ = later.listen(to: QuerySpec("a/t"), as: listener)
    #expect(later.shown(QuerySpec("a/t"))?.node == 1_000)
    #expect(later.shown(QuerySpec("a/t"))?.isComplete == true)
  }

  @Test("a transaction begins with what the cache has; given up, it listens no more")
  func transaction() throws {
    var engine = connected()
    _ = engine.listen(to: QuerySpec("n"), as: listener)
    _ = engine.serverOverwrite(at: "n", with: 4)
    var later = try restored(engine)
    _ = later.connected()
    let output = later.beginTransaction(TransactionID(0), at: "n") { _ in nil }
    let outcomes = output.actions.compactMap { action -> TransactionOutcome? in
      if case .endTransaction(_, let outcome) = action { outcome } else { nil }
    }
    #expect(outcomes == [.abandoned(4)])
    #expect(later.serverListens.isEmpty)
  }

  @Test("a write that was refused, or that a listener heard of, is no guess")
  func noGuess() throws {
    var engine = connected()
    let (refused, _) = engine.overwrite(at: "a", with: 1)
    _ = engine.revert(refused)
    _ = engine.listen(to: QuerySpec("b"), as: listener)
    let (heard, _) = engine.overwrite(at: "b/c", with: Node(.timestamp), nowMilliseconds: 1_000)
    _ = engine.serverOverwrite(at: "b", with: ["c": 1_002])
    _ = engine.acknowledge(heard)
    #expect(engine.disk?.cache == ["b": ["c": 1_002]])
    #expect(engine.disk?.isComplete(QuerySpec("a")) == false)
  }

  @Test("an increment that is restored shows as if it began at zero")
  func increment() throws {
    var engine = connected()
    _ = engine.listen(to: QuerySpec("n"), as: listener)
    _ = engine.serverOverwrite(at: "n", with: 5)
    _ = engine.overwrite(at: "n", with: Node(.increment(1)))
    #expect(engine.shown(QuerySpec("n"))?.node == 6)
    var later = try restored(engine)
    _ = later.listen(to: QuerySpec("n"), as: listener)
    #expect(later.shown(QuerySpec("n"))?.node == 1)
  }

  @Test("a window is kept with the keys that it shows, those of own writes included")
  func window() throws {
    var engine = connected()
    let window = QuerySpec("a", try QueryParameters().ordered(by: .key).limited(toLast: 2))
    _ = engine.listen(to: window, as: listener)
    _ = engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1], tag: 1)
    _ = engine.overwrite(at: "a/d", with: 1)
    engine.checkInvariants()
    #expect(engine.disk?.tracked(window)?.keys.sorted() == ["c", "d"])
    _ = engine.revert(WriteID(0))
    engine.checkInvariants()
    #expect(engine.disk?.tracked(window)?.keys.sorted() == ["b", "c"])
  }

  @Test(
    "more than a thousand news make the cache be looked at; what nobody listens to goes, the oldest first"
  )
  func prunes() throws {
    var engine = connected()
    engine.cachePolicy.bytesMax = 600
    let text = String(repeating: "x", count: 100)
    for (number, path) in (["a", "b", "c", "d", "e"] as [Path]).enumerated() {
      engine.deviceMilliseconds = Int64(10 - number)
      _ = engine.listen(to: QuerySpec(path), as: listener)
      _ = engine.serverOverwrite(at: path, with: ["t": Node(.string(text))])
      if path != "e" { _ = engine.unlisten(listener, from: QuerySpec(path)) }
    }
    // `e` is the one that was used least recently, and is listened to.
    _ = engine.listen(to: QuerySpec("f"), as: listener)
    for number in 6...CachePolicy.updatesBetweenChecks {
      _ = engine.serverOverwrite(at: "f", with: Node(.number(Double(number))))
    }
    #expect(engine.disk?.cache.children.map(\.key) == ["a", "b", "c", "d", "e", "f"])
    _ = engine.serverOverwrite(at: "f", with: 0)
    // 617 bytes with all of them, 497 without `d`, which is a fifth of four queries, rounded up.
    #expect(engine.disk?.cache.children.map(\.key) == ["a", "b", "c", "e", "f"])
    #expect(engine.disk?.tracked(QuerySpec("d")) == nil)
    var later = try restored(engine)
    _ = later.listen(to: QuerySpec("d"), as: listener)
    #expect(later.shown(QuerySpec("d"))?.isComplete == false)
  }

  @Test("what is kept below a pruned location stays, and what is pruned below a kept one too")
  func forest() {
    var forest = PruneForest()
    forest.prune("a")
    forest.prune("b/c")
    forest.keep("a/x")
    forest.keep("b")
    let cache: Node = ["a": ["x": 1, "y": 2], "b": ["c": 3], "d": 4]
    #expect(forest.pruned(cache) == ["a": ["x": 1], "b": ["c": 3], "d": 4])
    #expect(forest.prunesAnything)
    forest.keep(.root)
    #expect(!forest.prunesAnything)
  }

  @Test("so many queries are forgotten at once: a fifth, and all above a thousand")
  func counts() {
    #expect(CachePolicy.prunedCount(of: 1) == 1)
    #expect(CachePolicy.prunedCount(of: 11) == 3)
    #expect(CachePolicy.prunedCount(of: 1_000) == 200)
    #expect(CachePolicy.prunedCount(of: 2_000) == 1_000)
  }

  @Test("what is given up is shown no more and not on the disk, and its answers say nothing")
  func purge() throws {
    var engine = connected()
    _ = engine.listen(to: QuerySpec("a"), as: listener)
    _ = engine.serverOverwrite(at: "a", with: 1)
    let (id, _) = engine.overwrite(at: "a", with: 2)
    _ = engine.beginTransaction(TransactionID(0), at: "b", update: { _ in 3 })
    let output = engine.purge(reason: "write_canceled")
    engine.checkInvariants()
    #expect(engine.shown(QuerySpec("a"))?.node == 1)
    #expect(engine.disk?.writes == [])
    #expect(
      output.actions.contains(
        .endTransaction(TransactionID(0), .failed(reason: "write_canceled"))))
    #expect(engine.acknowledge(id).events.isEmpty)
  }
}
