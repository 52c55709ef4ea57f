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
    #expect(changes(engine.acknowledge(first)) == [.writeRemoved(first)])

    var restored = SyncEngine(restoring: try #require(engine.disk))
    restored.checkInvariants()
    #expect(restored.pendingWrites == engine.pendingWrites)
    #expect(restored.connected().actions == engine.pendingWrites.map { .send($0) })
    let events = restored.listen(to: QuerySpec("b"), as: listener).events
    #expect(events.map(\.content) == [.data(.init(.childAdded, key: "c", node: 9))])
    #expect(restored.overwrite(at: "a", with: 3).id == WriteID(3))
  }

  @Test("what was complete shows at once after a restart, with the writes over it")
  func cache() throws {
    var engine = SyncEngine(persists: true)
    _ = engine.listen(to: QuerySpec("a"), as: listener)
    #expect(
      changes(engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1])) == [
        .cacheOverwritten("a", ["b": 1, "c": 1]), .queryCompleted(QuerySpec("a"), keys: []),
      ])
    _ = engine.serverMerge(at: "a", [.init("c", 2)])
    _ = engine.overwrite(at: "a/d", with: 3)

    var restored = SyncEngine(restoring: try #require(engine.disk))
    let output = restored.listen(to: QuerySpec("a"), as: listener)
    #expect(output.events.last?.content == .data(.init(.value, node: ["b": 1, "c": 2, "d": 3])))
    let known: Node = ["b": 1, "c": 2]
    #expect(
      output.actions == [
        .startListening(.init(number: 0, query: QuerySpec("a"), tag: nil, dataHash: known.dataHash))
      ])
    #expect(restored.serverOverwrite(at: "a/b", with: 1).events.isEmpty)
  }

  @Test("a window survives with its own children only")
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
    #expect(events.last?.content == .data(.init(.value, node: ["c": 1, "d": 1])))
    // Of the whole location only the child is known that was listened to as a whole.
    let whole = restored.listen(to: QuerySpec("a"), as: ListenerID(2)).events
    #expect(whole.map(\.content) == [.data(.init(.childAdded, key: "x", node: 5))])
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

  @Test("transactions and an engine without disk leave nothing behind")
  func nothing() {
    var engine = SyncEngine(persists: true)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: { _ in 1 })
    #expect(engine.disk == DiskState())
    var volatile = SyncEngine()
    #expect(changes(volatile.overwrite(at: "a", with: 1).output).isEmpty)
    #expect(volatile.disk == nil)
  }
}
