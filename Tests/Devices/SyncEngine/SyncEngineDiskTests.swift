import Backend
import Devices
import Testing

@Suite struct SyncEngineDiskTests {
  private let listener = ListenerID(1)

  private func changes(_ output: Output) -> [DiskChange] {
    output.actions.compactMap { if case .persist(let change) = $0 { change } else { nil } }
  }

  @Test("writes survive in order and keep their numbers")
  func queue() throws {
    var engine = SyncEngine(persists: true)
    let (first, output) = engine.overwrite(at: "a", with: 1)
    #expect(changes(output) == [.writeAdded(engine.pendingWrites[0])])
    _ = engine.overwrite(at: "a", with: 2)
    _ = engine.merge(at: "b", [.init("c", Node(.timestamp))], nowMilliseconds: 9)
    #expect(changes(engine.acknowledge(first)).first == .writeRemoved(first))

    var restored = SyncEngine(restoring: try #require(engine.disk), nowMilliseconds: 20)
    restored.checkInvariants()
    #expect(restored.pendingWrites.map(\.id) == engine.pendingWrites.map(\.id))
    #expect(restored.pendingWrites.map(\.change) == engine.pendingWrites.map(\.change))
    #expect(restored.connected().actions == restored.pendingWrites.map { .send($0) })
    // Server values are estimated anew.
    let events = restored.listen(to: QuerySpec("b"), as: listener).events
    #expect(events.map(\.content) == [.data(.init(.childAdded, key: "c", node: 20))])
    #expect(restored.overwrite(at: "a", with: 3).id == WriteID(3))
  }

  @Test("what was complete shows at once after a restart, with the writes over it")
  func cache() throws {
    var engine = SyncEngine(persists: true)
    _ = engine.listen(to: QuerySpec("a"), as: listener)
    let told = changes(engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1]))
    #expect(told.first == .cacheOverwritten("a", ["b": 1, "c": 1]))
    #expect(told.count == 2)
    #expect(engine.disk?.tracked(QuerySpec("a"))?.isComplete == true)
    _ = engine.serverMerge(at: "a", [.init("c", 2)])
    _ = engine.overwrite(at: "a/d", with: 3)

    var restored = SyncEngine(restoring: try #require(engine.disk))
    let output = restored.listen(to: QuerySpec("a"), as: listener)
    #expect(output.events.last?.content == .data(.init(.value, node: ["b": 1, "c": 2, "d": 3])))
    let known: Node = ["b": 1, "c": 2]
    #expect(
      output.actions.last
        == .startListening(
          .init(number: 0, query: QuerySpec("a"), tag: nil, dataHash: known.dataHash)))
    #expect(restored.serverOverwrite(at: "a/b", with: 1).events.isEmpty)
  }

  @Test("a window survives with what it showed, be it brought by another listen")
  func window() throws {
    var engine = SyncEngine(persists: true)
    let window = QuerySpec("a", try QueryParameters().limited(toLast: 2))
    _ = engine.listen(to: window, as: listener)
    _ = engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1], tag: 1)
    _ = engine.serverMerge(at: "a", [.init("b", .empty), .init("d", 1)], tag: 1)
    _ = engine.listen(to: QuerySpec("a/x"), as: listener)
    _ = engine.serverOverwrite(at: "a/x", with: 5)

    var restored = SyncEngine(restoring: try #require(engine.disk))
    let events = restored.listen(to: window, as: listener).events
    #expect(events.last?.content == .data(.init(.value, node: ["d": 1, "x": 5])))
    // Of the whole location those children are known that a window showed, or that were listened to by themselves.
    let whole = restored.listen(to: QuerySpec("a"), as: ListenerID(2)).events
    #expect(whole.map(\.content).count == 2)
    #expect(restored.shown(QuerySpec("a"))?.node == ["d": 1, "x": 5])
    #expect(restored.shown(QuerySpec("a"))?.isComplete == false)
  }

  @Test("changes alone rebuild the disk's image")
  func replay() throws {
    var engine = SyncEngine(persists: true)
    var disk = DiskState()
    let outputs = [
      engine.listen(to: QuerySpec("a"), as: listener), engine.overwrite(at: "a/b", with: 1).output,
      engine.serverOverwrite(at: "a", with: ["c": 1]), engine.revert(WriteID(0)),
      engine.overwrite(at: "a/b", with: 2).output,
    ]
    for change in outputs.flatMap(changes) { disk.apply(change) }
    #expect(engine.disk == disk)
    #expect(disk.writes.count == 1)
    #expect(disk.isComplete(QuerySpec("a/anything")))
  }

  @Test("transactions leave no write behind, and an engine without disk nothing")
  func nothing() {
    var engine = SyncEngine(persists: true)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: { _ in 1 })
    #expect(engine.disk?.writes == [])
    #expect(engine.disk?.cache == .empty)
    #expect(engine.disk.map { SyncEngine(restoring: $0).hasPendingWrites } == false)
    var volatile = SyncEngine()
    #expect(changes(volatile.overwrite(at: "a", with: 1).output).isEmpty)
    #expect(volatile.disk == nil)
  }
}
