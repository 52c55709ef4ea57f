public import Harness
package import Network
package import Simulator

extension FaultKind {
  /// The next write of a phone is committed, and its acknowledgement lost.
  public static let lostAcknowledgement: FaultKind = "lost acknowledgement"
}

extension Probe {
  /// The backend committed a write, and the phone never heard of it on that connection.
  public static let acknowledgementLost = Probe("an acknowledgement was lost after the commit")
}

extension BackendHost {
  /// Lets faults from the seed befall the backend, in runs that have them.
  nonisolated func registerWithNemesis(_ network: Network) {
    network.world.nemesis?.register(
      FaultTarget(
        host.name,
        offers: [
          FaultOffer(.lostAcknowledgement, weight: 5) { [self] strike in
            let phones = network.hosts.filter { $0 != host }
            guard !phones.isEmpty else { return nil }
            let phone = phones[min(Int(strike.unit(0) * Double(phones.count)), phones.count - 1)]
            let handle = loseNextAcknowledgement(
              to: phone, then: strike.unit(1) < 0.5 ? .reset : .halfOpen
            ) { _ in true }
            return FaultEnd { handle.end() }
          }
        ]))
  }

  /// Lets the next matching write of a phone be committed and loses its acknowledgement, with everything
  /// behind it on the connection, which then breaks.
  ///
  /// - Parameters:
  ///   - phone: The phone whose write is acknowledged.
  ///   - ending: Whether both sides learn at once that the connection broke, or find out by themselves.
  ///   - matches: A condition that picks the write.
  @discardableResult
  package nonisolated func loseNextAcknowledgement(
    to phone: NetworkHost, then ending: ConnectionBreak = .reset, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, of matches: @escaping @Sendable (ClientRequest) -> Bool
  ) -> FaultHandle {
    let world = network.world
    let rule = NextMessageRule(.breakConnection(ending)) { message in
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
    case .authenticate, .listen, .unlisten, .onDisconnect: []
    }
  }
}
