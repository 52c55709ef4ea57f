import Backend
import Testing

@testable import Devices

@Suite struct SharedTreeTests {
  private static let keys = (0..<40).map { Key("k\($0)") }

  private func isOneTree(_ engine: SyncEngine) -> Bool {
    guard let view = engine.points.value(at: "a")?.views.first else { return false }
    return view.event.node.isIdentical(to: view.server.node)
  }

  private func listening() -> SyncEngine {
    var engine = SyncEngine()
    _ = engine.listen(to: QuerySpec("a"), as: ListenerID(1))
    _ = engine.serverOverwrite(at: "a", with: Node(children: Self.keys.map { ($0, ["x": 1]) }))
    return engine
  }

  @Test("what is shown and what the server told are one tree while no write waits")
  func newsKeepOneTree() {
    var engine = listening()
    #expect(isOneTree(engine))
    let single = engine.serverOverwrite(at: "a/k1/x", with: 2)
    #expect(single.events.count == 2 && isOneTree(engine))
    let several = engine.serverMerge(
      at: "a", Self.keys.prefix(3).map { .init(Path([$0, "y"]), 3) })
    #expect(several.events.count == 4 && isOneTree(engine))
    #expect(engine.shown(QuerySpec("a"))?.node[Path("k1")] == ["x": 2, "y": 3])
    engine.checkInvariants()
  }

  @Test(
    "a write parts them, and they are one again when the server has answered",
    arguments: [
      true, false,
    ])
  func writesPartThem(isAccepted: Bool) {
    var engine = listening()
    let (id, _) = engine.overwrite(at: "a/k2/x", with: 5)
    #expect(!isOneTree(engine))
    _ = engine.serverOverwrite(at: "a/k3/x", with: 6)
    if isAccepted { _ = engine.serverOverwrite(at: "a/k2/x", with: 5) }
    _ = isAccepted ? engine.acknowledge(id) : engine.revert(id)
    #expect(isOneTree(engine))
    let node = engine.shown(QuerySpec("a"))?.node
    #expect(node?[Path("k2/x")] == (isAccepted ? 5 : 1) && node?[Path("k3/x")] == 6)
    engine.checkInvariants()
  }
}
