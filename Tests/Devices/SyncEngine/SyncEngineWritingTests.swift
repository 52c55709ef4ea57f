import Backend
import Devices
import Testing

@Suite struct SyncEngineWritingTests {
  private func listening(_ node: Node) -> SyncEngine {
    var engine = SyncEngine()
    _ = engine.listen(to: QuerySpec("a"), as: ListenerID(1))
    _ = engine.serverOverwrite(at: "a", with: node)
    return engine
  }

  private func shown(_ engine: SyncEngine) -> Node? { engine.shown(QuerySpec("a"))?.node }

  @Test("a write shows at once, is sent, and stays shown when it is accepted")
  func accepted() {
    var engine = listening(["b": 1])
    let (id, output) = engine.overwrite(at: "a/b", with: 2)
    #expect(id == WriteID(0))
    #expect(output.actions == [.send(engine.pendingWrites[0])])
    #expect(
      output.events.map(\.content) == [
        .data(.init(.childChanged, key: "b", node: 2)), .data(.init(.value, node: ["b": 2])),
      ])
    #expect(engine.serverOverwrite(at: "a/b", with: 2).events.isEmpty)
    #expect(engine.acknowledge(id) == Output())
    #expect(shown(engine) == ["b": 2])
    #expect(!engine.hasPendingWrites)
  }

  @Test("a refused write is taken back and leaves the writes around it")
  func refused() {
    var engine = listening(["b": 1])
    _ = engine.overwrite(at: "a/b", with: 2)
    let (id, _) = engine.merge(at: "a", [.init("b", 3), .init("c", 3)])
    _ = engine.overwrite(at: "a/c", with: 4)
    #expect(shown(engine) == ["b": 3, "c": 4])
    let output = engine.revert(id)
    #expect(shown(engine) == ["b": 2, "c": 4])
    #expect(output.events.count == 2)
    #expect(engine.pendingWrites.map(\.id) == [WriteID(0), WriteID(2)])
  }

  @Test(
    "what the server does at the disconnection counts on the client's own writes, which are shown over it"
  )
  func incrementAtDisconnection() {
    var engine = listening(["b": 1])
    let (id, _) = engine.overwrite(at: "a/b", with: 5)
    let counted = [PathChange("a/b", Node(.increment(2)))]
    _ = engine.serverWillDo(counted, nowMilliseconds: 0)
    #expect(shown(engine) == ["b": 5])
    _ = engine.revert(id)
    #expect(shown(engine) == ["b": 7])
    // Without writes it counts on what the server has told.
    _ = engine.serverWillDo(counted, nowMilliseconds: 0)
    #expect(shown(engine) == ["b": 9])
  }

  @Test("a write of many paths shows next to what it doesn't name, and goes without a trace")
  func manyPaths() {
    let keys = (0..<40).map { Key("k\($0)") }
    let before = Node(children: keys.map { ($0, ["read": 1, "sent": 1]) })
    var engine = listening(before)
    _ = engine.overwrite(at: "a/k1/sent", with: 5)
    let changes = keys.map { PathChange(Path([$0, "read"]), 2) }
    let (id, output) = engine.merge(at: "a", changes)
    engine.checkInvariants()
    let shownAll = Node(children: keys.map { ($0, ["read": 2, "sent": $0 == "k1" ? 5 : 1]) })
    #expect(shown(engine) == shownAll)
    #expect(output.events.count == 41)
    #expect(engine.serverMerge(at: "a", changes).events.isEmpty)
    #expect(engine.acknowledge(id).events.isEmpty)
    engine.checkInvariants()
    #expect(shown(engine) == shownAll)

    let (refused, _) = engine.merge(at: "a", keys.map { PathChange(Path([$0]), .empty) })
    #expect(shown(engine)?.isEmpty ?? false)
    #expect(engine.revert(refused).events.count == 41)
    engine.checkInvariants()
    #expect(shown(engine) == shownAll)
  }

  @Test("a leaf stays where a removal below hid what came in its place and went, as in the SDKs")
  func staleLeaf() {
    var engine = listening(1)
    let (id, _) = engine.overwrite(at: "a/b", with: .empty)
    #expect(engine.serverOverwrite(at: "a/b", with: 2).events.isEmpty)
    #expect(engine.serverOverwrite(at: "a/b", with: .empty).events.isEmpty)
    #expect(engine.acknowledge(id).events.isEmpty)
    #expect(shown(engine) == 1)
    engine.checkInvariants()
    _ = engine.serverOverwrite(at: "a/c", with: 3)
    #expect(shown(engine) == ["c": 3])
  }

  @Test("an answer to a write that isn't there changes nothing")
  func unknownAnswer() {
    var engine = listening(["b": 1])
    #expect(engine.acknowledge(WriteID(7)) == Output())
    let (id, _) = engine.overwrite(at: "a/b", with: 2)
    _ = engine.acknowledge(id)
    #expect(engine.revert(id) == Output())
  }

  @Test("a hidden write raises nothing until the server tells of it")
  func hidden() {
    var engine = listening(["b": 1])
    let (id, output) = engine.overwrite(at: "a/b", with: 2, isVisible: false)
    #expect(output.events.isEmpty)
    #expect(output.actions.count == 1)
    #expect(engine.serverOverwrite(at: "a/b", with: 2).events.count == 2)
    #expect(engine.acknowledge(id).events.isEmpty)
  }

  @Test("server values are estimated, sent as placeholders and corrected by the server")
  func serverValues() {
    var engine = listening(["n": 40])
    let change: [PathChange] = [
      .init("n", Node(.increment(2))), .init("t", Node(.timestamp)),
    ]
    let (first, _) = engine.merge(at: "a", change, nowMilliseconds: 1000)
    let (second, _) = engine.overwrite(at: "a/n", with: Node(.increment(1)), nowMilliseconds: 1001)
    #expect(shown(engine) == ["n": 43, "t": 1000])
    #expect(engine.pendingWrites[0].change == .merge(change))
    _ = engine.serverMerge(at: "a", [.init("n", 52), .init("t", 1007)])
    _ = engine.acknowledge(first)
    #expect(shown(engine) == ["n": 43, "t": 1007])
    _ = engine.serverOverwrite(at: "a/n", with: 53)
    _ = engine.acknowledge(second)
    #expect(shown(engine) == ["n": 53, "t": 1007])
  }

  @Test("ten thousand writes wait and are answered in time proportional to their number")
  func longQueue() {
    var engine = listening(.empty)
    for number in 0..<10_000 {
      _ = engine.overwrite(
        at: Path(unchecked: "a/k\(number % 5000)"), with: Node(.number(Double(number))))
    }
    #expect(engine.shown(QuerySpec("a"))?.node.childCount == 5000)
    for number in 0..<10_000 {
      let node = Node(.number(Double(number)))
      _ = engine.serverOverwrite(at: Path(unchecked: "a/k\(number % 5000)"), with: node)
      _ = engine.acknowledge(WriteID(number))
    }
    #expect(!engine.hasPendingWrites)
    #expect(engine.shown(QuerySpec("a"))?.node["k4999"] == 9999)
  }
}
