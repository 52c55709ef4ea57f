public import Harness
package import Network
package import Simulator

extension FaultKind {
  /// The backend goes down and comes up again: connections, listeners and presence are gone, data stays.
  public static let backendRestart: FaultKind = "backend restart"
  /// The next write of a phone is committed, or the next part of a file stored, and the acknowledgement lost.
  public static let lostAcknowledgement: FaultKind = "lost acknowledgement"
  /// The instances of the server functions end, in the midst of what they do.
  public static let functionCrash: FaultKind = "function crash"
}

extension Probe {
  /// The backend committed a write, and the phone never heard of it on that connection.
  public static let acknowledgementLost = Probe("an acknowledgement was lost after the commit")
}

extension BackendHost {
  /// Restarts the backend: every connection is over at once, and none can be opened until the fault ends.
  ///
  /// With a connection its listeners and its session are gone, and the operations that it left for its end are carried out
  /// now; committed data stays. Firebase documentation, "Enabling Offline Capabilities": the server monitors the
  /// connection, and when that "times out, or is actively closed", it judges the operation once more and carries it out.
  /// Runs of functions that are under way end (see ``FunctionRuntime/interrupt(nowMilliseconds:mayRun:retryDelay:)``).
  /// Push messages that were accepted are kept and sent again: "FCM stores the message and delivers it as soon as
  /// possible" (Firebase documentation, "Set the lifespan of a message"). Uploads go on where they were, as resumable
  /// uploads do.
  ///
  /// - Parameter ending: Whether phones learn at once that their connections broke, or find out by themselves.
  package nonisolated func restart(
    then ending: ConnectionBreak = .reset, at instant: Instant? = nil,
    for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.restart(
      host, then: ending, at: instant, for: duration,
      CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) { [weak self] in
      self?.post {
        $0.requests.dropMessages()
        $0.interruptFunctions()
      }
    }
  }

  /// Lets faults from the seed befall the backend, in runs that have them.
  nonisolated func registerWithNemesis(_ network: Network, hasFunctions: Bool) {
    network.world.nemesis?.register(
      FaultTarget(
        host.name,
        offers: [
          FaultOffer(.lostAcknowledgement, weight: 5) { [self] strike in
            let phones = network.hosts.filter { $0 != host }
            guard !phones.isEmpty else { return nil }
            let phone = phones[min(Int(strike.unit(0) * Double(phones.count)), phones.count - 1)]
            let isSilent = strike.unit(1) >= 0.5
            let handle = loseNextAcknowledgement(
              to: phone, then: isSilent ? .halfOpen : .reset, orOfStorage: true
            ) { _ in true }
            return FaultEnd(aftermath: isSilent ? network.noticingMax : .zero) {
              handle.end()
            }
          },
          FaultOffer(.backendRestart, weight: 2) { [self] strike in
            restartByNemesis(then: strike.unit(0) < 0.5 ? .reset : .halfOpen, on: network)
          },
        ] + (hasFunctions ? [functionCrash] : []),
        strikes: [(StrikeKind.restart, ConnectionBreak.reset), (.restartSilently, .halfOpen)].map {
          kind, ending in
          StrikeOffer(kind, isAnywhere: true) { [self] _ in
            restartByNemesis(then: ending, on: network)
          }
        }))
  }

  private nonisolated func restartByNemesis(
    then ending: ConnectionBreak, on network: Network
  ) -> FaultEnd {
    let handle = restart(then: ending)
    return FaultEnd { [self] in
      handle.end()
      network.resetUnopened(of: host)
    }
  }

  private nonisolated var functionCrash: FaultOffer {
    FaultOffer(.functionCrash, weight: 2) { [self] _ in
      post { $0.interruptFunctions() }
      return FaultEnd {}
    }
  }

