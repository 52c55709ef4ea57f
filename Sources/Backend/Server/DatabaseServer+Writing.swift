internal import RehearsalCollections

extension DatabaseServer {
  /// A write on its way in.
  struct Write {
    let author: Author
    let kind: OperationKind
    /// The location that a merge is relative to.
    let base: Path
    /// Absolute paths.
    var changes: [PathChange]
    /// The hash that the location must still have.
    var hash: String?
  }

  /// Writes as a trusted program does: security rules don't apply, the limits on data do.
  ///
  /// Source: Firebase documentation, "Introduction to the Admin Database API".
  ///
  /// - Parameters:
  ///   - changes: The changes to write below `base`, all or none.
  ///   - name: The name of the program that writes, for the journal.
  ///   - nowMilliseconds: the server's clock, milliseconds since 1970.
  package mutating func administer(
    _ base: Path, _ changes: [PathChange], as name: String, nowMilliseconds: Int64
  ) -> [ServerAction] {
    var actions: [ServerAction] = []
    let write = Write(
      author: .administrator(name), kind: .administration, base: base,
      changes: changes.map { PathChange(base.appending($0.path), $0.node) })
    _ = perform(write, nowMilliseconds, &actions)
    return actions
  }

  /// Replaces a location as a trusted program does.
  package mutating func administer(
    set node: Node, at path: Path, as name: String, nowMilliseconds: Int64
  ) -> [ServerAction] {
    administer(path, [PathChange(.root, node)], as: name, nowMilliseconds: nowMilliseconds)
  }

  /// Checks a write, carries it out and tells everybody whom it concerns.
  mutating func perform(
    _ write: Write, _ nowMilliseconds: Int64, _ actions: inout [ServerAction]
  ) -> ResponseStatus {
    switch judge(write, nowMilliseconds) {
    case .refused(let cause):
      let refusal = Refusal(
        author: write.author, kind: write.kind, paths: write.changes.map(\.path), cause: cause)
      actions.append(.refused(refusal))
      return refusal.status
    case .accepted(let changes, let after):
      if changes.isEmpty { return .ok }
      commitCount += 1
      let commit = Commit(
        sequence: commitCount, author: write.author, kind: write.kind, changes: changes,
        before: root, after: after, serverTimeMilliseconds: nowMilliseconds)
      root = after
      actions.append(.committed(commit))
      if locations.isEmpty { return .ok }
      var before = SiblingReader(commit.before)
      let effective = changes.filter { before.node(at: $0.path) != $0.node }
      if effective.isEmpty { return .ok }
      revokeListens(after: effective, commit, &actions)
      fanOut(effective, below: write.base, commit, &actions)
      return .ok
    }
  }

  /// The decision about a write.
  enum Judgement {
    case refused(Refusal.Cause)
    /// The changes in the order of their paths with server values filled in, and the tree after.
    case accepted([PathChange], after: Node)
  }

  /// Decides about a write and works out what it would leave.
  ///
  /// First the limits on the request itself, then a transaction's hash, then the rules: what a client computed from
  /// stale data is to be computed again, whatever the rules say of it. That a hash is wrong is told only to those who
  /// may read the location, or write to it: for anybody else it would be a way to guess what stands there. The
  /// platform publishes no order. Its documentation of `runTransaction` asks for `.read` beside `.write`, and
  /// firebase-server (`handleSet`), written after the service, asks the rules before it compares hashes.
  ///
  /// Last come the numbers that server values make: they depend on what stands there.
  func judge(_ write: Write, _ nowMilliseconds: Int64) -> Judgement {
    var changes = write.changes
    do throws(DataError) {
      if changes.count > 1 {
        if !changes.isSortedByPath { changes.sort { $0.path < $1.path } }
        try Path.checkDisjoint(sorted: changes)
      }
      try WriteLimits.check(changes, at: write.base)
    } catch {
      return .refused(.invalid(error.description))
    }
    let isStale = write.hash.map { root[write.base].dataHash != $0 } ?? false
    if isStale, mayRead(write.base, write.author, nowMilliseconds) { return .refused(.dataStale) }
    var filledIn: [PathChange] = []
    for (position, change) in changes.enumerated() where change.node.containsServerValues {
      let node = change.node.resolvingServerValues(
        existing: root[change.path], nowMilliseconds: nowMilliseconds)
      changes[position] = PathChange(change.path, node)
      filledIn.append(changes[position])
    }
    let after = root.updating(changes)
    if let refusal = refusal(of: changes, by: write.author, leaving: after, nowMilliseconds) {
      return .refused(.rules(refusal))
    }
    if isStale { return .refused(.dataStale) }
    do throws(DataError) {
      for change in filledIn { try WriteLimits.check(filledIn: change.node, at: change.path) }
    } catch {
      return .refused(.invalid(error.description))
    }
    return .accepted(changes, after: after)
  }

  /// Whether the rules let the author of a write read the location.
  private func mayRead(_ path: Path, _ author: Author, _ nowMilliseconds: Int64) -> Bool {
    guard let connection = author.connection else { return true }
    let location = path.last == .priority ? path.parent ?? .root : path
    return refusal(of: QuerySpec(location), to: connection, nowMilliseconds) == nil
  }

  private func refusal(
    of changes: [PathChange], by author: Author, leaving after: Node, _ nowMilliseconds: Int64
  ) -> RuleRefusal? {
    guard let rules, let connection = author.connection else { return nil }
    let auth = connections[connection]?.auth
    for change in changes {
      // A priority is a part of its node, and no rule stands at it.
      let path = change.path.last == .priority ? change.path.parent ?? .root : change.path
      let verdict = rules.verdict(
        onWriting: path, as: auth, from: root, to: after, at: nowMilliseconds)
      if let refusal = verdict.refusal { return refusal }
    }
    return nil
  }
}

extension [PathChange] {
  /// Whether the changes stand in the order of their paths.
  fileprivate var isSortedByPath: Bool {
    let span = span
    for index in span.indices.dropFirst() where span[index].path < span[index - 1].path {
      return false
    }
    return true
  }
}

extension Collection<PathChange> {
  /// The changes with those of priorities at the end: a node must be there to take one.
  var prioritiesLast: [PathChange] {
    guard count > 1, contains(where: { $0.path.last == .priority }) else { return Array(self) }
    return filter { $0.path.last != .priority } + filter { $0.path.last == .priority }
  }
}
