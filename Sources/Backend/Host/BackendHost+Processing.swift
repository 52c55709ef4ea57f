internal import Harness
internal import Network
internal import Simulator

/// What connections brought and the database has not got to yet.
struct RequestQueue: Sendable {
  /// Something that a connection brought.
  enum Arrival: Sendable {
    case message(any Payload)
    /// The connection ended, behind everything that it brought.
    case end
  }

  private struct Line: Sendable {
    var waiting: [(arrival: Arrival, due: Instant)] = []
    /// The instant at which the last arrival is due.
    var lastDue = Instant.zero
    /// How many requests there were, for draws.
    var count: UInt64 = 0
  }

  private var lines: [ConnectionID: Line] = [:]

  /// Whether anything of a connection waits.
  func isWaiting(_ id: ConnectionID) -> Bool { !(lines[id]?.waiting.isEmpty ?? true) }

  /// The number of the next request of a connection.
  mutating func nextOrdinal(of id: ConnectionID) -> UInt64 {
    lines[id, default: Line()].count += 1
    return lines[id]?.count ?? 0
  }

  /// Puts an arrival behind the others of its connection.
  ///
  /// - Returns: The instant at which it is due, where it is the first of those that wait; nil behind others.
  mutating func add(_ arrival: Arrival, of id: ConnectionID, due: Instant) -> Instant? {
    var line = lines[id] ?? Line()
    line.lastDue = max(line.lastDue, due)
    line.waiting.append((arrival, line.lastDue))
    lines[id] = line
    return line.waiting.count == 1 ? line.lastDue : nil
  }

  /// Takes the first arrival of a connection that is due; with it, when the one behind it is.
  mutating func take(of id: ConnectionID, at now: Instant) -> (Arrival, next: Instant?)? {
    guard var line = lines[id], let first = line.waiting.first, first.due <= now else { return nil }
    line.waiting.removeFirst()
    lines[id] = line
    return (first.arrival, line.waiting.first?.due)
  }

  /// Forgets a connection.
  mutating func forget(_ id: ConnectionID) { lines[id] = nil }

  /// Forgets the messages that wait, as a machine does that starts anew; what ended still has.
  mutating func dropMessages() {
    for id in lines.keys.sorted() {
      let ends = lines[id]?.waiting.filter { $0.arrival.isEnd } ?? []
      // Due at once: who wakes for the first of those that are gone finds them.
      lines[id]?.waiting = ends.map { ($0.arrival, .zero) }
    }
  }
}

extension BackendHost {
  private static let stream = ChoiceStream("backend.processing")

  /// Has requests take so much time from now on; those that have arrived keep theirs.
  package func setProcessing(_ processing: ClosedRange<Duration>) { self.processing = processing }

  /// Lets a request or the end of a connection wait until the database gets to it.
  ///
  /// - Returns: Whether it waits; otherwise it is due at once.
  func delays(_ arrival: RequestQueue.Arrival, of id: ConnectionID) -> Bool {
    let isIdle = processing.upperBound == .zero || arrival.isEnd
    if isIdle, !requests.isWaiting(id) { return false }
    var time = Duration.zero
    if !arrival.isEnd {
      time = lane.world.choices.duration(
        within: processing, Self.stream, entity: UInt64(id.number),
        ordinal: requests.nextOrdinal(of: id))
    }
    if let due = requests.add(arrival, of: id, due: lane.world.now.advanced(by: time)) {
      wake(id, at: due, arrival.summary)
    }
    return true
  }

  private func wake(_ id: ConnectionID, at due: Instant, _ text: @autoclosure () -> String) {
    lane.world.explain(Wait(.processing, at: host.name, text()))
    schedule(at: due) { $0.getTo(id) }
  }

  /// Handles what is due of a connection.
  private func getTo(_ id: ConnectionID) {
    guard let (arrival, next) = requests.take(of: id, at: lane.world.now) else { return }
    if let next { wake(id, at: next, "the next request of \(id)") }
    switch arrival {
    case .message(let payload): receive(payload, from: id)
    case .end: end(id)
    }
  }
}

extension RequestQueue.Arrival {
  /// Whether it is the end of its connection.
  fileprivate var isEnd: Bool { if case .end = self { true } else { false } }

  /// One short line for critical paths.
  fileprivate var summary: String {
    switch self {
    case .message(let payload): payload.summary
    case .end: "the end of a connection"
    }
  }
}
