public import Backend
import Devices

/// A client's sync engine, step by step with the events it must raise: `sync-points.json`.
///
/// Every case runs twice: at the root, and with every path below `foo/bar/baz`.
public enum SyncPointsSuite: ConformanceSuite {
  public static let name = "sync-points"

  public static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase] {
    var cases: [ConformanceCase] = []
    for test in try ConformanceValue(file).array() {
      let name = try test["name"].string()
      for prefix: Path in [.root, "foo/bar/baz"] {
        var steps: [SyncPointsStep] = []
        for step in try test["steps"].array() {
          steps.append(try SyncPointsStep(step, prefix: prefix))
        }
        let title = prefix.isRoot ? name : "\(name) (at \(prefix))"
        cases.append(
          ConformanceCase(title) { [steps] in
            var run = SyncPointsRun()
            return run.difference(steps)
          })
      }
    }
    return cases
  }
}

/// An engine taken through the steps of one case.
struct SyncPointsRun {
  private var engine = SyncEngine()
  private var listeners: [Int: ListenerID] = [:]
  private var nextListener = 0
  private var queries: [QuerySpec] = []
  /// The listens that the server was asked for and not told to stop.
  private var serverListens: [ServerListen] = []

  /// Takes the steps; what differed from the record first, nil where nothing did.
  mutating func difference(_ steps: [SyncPointsStep]) -> String? {
    for step in steps {
      if let difference = difference(step) { return "\(step.place): \(difference)" }
    }
    for query in queries {
      let output = engine.unlisten(nil, from: query)
      if let difference = follow(output) { return "after the last step: \(difference)" }
    }
    if let left = serverListens.first { return "the server is never told to stop \(left.query)" }
    return nil
  }

  private mutating func difference(_ step: SyncPointsStep) -> String? {
    let output: Output
    var isOrderExact = false
    switch step.action {
    case .nothing: return nil
    case .listen(let query, let tag, let callback):
      output = engine.listen(to: query, as: listener(of: callback))
      queries.append(query)
      isOrderExact = true
      if let tag, engine.tag(of: query) != tag {
        return "the query has the tag \(engine.tag(of: query) ?? 0) instead of \(tag)"
      }
    case .unlisten(let query, let callback):
      output = engine.unlisten(callback.map { listener(of: $0) }, from: query)
      isOrderExact = true
    case .set(let path, let node, let isVisible):
      output = engine.overwrite(at: path, with: node, isVisible: isVisible).output
    case .update(let path, let children): output = engine.merge(at: path, children).output
    case .serverUpdate(let path, let node, let tag):
      output = engine.serverOverwrite(at: path, with: node, tag: tag)
    case .serverMerge(let path, let children, let tag):
      output = engine.serverMerge(at: path, children, tag: tag)
    case .acknowledge(let id, let isRevert):
      output = isRevert ? engine.revert(id) : engine.acknowledge(id)
    }
    engine.checkInvariants()
    if let difference = follow(output) { return difference }
    let raised = output.events.compactMap { event -> (ListenerID, SyncPointsStep.Event)? in
      guard case .data(let data) = event.content else { return nil }
      return (event.listener, .init(path: event.query.path, event: data))
    }
    return isOrderExact
      ? Self.exactDifference(step.events, raised.map(\.1))
      : Self.orderDifference(raised) ?? Self.setDifference(step.events, raised.map(\.1))
  }

  private mutating func listener(of callback: Int?) -> ListenerID {
    if let callback, let listener = listeners[callback] { return listener }
    let listener = ListenerID(nextListener)
    nextListener += 1
    if let callback { listeners[callback] = listener }
    return listener
  }

  /// Notes which listens the server has; each may be started once and stopped once.
  private mutating func follow(_ output: Output) -> String? {
    for action in output.actions {
      switch action {
      case .startListening(let listen):
        if serverListens.contains(where: { $0.query == listen.query }) {
          return "the listen of \(listen.query) is started twice"
        }
        serverListens.append(listen)
      case .stopListening(let listen):
        let found = serverListens.firstIndex {
          $0.query == listen.query && $0.tag == listen.tag
        }
        guard let found else { return "\(listen.query) is stopped and was never started" }
        serverListens.remove(at: found)
      case .send, .sendTransaction, .endTransaction, .persist: break
      }
    }
    return nil
  }

  private static func exactDifference(
    _ expected: [SyncPointsStep.Event], _ raised: [SyncPointsStep.Event]
  ) -> String? {
    for (index, event) in expected.enumerated() {
      guard index < raised.count else { return "missing: \(event)" }
      if raised[index] != event { return "\(raised[index]) instead of \(event)" }
    }
    return raised.count > expected.count ? "superfluous: \(raised[expected.count])" : nil
  }

  private static func setDifference(
    _ expected: [SyncPointsStep.Event], _ raised: [SyncPointsStep.Event]
  ) -> String? {
    var rest = raised
    for event in expected {
      guard let index = rest.firstIndex(of: event) else {
        let candidates = rest.map(\.description).joined(separator: "; ")
        return "missing: \(event); raised and not matched: \(candidates)"
      }
      rest.remove(at: index)
    }
    return rest.first.map { "superfluous: \($0)" }
  }

  /// Each listener hears of removals, additions, moves, changes, the value, in this order.
  private static func orderDifference(
    _ raised: [(ListenerID, SyncPointsStep.Event)]
  ) -> String? {
    for (index, (listener, event)) in raised.enumerated() {
      let earlier = raised[..<index].last { $0.0 == listener && $0.1.path == event.path }
      if let earlier, earlier.1.event.kind.rawValue > event.event.kind.rawValue {
        return "\(event) comes after \(earlier.1)"
      }
    }
    return nil
  }
}
