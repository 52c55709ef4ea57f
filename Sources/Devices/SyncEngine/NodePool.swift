internal import Backend
internal import Simulator

/// Large nodes that the clients of one world hold alike, each kept in memory once.
///
/// All who listen to a location hear the same news in the same order, and each applies them to a node of its own. Where
/// two come to equal nodes, both go on with one: hundreds of phones in a group then share one tree of receipts. Shared
/// nodes are equal, so sharing cannot be observed.
final class NodePool: Sendable {
  /// By their hashes, each in the place of the one that was there before; none until the first large node comes.
  private let nodes: WorldBound<[Node]>

  /// Children from which on a node is worth the look.
  private static let childCountMin = 16
  /// The number of nodes that are kept, a power of two; the parts that they share are kept once.
  private static let capacity = 1024

  init(in world: World) {
    nodes = WorldBound(cache: [], in: world)
  }

  /// The pool of a world.
  static func shared(in world: World) -> NodePool { world.shared { NodePool(in: world) } }

  /// The node that all go on with who have come to this one.
  func shared(_ node: Node) -> Node {
    guard node.childCount >= Self.childCountMin else { return node }
    let place = Int(node.contentHash & UInt64(Self.capacity - 1))
    return nodes.withValue { nodes in
      if nodes.isEmpty { nodes = Array(repeating: .empty, count: Self.capacity) }
      if nodes[place] == node { return nodes[place] }
      nodes[place] = node
      return node
    }
  }
}
