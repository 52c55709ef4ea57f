import Backend
import Devices
import Simulator

extension RecordingRun {
  /// Begins an action of a client; its lanes carry out those of one client in their order.
  func begin(_ action: RecordedAction, _ number: ActionNumber, of app: RecordingApp) {
    if action.operation.hasPrefix("storage.") {
      return app.services.storage.post { perform(action, number, on: $0) }
    }
    if action.operation.hasPrefix("push.") || action.operation == "foreground" {
      return app.post { perform(action, number, on: $0) }
    }
    if action.operation.hasPrefix("sign") {
      let user = action.operation == "signIn" ? newUser() : nil
      return app.services.database.post {
        $0.signIn(as: user)
        end(number, .succeeded)
      }
    }
    app.services.database.post { database in
      do throws(RejectedCall) {
        try perform(action, number, on: database)
      } catch {
        end(number, .rejected(error.problem))
      }
    }
  }

  private func newUser() -> String {
    state.withValue {
      $0.userCount += 1
      return "user-\(recording.clients + $0.userCount - 1)"
    }
  }

  private func perform(
    _ action: RecordedAction, _ number: ActionNumber, on database: isolated SyncClient
  ) throws(RejectedCall) {
    let path = path(action["path"])
    let told: SyncClient.Completion = { outcome in
      switch outcome {
      case .committed: end(number, .succeeded)
      case .refused(let reason): end(number, .failed(kind: Self.kind(of: reason), reason))
      }
    }
    func set(_ path: Path, _ node: Node) throws(RejectedCall) {
      try check { () throws(DataError) in try CallCheck.write(path, node) }
      database.set(path, to: node, completion: told)
    }
    switch action.operation {
    case "set": try set(path, try RecordedCall.node(action["value"]))
    case "remove": try set(path, .empty)
    case "setWithPriority":
      try set(path, try RecordedCall.node(action["value"], priority: action["priority"]))
    case "setPriority":
      try set(path.child(.priority), try RecordedCall.node(action["priority"]))
    case "update":
      let changes = try RecordedCall.changes(action["values"])
      try check { () throws(DataError) in try CallCheck.update(path, changes) }
      database.update(path, changes, completion: told)
    case "push": try push(action, number, at: path, on: database, set)
    case "transaction": try transact(action, number, at: path, on: database)
    case "get": try get(action, number, at: path, on: database)
    case "listen": try listen(action, number, at: path, on: database)
    case "unlisten", "off": try off(action, number, at: path, on: database)
    case "onDisconnect":
      let operation = try Self.onDisconnect(action)
      try check { () throws(DataError) in try CallCheck.onDisconnect(path, operation) }
      database.onDisconnect(path, operation, completion: told)
    case "goOffline":
      database.goOffline()
      end(number, .succeeded)
    case "goOnline":
      database.goOnline()
      end(number, .succeeded)
    case "query", "reference":
      try check { () throws(DataError) in try CallCheck.reference(path) }
      if action.operation == "query" { _ = try RecordedCall.parameters(action["query"]) }
      end(number, .succeeded)
    case "wait": end(number, .succeeded)
    default: end(number, .unsupported("\(action.operation) isn't modelled"))
    }
  }

  private func check(_ body: () throws(DataError) -> Void) throws(RejectedCall) {
    do throws(DataError) { try body() } catch { throw RejectedCall(problem: error.description) }
  }

  /// The kind of an error by the text that an app is told.
  static func kind(of reason: String) -> String {
    reason == ResponseStatus.permissionDenied.text ? "permissionDenied" : ""
  }

  private func query(_ action: RecordedAction, at path: Path) throws(RejectedCall) -> QuerySpec {
    try check { () throws(DataError) in try CallCheck.reference(path) }
    return QuerySpec(path, try RecordedCall.parameters(action["query"]))
  }

  private func push(
    _ action: RecordedAction, _ number: ActionNumber, at path: Path,
    on database: isolated SyncClient,
    _ set: (Path, Node) throws(RejectedCall) -> Void
  ) throws(RejectedCall) {
    let node = try RecordedCall.node(action["value"])
    let key = database.pushID()
    if let name = action["as"].string { state.withValue { $0.keys.append((name, key)) } }
    state.withValue { $0.update(number) { $0.key = key } }
    try set(path.child(key), node)
  }

  private func get(
    _ action: RecordedAction, _ number: ActionNumber, at path: Path,
    on database: isolated SyncClient
  ) throws(RejectedCall) {
    let query = try query(action, at: path)
    database.get(query) { result in
      switch result {
      case .success(let node):
        end(number, .succeeded) { $0.snapshot = RecordedSnapshot(node, of: query) }
      case .failure(let failure):
        let kind =
          switch failure {
          case .permissionDenied: "permissionDenied"
          case .indexNotDefined: "indexNotDefined"
          case .offline, .invalid: ""
          }
        end(number, .failed(kind: kind, failure.description))
      }
    }
  }

