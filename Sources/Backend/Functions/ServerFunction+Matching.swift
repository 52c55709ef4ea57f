extension ServerFunction {
  /// The events that a commit means to this function, in the order of their locations.
  ///
  /// Looks only where the commit changed something.
  func events(of commit: Commit) -> [FunctionEvent] {
    var result: [FunctionEvent] = []
    for change in commit.changes {
      // A priority belongs to its node.
      let path = change.path.last == .priority ? change.path.parent ?? .root : change.path
      let shared = min(path.depth, pattern.depth)
      let keys = path.keys
      let fits = (0..<shared).allSatisfy { pattern.takes(keys[keys.startIndex + $0], at: $0) }
      guard fits else { continue }
      let start = path.prefix(shared)
      collect(
        at: start, before: commit.before[start], after: commit.after[start], commit, &result)
    }
    return result
  }

  /// Adds the events at a location, or at all locations below it that have the pattern's depth.
  private func collect(
    at path: Path, before: Node, after: Node, _ commit: Commit,
    _ result: inout [FunctionEvent]
  ) {
    if before == after { return }
    guard path.depth < pattern.depth else {
      // Changes stand in the order of their paths: those of one location follow each other.
      if isTriggered(before, after), result.last?.path != path,
        let captures = pattern.captures(at: path)
      {
        result.append(
          FunctionEvent(
            id: "\(commit.sequence):\(name):\(path)", path: path, parameters: captures,
            before: before, after: after, author: commit.author,
            timeMilliseconds: commit.serverTimeMilliseconds))
      }
      return
    }
    if case .key(let key) = pattern.segments[path.depth] {
      return collect(
        at: path.child(key), before: before[child: key], after: after[child: key], commit,
        &result)
    }
    var changed: [(Key, Node, Node)] = []
    Node.forEachChildDifference(from: before, to: after) { key, old, new in
      changed.append((key, old ?? .empty, new ?? .empty))
    }
    for (key, old, new) in changed {
      collect(at: path.child(key), before: old, after: new, commit, &result)
    }
  }

  private func isTriggered(_ before: Node, _ after: Node) -> Bool {
    switch trigger {
    case .onWrite: true
    case .onCreate: before.isEmpty
    case .onDelete: after.isEmpty
    case .onUpdate: !before.isEmpty && !after.isEmpty
    }
  }
}
