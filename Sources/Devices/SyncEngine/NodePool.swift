internal import Backend
internal import Simulator

/// Large nodes that the clients of one world hold alike, each kept in memory once.
///
/// All who listen to a location hear the same news in the same order, and each applies them to a node of its own. Where
/// two come to equal nodes, both go on with one: hundreds of phones in a group then share one tree of receipts. What the
/// first of them makes of a node is kept for the others, too. Shared nodes are equal, so sharing cannot be observed.
final class NodePool: Sendable {
  /// A change of a node, and what it led to.
  private struct Step {
    var before = Node.empty
    var path = Path.root
    var value = Node.empty
    var after = Node.empty
  }

  /// By their hashes, each in the place of the one that was there before; none until the first large node comes.
  private let nodes: WorldBound<[Node]>
  /// By their hashes likewise.
  private let steps: WorldBound<[Step]>

  /// Children from which on a node is worth the look.
  private static let childCountMin = 16
  /// The number of nodes that are kept, a power of two; the parts that they share are kept once.
  private static let capacity = 1024

  init(in world: World) {
    nodes = WorldBound(cache: [], in: world)
    steps = WorldBound(cache: [], in: world)
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

  /// A node with another one at a path below it, as all have it who change the very same node so.
  func updating(_ node: Node, _ path: Path, to value: Node) -> Node {
    guard node.childCount >= Self.childCountMin else { return node.updating(path, to: value) }
    var hash = node.contentHash &+ value.contentHash
    for key in path.keys { hash = hash &* 31 &+ key.contentHash }
    let place = Int(hash & UInt64(Self.capacity - 1))
    return steps.withValue { steps in
      if steps.isEmpty { steps = Array(repeating: Step(), count: Self.capacity) }
      if steps[place].before.isIdentical(to: node), steps[place].path == path,
        steps[place].value == value
      {
        return steps[place].after
      }
      let after = shared(node.updating(path, to: value))
      steps[place] = Step(before: node, path: path, value: value, after: after)
      return after
    }
  }
}
