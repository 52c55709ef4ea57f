/// A value that the server fills in when it applies a write.
public enum ServerValue: Sendable, Equatable {
  /// Milliseconds since 1970 on the server's clock.
  case timestamp
  /// The existing number plus this; this alone when there is no number.
  case increment(Double)

  /// The value to store.
  ///
  /// - Parameters:
  ///   - existing: the data at the location; asked for by an increment alone.
  ///   - nowMilliseconds: the server's clock, milliseconds since 1970.
  public func resolved(existing: @autoclosure () -> Node, nowMilliseconds: Int64) -> Scalar {
    switch self {
    case .timestamp: return .number(Double(nowMilliseconds))
    case .increment(let delta):
      guard case .number(let value) = existing().scalar else { return .number(delta) }
      return .number(value + delta)
    }
  }

  /// Bytes of the value as JSON.
  var byteCount: Int {
    switch self {
    case .timestamp: #"{".sv":"timestamp"}"#.utf8.count
    case .increment(let delta): #"{".sv":{"increment":}}"#.utf8.count + JSON.byteCount(of: delta)
    }
  }
}

extension Node {
  /// This node with every server value filled in.
  ///
  /// Costs nothing where there is none.
  ///
  /// - Parameters:
  ///   - existing: the data at the location before the write.
  ///   - nowMilliseconds: the server's clock, milliseconds since 1970.
  public func resolvingServerValues(existing: @autoclosure () -> Node, nowMilliseconds: Int64)
    -> Node
  {
    guard containsServerValues else { return self }
    // Found once, and not at all for a time, which depends on nothing.
    var found: Node?
    return resolve(nowMilliseconds) {
      let node = found ?? existing()
      found = node
      return node
    }
  }

  private func resolve(_ nowMilliseconds: Int64, _ existing: () -> Node) -> Node {
    guard containsServerValues else { return self }
    var resolved = self
    if let value = serverValue {
      resolved = Node(value.resolved(existing: existing(), nowMilliseconds: nowMilliseconds))
        .updatingPriority(priority)
    } else {
      for (key, child) in children where child.containsServerValues {
        resolved = resolved.updating(
          child: key, to: child.resolve(nowMilliseconds) { existing()[child: key] })
      }
    }
    if case .serverValue(let value) = priority {
      let scalar = value.resolved(
        existing: existing()[child: .priority], nowMilliseconds: nowMilliseconds)
      resolved = resolved.updatingPriority(Priority(Node(scalar)) ?? .none)
    }
    return resolved
  }
}
