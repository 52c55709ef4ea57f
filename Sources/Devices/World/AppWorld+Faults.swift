public import Backend
internal import Harness
public import Network
public import Simulator

extension AppWorld {
  /// Lets the backend commit a phone's next write of a kind and loses the acknowledgement.
  ///
  /// - Parameter ending: Whether both sides learn at once that the connection broke, or find out by their
  ///   own time-outs.
  @discardableResult
  public func loseNextAcknowledgement(
    to phone: Phone<App>, of kind: WriteKind = .any, then ending: ConnectionBreak = .reset,
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    world.reaches(fileID, filePath, line)
    return backend.loseNextAcknowledgement(
      to: phone.host, then: ending, at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line, of: kind.matches)
  }

  /// Restarts the backend, which is down for a while: connections, listeners and presence are gone, and the operations
  /// that connections left for their end are carried out; committed data stays.
  ///
  /// Runs of functions that are under way end; those that retry are run again, others might be. Push messages that were
  /// accepted are sent once the phone is back.
  ///
  /// - Parameters:
  ///   - duration: The time for which no connection can be opened.
  ///   - ending: Whether phones learn at once that their connections broke, or find out by their own time-outs.
  @discardableResult
  public func restartBackend(
    for duration: Duration = .seconds(2), then ending: ConnectionBreak = .reset,
    at instant: Instant? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> FaultHandle {
    world.reaches(fileID, filePath, line)
    return backend.restart(
      then: ending, at: instant, for: duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Ends the instances of the server functions in the midst of what they do: what a run has done stays, the rest is not done.
  ///
  /// Those that retry are run again after 10 s or more, others might be. Source: Firebase, "Retry asynchronous functions".
  public func interruptFunctions(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    backend.post { $0.interruptFunctions() }
  }

  /// Ends the instance of one server function right after an effect of its next runs, such as between two files that it
  /// removes: what a run has done stays, the rest is not done.
  ///
  /// An effect is a write that a call makes, a push message to one phone, or the removal of a file; a transaction is one. A
  /// function that retries is run again after 10 s or more, others might be. Source: Firebase, "Retry asynchronous
  /// functions".
  ///
  /// - Parameters:
  ///   - function: The function's name; one that the backend doesn't have ends the run as misused.
  ///   - effect: The number of the effect, from 1. A run with fewer is not cut off.
  ///   - times: The number of runs to cut off, one after the other.
  /// - Returns: The runs that were cut off, to require that there are some.
  @discardableResult
  public func cutFunction(
    _ function: String, afterEffect effect: Int = 1, times: Int = 1, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async -> FunctionCuts {
    world.reaches(fileID, filePath, line)
    return await backend.cut(
      function, afterEffect: effect, times: times,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Loses a phone's next write of a kind on its way to the backend, with everything behind it on the connection.
  @discardableResult
  public func loseNextWrite(
    of kind: WriteKind, by phone: Phone<App>, then ending: ConnectionBreak = .reset,
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
    _ kind: WriteKind, by phone: Phone<App>, count: Int = 1, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    backend.refuseNext(
      from: phone.host, count: count, fileID: fileID, filePath: filePath, line: line,
      of: kind.matches)
  }

  /// Notes when a phone next hands a write of a kind to the network; the run goes on as it would have.
  public func noteNextWrite(
    of kind: WriteKind, by phone: Phone<App>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> NotedWrite {
    world.reaches(fileID, filePath, line)
    let note = WorldBound(NotedWrite.Note(), in: world)
    let matches = kind.matches
    let observation = network.observe(
      from: [phone.host], to: [backend.host], fileID: fileID, filePath: filePath, line: line
    ) { message in
      guard let request = (message.payload as? ClientMessage)?.request, matches(request) else {
        return
      }
      note.withValue { $0.instant = message.sentAt }
      note.withValue { $0.observation }?.end()
    }
    note.withValue { $0.observation = observation }
    return NotedWrite(note: note)
  }

  /// Requires a write to have been handed to the network within a time of an event, and keeps the latency.
  ///
  /// - Throws: ``RequirementFailed``; the run has failed then.
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
    _ phones: Phone<App>..., at instant: Instant? = nil, for duration: Duration,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.swizzle(
      phones.map(\.host), at: instant, for: duration, fileID: fileID, filePath: filePath,
      line: line)
  }
}

/// A write that was, or is still to be, handed to the network.
public struct NotedWrite: Sendable {
  fileprivate struct Note {
    var instant: Instant?
    var observation: WireObservation?
  }

  fileprivate let note: WorldBound<Note>

  /// The instant at which it was handed over; nil until then.
  public var instant: Instant? { note.withValue { $0.instant } }
}
