internal import RehearsalCollections

extension DatabaseServer {
  /// Begins to tell a connection about a query, and tells what it shows now.
  ///
  /// With the hash of what is shown nothing is told; with a compound hash, the ranges that differ. A query without an index is told the whole location at first, and the client
  /// looks for what it shows: "Your data will be downloaded and filtered on the client" (firebase-ios-sdk,
  /// `FPersistentConnection`, `warnOnListenWarningsForQuery:payload:`). Later news are those of the window, which is ours. A query without bounds and limit is its
  /// location, whatever its order.
  mutating func listen(
    _ id: ConnectionID, to spec: QuerySpec, tag: Int?, hash: ListenHash?, _ nowMilliseconds: Int64,
    _ actions: inout [ServerAction]
  ) -> ResponseStatus {
    let spec = Self.normalized(spec)
    if let cause = refusal(of: spec, to: id, nowMilliseconds) {
      let refusal = Refusal(author: author(id), kind: .listen, paths: [spec.path], cause: cause)
      actions.append(.refused(refusal))
      return refusal.status
    }
    listenCount += 1
    let listen = ListenID(number: listenCount)
    let earlier = connections[id]?.listens.updateValue(listen, forKey: spec)
    if let earlier {
      remove(earlier)
      connections[id]?.listens[spec] = listen
    }
    let guarding = guardPaths(of: spec, for: id, nowMilliseconds)
    listens[listen] = Listen(connection: id, spec: spec, guards: guarding)
    add(listen, to: guarding)
    let slot = locations.makeSlot(at: spec.path.keys)
    let shown = locations.values[slot].add(
      Subscriber(listen: listen, connection: id, tag: tag), to: spec.parameters,
      of: root[spec.path])
    let index = missingIndex(of: spec)
    let sent = index == nil ? shown : root[spec.path]
    guard sent.byteCount <= Limits.readBytesMax else {
      remove(listen)
      let problem =
        "\(spec) has \(sent.byteCount) bytes of JSON: "
        + "listen to less than \(Limits.readBytesMax), by a query or farther down"
      let refusal = Refusal(
        author: author(id), kind: .listen, paths: [spec.path], cause: .invalid(problem))
      actions.append(.refused(refusal))
      return refusal.status
    }
    if let index {
      actions.append(.warned(id, "the query \(spec) has no index: \(index)"))
    }
    if hash?.simple != shown.dataHash {
      if let merges = hash?.compound?.merges(for: sent) {
        actions.append(.send(id, .rangeMerge(spec.path, merges, tag: tag)))
      } else {
        actions.append(.send(id, .overwrite(spec.path, sent, tag: tag)))
      }
    }
    return .ok
  }

  /// Tells a connection about a query no longer.
  mutating func unlisten(_ id: ConnectionID, from spec: QuerySpec) {
    guard let listen = connections[id]?.listens[Self.normalized(spec)] else { return }
    remove(listen)
  }

  /// Forgets a listen.
  mutating func remove(_ id: ListenID) {
    guard let listen = listens[id].take() else { return }
    connections[listen.connection]?.listens[listen.spec] = nil
    removeGuards(listen.guards, of: id)
    guard let slot = locations.slot(at: listen.spec.path.keys) else {
      preconditionFailure("listen to \(listen.spec) isn't indexed")
    }
    locations.values[slot].remove(id, from: listen.spec.parameters)
    locations.prune(from: slot)
  }

  /// The outcome of a `get`.
  enum GetOutcome {
    case shown(Node)
    case refused(ResponseStatus)
  }

  /// Reads once what a query shows.
  ///
  /// A query that orders by what has no index is refused, where a listener to the same query is served: so the service does in
  /// recordings (`shared/conformance/RECORDINGS.md`, "Two facts").
  func get(
    _ spec: QuerySpec, on id: ConnectionID, _ nowMilliseconds: Int64,
    _ actions: inout [ServerAction]
  ) -> GetOutcome {
    func refused(_ cause: Refusal.Cause) -> GetOutcome {
      let refusal = Refusal(author: author(id), kind: .get, paths: [spec.path], cause: cause)
      actions.append(.refused(refusal))
      return .refused(refusal.status)
    }
    if let cause = refusal(of: Self.normalized(spec), to: id, nowMilliseconds) {
      return refused(cause)
    }
    if let index = missingIndex(of: spec) { return refused(.indexNotDefined(index)) }
    let node = shown(to: spec)
    guard node.byteCount <= Limits.readBytesMax else {
      return refused(
        .invalid("\(spec) has \(node.byteCount) bytes of JSON: read less, farther down"))
    }
    return .shown(node)
  }

  private static func normalized(_ spec: QuerySpec) -> QuerySpec {
    spec.parameters.loadsAllData ? QuerySpec(spec.path) : spec
  }

  /// Returns the reason why a connection may not listen to a query; nil when it may.
  func refusal(
    of spec: QuerySpec, to id: ConnectionID, _ nowMilliseconds: Int64
  ) -> Refusal.Cause? {
    do throws(DataError) {
      try WriteLimits.check(listening: spec.path)
    } catch {
      return .invalid(error.description)
    }
    if !spec.parameters.loadsAllData {
      do throws(QueryError) {
        try spec.parameters.checkWire()
      } catch {
        return .invalid(error.description)
      }
    }
    let verdict = rules?.verdict(
      onReading: spec.path, query: spec.parameters, as: connections[id]?.auth,
      in: root, at: nowMilliseconds)
    return (verdict?.refusal).map { .rules($0) }
  }

  /// Returns the index that a query lacks, as an advice; nil where it lacks none.
  func missingIndex(of spec: QuerySpec) -> String? {
    guard let rules, !spec.parameters.loadsAllData else { return nil }
    guard !rules.isIndexed(spec.parameters.order, at: spec.path) else { return nil }
    return "add \".indexOn\": \"\(spec.parameters.order)\" at \(spec.path) to the security rules"
  }
}
