import Backend
import Devices
import Simulator

extension RecordingRun {
  /// Carries out an action of the trusted server.
  func perform(_ action: RecordedAction, _ number: ActionNumber, on backend: isolated BackendHost) {
    do throws(RejectedCall) {
      try change(action, number, on: backend)
    } catch {
      end(number, .rejected(error.problem))
    }
  }

  private func change(
    _ action: RecordedAction, _ number: ActionNumber, on backend: isolated BackendHost
  ) throws(RejectedCall) {
    let path = path(action["path"])
    switch action.operation {
    case "set": backend.administer(set: try RecordedCall.node(action["value"]), at: path)
    case "remove": backend.administer(set: .empty, at: path)
    case "setWithPriority":
      let node = try RecordedCall.node(action["value"], priority: action["priority"])
      backend.administer(set: node, at: path)
    case "setPriority":
      let node = try RecordedCall.node(action["priority"])
      backend.administer(set: node, at: path.child(.priority))
    case "update":
      let changes = try RecordedCall.changes(action["values"])
      if !changes.isEmpty { backend.administer(path, changes) }
    case "get":
      let query = QuerySpec(path, try RecordedCall.parameters(action["query"]))
      let node = backend.shown(to: query)
      return end(number, .succeeded) { $0.snapshot = RecordedSnapshot(node, of: query) }
    case "transaction":
      return transact(action, number, at: path, on: backend)
    case "setRules":
      do {
        backend.use(rules: try RuleSet(RecordedRules.text(action["rules"])))
      } catch {
        return end(number, .failed(kind: "", "\(error)"))
      }
    case "deploy":
      do {
        backend.deploy(try function(action, on: backend))
      } catch {
        return end(number, .unsupported("\(error)"))
      }
    case "push.send": return send(action, number)
    case "wait": break
    default: return end(number, .unsupported("\(action.operation) by admin isn't modelled"))
    }
    end(number, .succeeded)
  }

  private func transact(
    _ action: RecordedAction, _ number: ActionNumber, at path: Path,
    on backend: isolated BackendHost
  ) {
    let function = RecordedFunction(action["function"])
    guard function.isKnown else {
      return end(number, .unsupported("the function \(action["function"]) isn't modelled"))
    }
    let current = backend.read(path)
    let result = function(current)
    if let result { backend.administer(set: result, at: path) }
    end(number, .succeeded) {
      $0.calls = [current]
      $0.isCommitted = result != nil
      $0.snapshot = RecordedSnapshot(result ?? current, of: QuerySpec(path))
    }
  }

  // MARK: - Functions

  /// A function that writes down its events, and does what its body says.
  private func function(
    _ action: RecordedAction, on backend: BackendHost
  ) throws -> ServerFunction {
    guard action["on"] == .string("created"), let name = action["function"].string,
      let pattern = action["path"].string
    else { throw RejectedCall(problem: "functions on \(action["on"]) aren't modelled") }
    let body = action["body"]
    guard body == .string("nothing") || body == .string("fails") || body["writes"] != nil else {
      throw RejectedCall(problem: "the body \(body) isn't modelled")
    }
    return try ServerFunction(name, .onCreate, at: pattern) { run in
      let event = run.event
      var delivery = RecordedDelivery(
        parameters: event.parameters,
        snapshot: RecordedSnapshot(event.after, of: QuerySpec(event.path)))
      delivery.isFailed = body == .string("fails")
      state.withValue { $0.deliveries.append((name, delivery)) }
      if delivery.isFailed { throw RejectedCall(problem: "the function fails, as it is told to") }
      guard let writes = body["writes"], let node = try? Node(writes["value"] ?? .null) else {
        return
      }
      let path = Self.path(writes["path"]?.string ?? "", from: event.path)
      backend.schedule(after: .milliseconds(Int64(body["afterMilliseconds"]?.number ?? 0))) {
        $0.administer(set: node, at: path, as: name)
      }
    }
  }

  /// A path that may begin with steps up, as `../x`.
  private static func path(_ text: String, from location: Path) -> Path {
    var path = location
    for part in text.split(separator: "/") {
      path = part == ".." ? path.parent ?? .root : path.child(Key(String(part)))
    }
    return text.hasPrefix("..") ? path : Path(unchecked: text)
  }
}
