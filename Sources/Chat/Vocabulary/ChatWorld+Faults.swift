internal import Backend
public import Network
public import Simulator

/// A kind of write that phones make, for faults that strike one of them.
public struct ChatWrite: Sendable {
  let matches: @Sendable (ClientRequest) -> Bool

  /// Any write.
  public static let any = ChatWrite { _ in true }
  /// A message.
  public static let message = ChatWrite { $0.touches("messages") }
  /// Read receipts.
  public static let receipt = ChatWrite { $0.touches("receipts") }
  /// Marks that messages have reached a phone.
  public static let delivery = ChatWrite { $0.touches("deliveries") }
  /// A change of a group's members.
  public static let members = ChatWrite { $0.touches("changes") }
}

extension ClientRequest {
  /// Whether it writes below a top-level location.
  func touches(_ top: Key) -> Bool {
    switch self {
    case .put(let path, _, _): path.first == top
    case .merge(let path, let changes):
      path.isRoot ? changes.contains { $0.path.first == top } : path.first == top
    case .authenticate, .listen, .unlisten, .onDisconnect: false
    }
  }
}

extension ChatWorld {
  /// Lets the backend commit a phone's next write of a kind and loses the acknowledgement.
  ///
  /// - Parameter ending: Whether both sides learn at once that the connection broke, or find out by their
  ///   own time-outs.
  @discardableResult
  public func loseNextAcknowledgement(
    to phone: ChatPhone, of kind: ChatWrite = .any, then ending: ConnectionBreak = .reset,
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    backend.loseNextAcknowledgement(
      to: phone.host, then: ending, at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line, of: kind.matches)
  }

  /// Loses a phone's next write of a kind on its way to the backend, with everything behind it on the connection.
  @discardableResult
  public func loseNextWrite(
    of kind: ChatWrite, by phone: ChatPhone, then ending: ConnectionBreak = .reset,
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    let matches = kind.matches
    return network.loseNext(
      from: phone.host, to: backend.host, then: ending, at: instant, for: duration,
      fileID: fileID, filePath: filePath, line: line
    ) { message in
      (message as? ClientMessage).map { matches($0.request) } ?? false
    }
  }

  /// Has the backend refuse a phone's next writes of a kind for good, whatever the rules say.
  public func refuseNext(
    _ kind: ChatWrite, by phone: ChatPhone, count: Int = 1, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    backend.refuseNext(
      from: phone.host, count: count, fileID: fileID, filePath: filePath, line: line,
      of: kind.matches)
  }

  /// Takes down when a phone next hands a write of a kind to the network.
  public func noteNextWrite(
    of kind: ChatWrite, by phone: ChatPhone, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> NotedWrite {
    let instant = Confined<Instant?>(nil, in: world)
    let (world, matches) = (world, kind.matches)
    // A trap that delays by nothing: it sees what a connection is about to take.
    network.delayNext(
      from: phone.host, to: backend.host, by: .zero, fileID: fileID, filePath: filePath, line: line
    ) { message in
      guard let request = (message as? ClientMessage)?.request, matches(request) else {
        return false
      }
      instant.withValue { $0 = world.now }
      return true
    }
    return NotedWrite(noted: instant)
  }

  /// Requires a write to have been handed to the network within a time of an event, and keeps the latency.
  ///
  /// - Throws: ``BackendExpectationFailed``; the run has failed then.
  public func expect(
    _ write: NotedWrite, within limit: Duration, of event: Instant,
    measuredAs measure: MeasureName, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) throws {
    let latency = write.instant.map { event.duration(to: $0) }
    try require(
      latency.map { $0 <= limit } ?? false,
      "a write within \(limit.stopwatch); it came \(latency.map { "after \($0.stopwatch)" } ?? "not at all")",
      fileID: fileID, filePath: filePath, line: line)
    if let latency {
      world.measure(
        measure.name, latency, fileID: fileID, filePath: filePath, line: line)
    }
  }

  /// Cuts every link between two groups of phones and the backend, one after the other in an order that
  /// the seed decides, and restores them in another.
  @discardableResult
  public func swizzle(
    _ phones: ChatPhone..., at instant: Instant? = nil, for duration: Duration,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.swizzle(
      phones.map(\.host), at: instant, for: duration, fileID: fileID, filePath: filePath,
      line: line)
  }
}

/// A write that was, or is still to be, handed to the network.
public struct NotedWrite: Sendable {
  fileprivate let noted: Confined<Instant?>

  /// When it was handed over; nil while it was not.
  public var instant: Instant? { noted.withValue { $0 } }
}