  /// Lets the next matching write of a phone be committed and loses its acknowledgement, with everything
  /// behind it on the connection, which then breaks.
  ///
  /// - Parameters:
  ///   - phone: The phone whose write is acknowledged.
  ///   - ending: Whether both sides learn at once that the connection broke, or find out by themselves.
  ///   - includesStorage: Whether it may be a change of file storage instead, such as a stored part of a file.
  ///   - matches: A condition that picks the write.
  @discardableResult
  package nonisolated func loseNextAcknowledgement(
    to phone: NetworkHost, then ending: ConnectionBreak = .reset,
    orOfStorage includesStorage: Bool = false, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, of matches: @escaping @Sendable (ClientRequest) -> Bool
  ) -> FaultHandle {
    let world = network.world
    let rule = NextMessageRule(.breakConnection(ending)) { message in
      if includesStorage, let answer = message.payload as? StorageServerMessage {
        if answer.answer.acknowledgesChange { world.probe(.acknowledgementLost) }
        return answer.answer.acknowledgesChange
      }
      guard case .response(_, let status)? = message.payload as? ServerMessage,
        let request = (message.request as? ClientMessage)?.request, request.isWrite,
        matches(request)
      else { return false }
      if status == .ok { world.probe(.acknowledgementLost) }
      return true
    }
    return network.install(
      rule, from: [host], to: [phone], at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Refuses the next matching write of a phone, whatever the rules say, as a backend does whose rules were deployed
  /// with a mistake or whose quota is used up.
  ///
  /// - Parameters:
  ///   - phone: The phone that writes.
  ///   - count: The number of writes to refuse, one after the other.
  ///   - matches: A condition that picks the writes.
  package nonisolated func refuseNext(
    from phone: NetworkHost, count: Int = 1, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, of matches: @escaping @Sendable (ClientRequest) -> Bool
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard
      lane.world.takes(
        count, in: 1...1_000_000, "refuseNext(from: \(phone), count:)", at: location)
    else { return }
    refusals.withValue {
      $0.append(PlannedRefusal(phone: phone.name, count: count, matches: matches))
    }
  }

  /// The refusal of a request that a scenario wants refused; nil for all others.
  func refusal(
    of message: ClientMessage, by author: @autoclosure () -> Author, on id: ConnectionID,
    from phone: NetworkHost
  ) -> [ServerAction]? {
    // Asked outside of the planned refusals' own state, which a predicate may add to.
    let planned = refusals.withValue { $0 }
    guard !planned.isEmpty, message.request.isWrite else { return nil }
    network.world.callsForeignCode()
    guard
      let index = planned.firstIndex(where: {
        $0.phone == phone.name && $0.matches(message.request)
      })
    else { return nil }
    refusals.withValue { refusals in
      refusals[index].count -= 1
      if refusals[index].count == 0 { refusals.remove(at: index) }
    }
    let refusal = Refusal(
      author: author(), kind: .put, paths: message.request.paths,
      cause: .invalid("the scenario wants it refused"))
    return [.refused(refusal), .send(id, .response(number: message.number, .permissionDenied))]
  }
}

/// The events at the backend at which faults can strike.
struct BackendStrikePlaces: Sendable {
  /// Writes that take effect.
  let commit: StrikeCounter
  private let nemesis: Nemesis

  init(of backend: String, _ nemesis: Nemesis) {
    self.nemesis = nemesis
    commit = nemesis.counter(of: .commit, at: backend)
  }

  /// Counts an answer to a phone that is about to be sent.
  func answer(to phone: NetworkHost) -> DueStrikes? {
    nemesis.counter(of: .answer, at: phone.name).arrive()
  }
}

/// Writes of a phone that are to be refused, whatever the rules say.
struct PlannedRefusal: Sendable {
  /// The name of the phone.
  let phone: String
  /// The number of writes that are still to be refused.
  var count: Int
  /// A condition that picks the writes.
  let matches: @Sendable (ClientRequest) -> Bool
}

extension ClientRequest {
  /// The locations that a write is about; none for other requests.
  var paths: [Path] {
    switch self {
    case .put(let path, _, _): [path]
    case .merge(let path, let changes): changes.map { path.appending($0.path) }
    case .authenticate, .listen, .unlisten, .get, .onDisconnect: []
    }
  }
}