  private func transact(
    _ action: RecordedAction, _ number: ActionNumber, at path: Path,
    on database: isolated SyncClient
  ) throws(RejectedCall) {
    try check { () throws(DataError) in try CallCheck.write(path, .empty) }
    let function = RecordedFunction(action["function"])
    guard function.isKnown else {
      return end(number, .unsupported("the function \(action["function"]) isn't modelled"))
    }
    database.transaction(path, appliesLocally: action["applyLocally"] != .bool(false)) { current in
      state.withValue { $0.update(number) { $0.calls.append(current) } }
      return function(current)
    } ended: { outcome in
      switch outcome {
      case .committed(let node):
        end(number, .succeeded) {
          $0.isCommitted = true
          $0.snapshot = RecordedSnapshot(node, of: QuerySpec(path))
        }
      case .abandoned(let node):
        end(number, .succeeded) {
          $0.isCommitted = false
          $0.snapshot = RecordedSnapshot(node, of: QuerySpec(path))
        }
      case .failed(let reason): end(number, .failed(kind: Self.kind(of: reason), reason))
      }
    }
  }

  private static func onDisconnect(
    _ action: RecordedAction
  ) throws(RejectedCall) -> OnDisconnectOperation {
    switch action["do"].string {
    case "set": .set(try RecordedCall.node(action["value"]))
    case "setWithPriority":
      .set(try RecordedCall.node(action["value"], priority: action["priority"]))
    case "update": .update(try RecordedCall.changes(action["values"]))
    case "remove": .set(.empty)
    case "cancel": .cancel
    default: throw RejectedCall(problem: "\(action["do"]) is nothing to be done at a disconnection")
    }
  }

  // MARK: - Listeners

  private static let kinds: [String: DataEvent.Kind] = [
    "value": .value, "child_added": .childAdded, "child_changed": .childChanged,
    "child_removed": .childRemoved, "child_moved": .childMoved,
  ]

  private func listen(
    _ action: RecordedAction, _ number: ActionNumber, at path: Path,
    on database: isolated SyncClient
  ) throws(RejectedCall) {
    let query = try query(action, at: path)
    let event = action["event"].string ?? ""
    guard let kind = Self.kinds[event], let name = action["listener"].string,
      let client = action.client
    else { return end(number, .unsupported("there is no event \(event)")) }
    let isOnce = action["once"] == .bool(true)
    let listener = RecordedListener(name: name, client: client, query: query, event: event)
    state.withValue { $0.listeners.append(listener) }
    let id = database.listen(to: query, for: EventKinds(kind)) { [weak database] content in
      let id = hear(content, name, client, query, isOnce)
      if let id { database?.runIsolated(id) { $0.unlisten($1, from: query) } }
    }
    let isThere = state.withValue { state in
      let index = state.listeners.firstIndex { $0.name == name && $0.client == client }
      if let index { state.listeners[index].id = id }
      return index != nil
    }
    // It may have heard its only event at once.
    if !isThere { database.unlisten(id, from: query) }
    end(number, .succeeded)
  }

  /// Writes down what a listener hears; returns its number where it is to be removed.
  private func hear(
    _ content: RaisedEvent.Content, _ name: String, _ client: Int, _ query: QuerySpec,
    _ isOnce: Bool
  ) -> ListenerID? {
    let event: RecordedEvent
    var isLast = isOnce
    switch content {
    case .cancelled(let reason):
      event = .cancelled(kind: Self.kind(of: reason))
      isLast = true
    case .data(let data):
      let snapshot = RecordedSnapshot(data.node, of: query)
      event = data.key.map { .child($0, previous: data.previousKey, snapshot) } ?? .value(snapshot)
    }
    return state.withValue { state in
      let index = state.listeners.firstIndex { $0.name == name && $0.client == client }
      // One that was removed while its events were being told hears no more.
      guard let index else { return nil }
      state.events.append((name, event))
      guard isLast else { return nil }
      return state.listeners.remove(at: index).id
    }
  }

  private func off(
    _ action: RecordedAction, _ number: ActionNumber, at path: Path,
    on database: isolated SyncClient
  ) throws(RejectedCall) {
    let name = action["listener"].string
    let isOff = action.operation == "off"
    let query = isOff ? try query(action, at: path) : nil
    let event = action["event"].string
    let ended = state.withValue { state in
      let ended = state.listeners.filter { listener in
        guard listener.client == action.client, name == nil || listener.name == name else {
          return false
        }
        guard let query else { return true }
        return listener.query.path == query.path && (event == nil || listener.event == event)
          && (query.parameters.isDefault || listener.query == query)
      }
      state.listeners.removeAll { listener in
        ended.contains { $0.name == listener.name && $0.client == listener.client }
      }
      return ended
    }
    for listener in ended {
      if let id = listener.id { database.unlisten(id, from: listener.query) }
    }
    end(number, .succeeded)
  }
}
