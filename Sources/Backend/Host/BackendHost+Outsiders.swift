internal import Network
internal import RehearsalCollections
internal import Simulator

extension BackendHost {
  /// Asks for a change as a program does that speaks the protocol without the app: it has a connection of its own, is signed in
  /// as whom it likes, and only the rules stop it.
  ///
  /// A change that is accepted takes effect: phones are told and functions run.
  ///
  /// - Parameters:
  ///   - changes: Paths relative to the location, none of them within another.
  ///   - user: The user who is signed in; nil for nobody.
  /// - Returns: Whether it was accepted.
  public func takes(_ changes: [PathChange], at path: Path = .root, from user: String?) -> Bool {
    ask(.merge(path, changes), as: user)
  }

  /// Asks for what a query shows, as a program does that speaks the protocol without the app.
  ///
  /// - Returns: Whether the user may read it.
  public func shows(_ query: QuerySpec, to user: String?) -> Bool {
    ask(.listen(query, tag: nil, hash: nil), as: user)
  }

  /// Returns what a phone listens to, with its queries, in order; over all of its connections that have not ended here.
  public func listens(of phone: String) -> [String] {
    (0...lastConnection).map { ConnectionID($0) }
      .filter { connections[$0]?.remote.name == phone }
      .flatMap { server.listens(of: $0).map(\.description) }.sorted()
  }

  /// Whether there is a connection of a phone's by which it listens to something; a connection whose other end is gone counts until
  /// that is noticed.
  package func serves(_ phone: String) -> Bool {
    // No closure here: it would ask for the actor's executor, and none runs between two steps.
    for number in 0...lastConnection {
      let id = ConnectionID(number)
      if connections[id]?.remote.name == phone, !server.listens(of: id).isEmpty { return true }
    }
    return false
  }

  private func ask(_ request: ClientRequest, as user: String?) -> Bool {
    lastConnection += 1
    let id = ConnectionID(lastConnection)
    meterCell.withValue { $0.attribute(id, to: "outsider") }
    execute(server.connect(id, nowMilliseconds: milliseconds))
    var answers: [ResponseStatus] = []
    let requests = (user.map { [ClientRequest.authenticate(uid: $0)] } ?? []) + [request]
    for (number, request) in requests.enumerated() {
      let message = ClientMessage(number: number + 1, request)
      let actions = server.receive(message, from: id, nowMilliseconds: milliseconds)
      for case .send(id, .response(_, let status)) in actions { answers.append(status) }
      execute(actions, causedBy: message, from: id)
    }
    execute(server.disconnect(id, nowMilliseconds: milliseconds))
    meterCell.withValue { $0.forget(id) }
    return answers.count == requests.count && answers.allSatisfy { $0 == .ok }
  }
}
