internal import Network
internal import RehearsalCollections
internal import Simulator

extension BackendHost {
  /// Has a connection told when its caller's token has expired.
  func awaitExpiry(of token: IDToken?, on id: ConnectionID) {
    tokenTimers[id].take()?.cancel()
    guard let expiry = token?.expiry, expiry > milliseconds else { return }
    tokenTimers[id] = schedule(after: .milliseconds(expiry - milliseconds), background: true) {
      host in
      host.execute(host.server.expireToken(of: id, nowMilliseconds: host.milliseconds))
    }
  }
}

extension AccountService {
  /// Answers a phone that asks for a token; whatever else comes closes the connection.
  func handle(_ event: ConnectionEvent, of connection: Connection) {
    guard case .received(let payload) = event else { return }
    guard let request = payload.exactly(TokenRequest.self) else { return connection.close() }
    connection.send(answer(request), inReplyTo: payload)
  }
}
