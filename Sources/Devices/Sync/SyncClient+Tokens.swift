public import Backend
internal import Simulator

extension SyncClient {
  /// Acts as another user from now on, or as nobody: listens that the rules then refuse are cancelled, nothing else ends.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`refreshAuthToken:`).
  public func signIn(as user: String?) { tokens.withValue { $0 }?.signIn(as: user) }

  /// Asks for the user's token, for its claims or to show it to a server of the app's own; nil where nobody is signed in.
  ///
  /// Source: firebase-ios-sdk, `User` (`getIDTokenForcingRefresh:completion:`).
  ///
  /// - Parameters:
  ///   - forcingRefresh: Whether a token is wanted that has just been issued, with the claims as they are now.
  ///   - completion: Called on the client's lane.
  public func fetchToken(
    forcingRefresh: Bool = false,
    completion: @escaping @Sendable (Result<IDToken?, IDTokenError>) -> Void
  ) {
    tokens.withValue { $0 }?.fetch(isForced: forcingRefresh, completion)
  }

  /// Tells the token with which the client acts: now, and at each change; nil where it acts as nobody.
  ///
  /// Source: firebase-ios-sdk, `Auth` (`addIDTokenDidChangeListener:`).
  ///
  /// - Parameter watcher: Called on the client's lane, once the new token has gone out to the server.
  public func watchTokens(_ watcher: @escaping @Sendable (IDToken?) -> Void) {
    tokenWatchers.append(watcher)
    watcher(session.token)
  }

  /// Begins to keep tokens.
  func startTokens() {
    let keeper = TokenKeeper(
      for: account, of: process, lane: lane, from: host, to: server, on: network
    ) { [weak self] token in
      self?.runIsolated(token) { client, token in client.use(token) }
    }
    tokens.withValue { $0 = keeper }
    keeper.start()
  }

  /// Gets the token with which to connect.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`tryScheduleReconnect`): without a token there is no connection, and
  /// the next attempt comes after the usual wait.
  func prepareToConnect(_ proceed: @escaping @Sendable (Bool) -> Void) {
    guard process.isAlive else { return }
    let isForced = needsNewToken
    needsNewToken = false
    tokens.withValue { $0 }?.fetch(isForced: isForced) { [weak self] result in
      if case .success(let token) = result {
        self?.runIsolated(token) { client, token in client.use(token) }
        proceed(true)
      } else {
        proceed(false)
      }
    }
  }

  private func use(_ token: IDToken?) {
    guard session.token != token else { return }
    execute(session.authenticate(by: token))
    for watcher in tokenWatchers { watcher(token) }
  }
}
