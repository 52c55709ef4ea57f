package import Backend
internal import Simulator

/// A local write's number; numbers grow in the order of writing.
package struct WriteID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number, from 0.
  package let number: Int

  /// The write of a number.
  package init(_ number: Int) { self.number = number }

  package static func < (left: WriteID, right: WriteID) -> Bool { left.number < right.number }

  package var description: String { "write \(number)" }
}

/// The change that a write makes.
package enum WriteChange: Equatable, Sendable {
  /// The whole location becomes this.
  case overwrite(Node)
  /// These paths below the location become these; all together or none.
  case merge([PathChange])

  /// The change as paths, relative to the write's location.
  var children: [PathChange] {
    switch self {
    case .overwrite(let node): [PathChange(.root, node)]
    case .merge(let children): children
    }
  }

  /// The change with every node passed through a function.
  func mapping(_ body: (Path, Node) -> Node) -> WriteChange {
    switch self {
    case .overwrite(let node): .overwrite(body(.root, node))
    case .merge(let children): .merge(children.map { PathChange($0.path, body($0.path, $0.node)) })
    }
  }
}

/// A local write that the server hasn't answered yet.
package struct PendingWrite: Equatable, Sendable, Digestible {
  /// The write's number.
  package let id: WriteID
  /// The location of the write.
  package let path: Path
  /// The change as it is sent: server values are placeholders.
  package let change: WriteChange
  /// The change as it is shown until the server answers: server values are estimates.
  package let shown: WriteChange
  /// Whether listeners see it before the server answers.
  package let isVisible: Bool

  init(id: WriteID, path: Path, change: WriteChange, shown: WriteChange, isVisible: Bool) {
    self.id = id
    self.path = path
    self.change = change
    self.shown = shown
    self.isVisible = isVisible
  }

  /// The locations that it writes.
  var targets: [(path: Path, node: Node)] {
    shown.children.map { (path.appending($0.path), $0.node) }
  }

  /// ``targets`` as a tree.
  var targetTree: PathTree<Node> {
    var tree = PathTree<Node>()
    tree[path] = PathTree(changes: shown.children)
    return tree
  }
}

extension PendingWrite {
  /// The write as the server is asked for it.
  var request: ClientRequest {
    switch change {
    case .overwrite(let node): .put(path, node, hash: nil)
    case .merge(let children): .merge(path, children)
    }
  }
}
