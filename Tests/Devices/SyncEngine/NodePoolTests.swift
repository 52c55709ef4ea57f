import Backend
internal import Harness
import Simulator
import Testing

@testable import Devices

@Suite struct NodePoolTests {
  /// What two engines hold of one location after the same news, one of which wrote something meanwhile.
  private func nodes(pool: NodePool?) -> [Node] {
    (0..<2).map { number in
      var engine = SyncEngine()
      engine.pool = pool
      _ = engine.listen(to: QuerySpec("a"), as: ListenerID(1))
      let children = (0..<40).map { (Key("k\($0)"), ["x": 1] as Node) }
      _ = engine.serverOverwrite(at: "a", with: Node(children: children))
      let write = number == 0 ? engine.overwrite(at: "a/k7/x", with: 2).id : nil
      _ = engine.serverOverwrite(at: "a/k3/x", with: 2)
      _ = engine.serverOverwrite(at: "a/k7/x", with: 2)
      if let write { _ = engine.acknowledge(write) }
      _ = engine.serverMerge(at: "a", [.init("k1", 5), .init("k2/y", 6)])
      engine.checkInvariants()
      return engine.shown(QuerySpec("a"))?.node ?? .empty
    }
  }

  @Test("clients of one world that hear the same go on with one node, and with an equal one alone")
  func sharesNodes() {
    let world = World(seed: 1)
    world.run {
      let alone = self.nodes(pool: nil)
      let together = self.nodes(pool: NodePool.shared(in: world))
      world.measure("is shared", together[0].isIdentical(to: together[1]) ? .seconds(1) : .zero)
      world.measure("is equal", alone == together ? .seconds(1) : .zero)
    }
    #expect(world.measures.map(\.nanoseconds) == [1_000_000_000, 1_000_000_000])
  }

  @Test("what clients share is their world's own, and ends with it")
  func endsWithWorld() {
    weak var ended: World?
    do {
      let world = World(seed: 1)
      world.run {
        let isOne = NodePool.shared(in: world) === NodePool.shared(in: world)
        world.measure("is one", isOne ? .seconds(1) : .zero)
      }
      #expect(world.measures.map(\.nanoseconds) == [1_000_000_000])
      ended = world
    }
    #expect(ended == nil)
  }
}
