public import Simulator

// Faults that wait for the next traffic that matches and strike it once. `for` limits how long they wait.
extension Network {
  /// Which traffic a trap catches; a datagram of a connection is judged by the message that it completes.
  public typealias Predicate = @Sendable (any Payload) -> Bool

  /// Loses the next datagram from one host to another that matches.
  ///
  /// A connection sends it again after its retransmission time-out; to lose a message for good see
  /// ``loseNext(from:to:then:at:for:fileID:filePath:line:where:)``.
  @discardableResult
  public func dropNext(
    from: Host, to: Host, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    where matches: @escaping Predicate = { _ in true }
  ) -> FaultHandle {
    setTrap(
      "drop next", .drop, from: from, to: to, at: instant, for: duration,
      SourceLocation(fileID: fileID, filePath: filePath, line: line), where: matches)
  }

  /// Delays the next datagram, or message of a connection, from one host to another that matches.
  ///
  /// On a connection everything that is sent after the message waits with it.
  @discardableResult
  public func delayNext(
    from: Host, to: Host, by delay: Duration, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, where matches: @escaping Predicate = { _ in true }
  ) -> FaultHandle {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    let name = "delay next by \(delay.stopwatch)"
    guard world.takes(delay, "delay next, by:", at: location) else { return noFault(name) }
    return setTrap(
      name, .delay(delay.nanoseconds), from: from, to: to, at: instant, for: duration, location,
      where: matches)
  }

  /// Loses the next message of a connection that matches, with everything after it, and breaks the connection.
  ///
  /// What was sent before it still arrives. With the backend's acknowledgements as the match this is "drop the
  /// acknowledgement after the commit".
  @discardableResult
  public func loseNext(
    from: Host, to: Host, then ending: ConnectionBreak = .reset, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, where matches: @escaping Predicate = { _ in true }
  ) -> FaultHandle {
    setTrap(
      "lose next, then \(ending == .reset ? "reset" : "half-open")", .lose(ending), from: from,
      to: to, at: instant, for: duration,
      SourceLocation(fileID: fileID, filePath: filePath, line: line), where: matches)
  }

  private func setTrap(
    _ name: String, _ strike: Trap.Strike, from: Host, to: Host, at instant: Instant?,
    for duration: Duration?, _ location: SourceLocation, where matches: @escaping Predicate
  ) -> FaultHandle {
    let pairs = HostPairs.between([from.index], [to.index], back: false)
    return impose(
      "\(name), \(from.name) → \(to.name)",
      .trap(Trap(pairs: pairs, strike: strike, matches: matches)), on: [from, to], at: instant,
      for: duration, location)
  }

  /// What the traps leave of a datagram.
  enum Sprung {
    case passes(delay: Int64)
    case lost(DropReason)
  }

  /// Asks the traps about a datagram. A segment of a connection can be dropped here; delays and losses of a
  /// connection's messages are decided where they are sent.
  func spring(for payload: any Payload, over route: Route) -> Sprung {
    let segment = payload as? Segment
    if let segment, segment.message == nil { return .passes(delay: 0) }
    let judged = segment?.message ?? payload
    var delay: Int64 = 0
    for (identifier, trap) in traps(from: route.source.host, to: route.destination.host) {
      switch trap.strike {
      case .drop where trap.matches(judged):
        strike(identifier, judged)
        return .lost(.fault("drop next"))
      case .delay(let time) where segment == nil && trap.matches(judged):
        strike(identifier, judged)
        delay = Treatment.sum(delay, time)
      default:
        continue
      }
    }
    return .passes(delay: delay)
  }

  /// What the traps do to a message that a connection is about to take.
  func spring(forMessage message: any Payload, from: Host, to: Host) -> Trap.Strike? {
    for (identifier, trap) in traps(from: from, to: to) {
      if case .drop = trap.strike { continue }
      guard trap.matches(message) else { continue }
      strike(identifier, message)
      return trap.strike
    }
    return nil
  }

  /// The traps between two hosts; predicates are called by the caller, outside of the network's own state.
  private func traps(from: Host, to: Host) -> [(identifier: FaultIdentifier, trap: Trap)] {
    fabric.withValue { fabric in
      fabric.faults.trapCount == 0 ? [] : fabric.faults.traps(from: from.index, to: to.index)
    }
  }

  private func strike(_ identifier: FaultIdentifier, _ payload: any Payload) {
    let name = fabric.withValue { $0.faults.description(of: identifier) }
    world.journal.record(
      .fault, about: subject, Self.digest(of: payload), "\(name) strikes \(payload.summary)")
    end(identifier)
  }
}
