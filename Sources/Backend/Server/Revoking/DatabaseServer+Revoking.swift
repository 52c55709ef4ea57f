internal import RehearsalCollections

extension DatabaseServer {
  /// Acts as a token's user on a connection, and ends the listens that this user may not have.
  mutating func authenticate(
    _ id: ConnectionID, by token: IDToken?, _ nowMilliseconds: Int64,
    _ actions: inout [ServerAction]
  ) -> ResponseStatus {
    guard let connection = connections[id] else { return .ok }
    if let expiry = token?.expiry, expiry <= nowMilliseconds { return .expiredToken }
    connections[id]?.tokenExpiry = token?.expiry
    let auth = token.map { RuleAuth(uid: $0.user, token: $0.claims) }
    if connection.auth == auth { return .ok }
    connections[id]?.auth = auth
    if rules == nil { return .ok }
    for listen in connection.listens.values.sorted() {
      if revokeIfRefused(listen, nowMilliseconds, &actions) { continue }
      renewGuards(of: listen, nowMilliseconds)
    }
    return .ok
  }

  /// Ends what a token allows on a connection, if its life is over.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`onAuthRevokedWithStatus:andReason:`): the server says so on a
  /// connection that stands.
  ///
  /// - Parameter nowMilliseconds: the server's clock, milliseconds since 1970.
  package mutating func expireToken(
    of id: ConnectionID, nowMilliseconds: Int64
  ) -> [ServerAction] {
    guard let expiry = connections[id]?.tokenExpiry, expiry <= nowMilliseconds else { return [] }
    return revokeAuthentication(
      of: id, reason: "the token has expired", nowMilliseconds: nowMilliseconds)
  }

  /// Accepts a user's token no longer: the connection goes on as nobody.
  ///
  /// - Parameter nowMilliseconds: the server's clock, milliseconds since 1970.
  package mutating func revokeAuthentication(
    of id: ConnectionID, reason: String, nowMilliseconds: Int64
  ) -> [ServerAction] {
    guard connections[id]?.auth != nil else { return [] }
    var actions: [ServerAction] = [.send(id, .authenticationRevoked(reason: reason))]
    _ = authenticate(id, by: nil, nowMilliseconds, &actions)
    return actions
  }

  /// Puts other rules into force: they hold at once, and listens that they refuse end.
  ///
  /// Source: recordings of the service, in which a deployment ends open listens (`shared/conformance/RECORDINGS.md`, `setRules`).
  ///
  /// - Parameters:
  ///   - rules: The rules; nil allows everything.
  ///   - nowMilliseconds: the server's clock, milliseconds since 1970.
  package mutating func deploy(_ rules: RuleSet?, nowMilliseconds: Int64) -> [ServerAction] {
    self.rules = rules
    var actions: [ServerAction] = []
    // order: that of their numbers.
    for listen in listens.keys {
      if revokeIfRefused(listen, nowMilliseconds, &actions) { continue }
      renewGuards(of: listen, nowMilliseconds)
    }
    return actions
  }

  /// Ends the listens that a commit has made illegal, before anything of it is told.
  ///
  /// Only listens are looked at whose rules read something that the commit changed.
  mutating func revokeListens(
    after changes: [PathChange], _ commit: Commit, _ actions: inout [ServerAction]
  ) {
    if guards.isEmpty { return }
    var affected: [ListenID] = []
    for change in changes {
      collectGuarded(by: change.path, commit, into: &affected)
    }
    if affected.isEmpty { return }
    affected.sort()
    var last: ListenID?
    for listen in affected where listen != last {
      last = listen
      _ = revokeIfRefused(listen, commit.serverTimeMilliseconds, &actions)
    }
  }

  /// Ends a listen if the rules now refuse it.
  private mutating func revokeIfRefused(
    _ id: ListenID, _ nowMilliseconds: Int64, _ actions: inout [ServerAction]
  ) -> Bool {
    guard let listen = listens[id],
      let cause = refusal(of: listen.spec, to: listen.connection, nowMilliseconds)
    else { return false }
    let refusal = Refusal(
      author: author(listen.connection), kind: .listen, paths: [listen.spec.path], cause: cause)
    remove(id)
    actions.append(.refused(refusal))
    actions.append(
      .send(listen.connection, .revoked(listen.spec, reason: refusal.status.text)))
    return true
  }

  /// The listens that look at data at, above or below a changed path, in no order and repeated.
  private func collectGuarded(
    by path: Path, _ commit: Commit, into affected: inout [ListenID]
  ) {
    var slot = PathTrie<Key, GuardedListens>.root
    affected += guards.values[slot].listens
    for key in path.keys {
      guard let next = guards.child(key, of: slot) else { return }
      slot = next
      affected += guards.values[slot].listens
    }
    collectGuarded(
      below: slot, before: commit.before[path], after: commit.after[path], into: &affected)
  }

  private func collectGuarded(
    below slot: PathTrie<Key, GuardedListens>.Slot, before: Node, after: Node,
    into affected: inout [ListenID]
  ) {
    for (key, child) in guards.children(of: slot) {
      let (old, new) = (before[child: key], after[child: key])
      if old == new { continue }
      affected += guards.values[child].listens
      collectGuarded(below: child, before: old, after: new, into: &affected)
    }
  }

  /// The data on which the rules' consent to a listen depends; none where data can't change it.
  func guardPaths(
    of spec: QuerySpec, for id: ConnectionID, _ nowMilliseconds: Int64
  ) -> [Path] {
    rules?.readDependencies(
      at: spec.path, query: spec.parameters, as: connections[id]?.auth, in: root,
      nowMilliseconds: nowMilliseconds) ?? []
  }

  private mutating func renewGuards(of id: ListenID, _ nowMilliseconds: Int64) {
    guard let listen = listens[id] else { return }
    removeGuards(listen.guards, of: id)
    let paths = guardPaths(of: listen.spec, for: listen.connection, nowMilliseconds)
    listens[id]?.guards = paths
    add(id, to: paths)
  }

  mutating func add(_ id: ListenID, to paths: [Path]) {
    for path in paths {
      let slot = guards.makeSlot(at: path.keys)
      guards.values[slot].insert(id)
    }
  }

  mutating func removeGuards(_ paths: [Path], of id: ListenID) {
    for path in paths {
      guard let slot = guards.slot(at: path.keys) else { continue }
      guards.values[slot].remove(id)
      guards.prune(from: slot)
    }
  }
}
