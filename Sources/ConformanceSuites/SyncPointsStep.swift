import Backend
import Devices

/// One step of a case of `sync-points.json`.
struct SyncPointsStep: Sendable {
  /// The action of a step.
  enum Action: Sendable {
    case listen(QuerySpec, tag: Int?, callback: Int?)
    case unlisten(QuerySpec, callback: Int?)
    case set(Path, Node, isVisible: Bool)
    case update(Path, [PathChange])
    case serverUpdate(Path, Node, tag: Int?)
    case serverMerge(Path, [PathChange], tag: Int?)
    case acknowledge(WriteID, isRevert: Bool)
    case nothing
  }

  /// An event as it is compared: without the listener, and without what the record leaves open.
  struct Event: Equatable, Sendable, CustomStringConvertible {
    let path: Path
    let event: DataEvent

    init(path: Path, event: DataEvent) {
      self.path = path
      self.event = event
    }

    var description: String {
      var text = "\(event.kind) at \(path)"
      if let key = event.key { text += " of \(key)" }
      if let previous = event.previousKey { text += " after \(previous)" }
      return text + " = \(event.node)"
    }
  }

  let action: Action
  let events: [Event]
  /// The place of the step in the file.
  let place: String

  init(_ step: ConformanceValue, prefix: Path) throws(ConformanceShapeError) {
    place = step.place
    action = try Self.action(step, prefix: prefix)
    var events: [Event] = []
    if let expected = step["events"].ifPresent {
      for event in try expected.array() { events.append(try Event(event, prefix: prefix)) }
    }
    self.events = events
  }

  private static func action(
    _ step: ConformanceValue, prefix: Path
  ) throws(ConformanceShapeError) -> Action {
    let type = try step["type"].string()
    if type == "suppressWarning" { return .nothing }
    if type == "ackUserWrite" {
      let isRevert = try step["revert"].ifPresent?.bool() ?? false
      return .acknowledge(WriteID(try step["writeId"].integer()), isRevert: isRevert)
    }
    let path = prefix.appending(Path(unchecked: try step["path"].string()))
    let tag = try (step["tag"].ifPresent ?? step["params"]["tag"].ifPresent)?.integer()
    let callback = try step["callbackId"].ifPresent?.integer()
    switch type {
    case "listen": return .listen(try query(step, path), tag: tag, callback: callback)
    case "unlisten": return .unlisten(try query(step, path), callback: callback)
    case "set":
      let isVisible = try step["visible"].ifPresent?.bool() ?? true
      return .set(path, try step["data"].node(), isVisible: isVisible)
    case "update": return .update(path, try children(step["data"]))
    case "serverUpdate": return .serverUpdate(path, try step["data"].node(), tag: tag)
    case "serverMerge": return .serverMerge(path, try children(step["data"]), tag: tag)
    default:
      throw ConformanceShapeError(
        place: step["type"].place,
        expected: "listen, unlisten, set, update, serverUpdate, serverMerge, ackUserWrite or "
          + "suppressWarning")
    }
  }

  private static func children(
    _ data: ConformanceValue
  ) throws(ConformanceShapeError) -> [PathChange] {
    var children: [PathChange] = []
    for (name, value) in try data.members() {
      children.append(.init(Path(unchecked: name), try value.node()))
    }
    return children
  }

  private static func query(
    _ step: ConformanceValue, _ path: Path
  ) throws(ConformanceShapeError) -> QuerySpec {
    let params = step["params"]
    do throws(QueryError) {
      var query = QueryParameters()
      if let child = params["orderBy"].json.string {
        query = try query.ordered(by: .child(Path(unchecked: child)))
      }
      if params["orderByKey"].json == .bool(true) { query = try query.ordered(by: .key) }
      if let bound = params["startAt"].bound {
        query = try query.starting(at: bound.value, key: bound.key)
      }
      if let bound = params["startAfter"].bound {
        query = try query.starting(after: bound.value, key: bound.key)
      }
      if let bound = params["endAt"].bound {
        query = try query.ending(at: bound.value, key: bound.key)
      }
      if let bound = params["endBefore"].bound {
        query = try query.ending(before: bound.value, key: bound.key)
      }
      if let bound = params["equalTo"].bound {
        query = try query.equal(to: bound.value, key: bound.key)
      }
      if let count = params["limitToFirst"].count { query = try query.limited(toFirst: count) }
      if let count = params["limitToLast"].count { query = try query.limited(toLast: count) }
      return QuerySpec(path, query)
    } catch {
      throw ConformanceShapeError(place: params.place, expected: "a valid query (\(error))")
    }
  }
}

extension SyncPointsStep.Event {
  init(_ event: ConformanceValue, prefix: Path) throws(ConformanceShapeError) {
    let kinds: [String: DataEvent.Kind] = [
      "child_removed": .childRemoved, "child_added": .childAdded, "child_moved": .childMoved,
      "child_changed": .childChanged, "value": .value,
    ]
    guard let kind = kinds[try event["type"].string()] else {
      throw ConformanceShapeError(
        place: event["type"].place, expected: "one of \(kinds.keys.sorted())")
    }
    let isValue = kind == .value
    let hasPrevious = !isValue && kind != .childRemoved
    self.init(
      path: prefix.appending(Path(unchecked: try event["path"].string())),
      event: DataEvent(
        kind, key: isValue ? nil : Key(try event["name"].string()),
        node: try event["data"].node(),
        previousKey: hasPrevious ? try event["prevName"].ifPresent.map(Self.key) : nil))
  }

  private static func key(_ name: ConformanceValue) throws(ConformanceShapeError) -> Key {
    Key(try name.string())
  }
}

extension ConformanceValue {
  /// The end of a query's range.
  fileprivate var bound: (value: Scalar?, key: Key?)? {
    guard ifPresent != nil else { return nil }
    let value = try? self["index"].ifPresent?.scalar()
    return (value ?? nil, self["name"].json.string.map { Key($0) })
  }

  /// A number of children.
  fileprivate var count: Int? { json.number.flatMap { Int(exactly: $0) } }
}
