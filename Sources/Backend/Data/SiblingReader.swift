/// Reads a tree at many paths, most of which have the parent of the one before: the way to it is gone once.
package struct SiblingReader {
  private let root: Node
  /// The parent that was read last, and its node.
  private var parent = Path.root
  private var node: Node

  /// A reader of a tree.
  package init(_ root: Node) {
    self.root = root
    node = root
  }

  /// The node at a path from the root.
  package mutating func node(at path: Path) -> Node {
    let depth = path.depth
    if depth == 0 { return root }
    if depth - 1 != parent.depth || !parent.contains(path) {
      parent = path.prefix(depth - 1)
      node = root[parent]
    }
    return node[child: path[depth - 1]]
  }
}
