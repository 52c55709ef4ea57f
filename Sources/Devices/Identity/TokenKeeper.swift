internal import Backend
internal import Harness
internal import Network
internal import Simulator

/// Has an ID token ready for a process: the one that the phone keeps, or one from an exchange with the service.
///
/// Requests wait for each other; a token that is about to end is exchanged of itself. Everything is called on one lane. Sources:
/// firebase-ios-sdk, `SecureTokenService` (`fetchAccessToken`, `requestAccessToken`) and `Auth` (`autoRefreshTokens`).
final class TokenKeeper: Sendable {
  /// Called with the token; nil where nobody is signed in.
  typealias Completion = @Sendable (Result<IDToken?, IDTokenError>) -> Void

  private let process: AppProcess
  private let lane: Lane
  private let network: Network
  private let host: NetworkHost
  private let server: NetworkHost
  private let account: PhoneAccount
  /// Called where the token has become another one, or none.
  private let changed: @Sendable (IDToken?) -> Void
  private let core: WorldBound<Core>

  private struct Request {
    let isForced: Bool
    let completion: Completion
  }

  private struct Core {
    var waiting: [Request] = []
    /// The connection on which a token is asked for.
    var connection: Connection?
    /// The number of the exchange that is under way, by which those before it are told apart.
    var exchange = 0
    var isBusy = false
    /// Whether the exchange under way is the second one, because of a token that was too old.
    var isSecond = false
    var timeLimit = WorldTimer.none
    var refresh = WorldTimer.none
    /// The wait after a refresh that failed; nil where the last one did not.
    var retryDelay: Duration?
  }

  /// The time for which a request may get no answer: the default of `URLSessionConfiguration.timeoutIntervalForRequest`.
  static let requestLimit = Duration.seconds(60)
  /// The waits before a refresh that failed is tried again. Source: firebase-ios-sdk, `Auth` (`autoTokenRefresh`).
  static let retryDelays: (first: Duration, longest: Duration) = (.minutes(1), .minutes(16))

  init(
    for account: PhoneAccount, of process: AppProcess, lane: Lane, from host: NetworkHost,
    to server: NetworkHost, on network: Network, changed: @escaping @Sendable (IDToken?) -> Void
  ) {
    self.account = account
    self.process = process
    self.lane = lane
    self.host = host
    self.server = server
    self.network = network
    self.changed = changed
    core = WorldBound(Core(), in: lane.world)
  }

  private func withSignIn<Result>(_ body: (inout SignIn) -> Result) -> Result {
    account.withSignIn(wallMilliseconds: process.wallMilliseconds, body)
  }

  /// Keeps the token fresh from now on.
  func start() {
    planRefresh()
    process.atEnd { [weak self] in
      let connection = self?.core.withValue { core in
        core.waiting = []
        core.timeLimit.cancel()
        core.refresh.cancel()
        core.exchange += 1
        return core.connection.take()
      }
      connection?.close()
    }
  }

  /// The token that the phone keeps, whether it is still good or not.
  var token: IDToken? { withSignIn { $0.token } }

  /// Acts as another user from now on, or as nobody. The answer to a request for the user before has no effect, and whoever
  /// waits for a token gets the new user's.
  ///
  /// Source: firebase-ios-sdk, `User` (`tokenService`): a user's tokens are that user's own.
  func signIn(as user: String?) {
    abandonExchange()
    let token = account.change(to: user, wallMilliseconds: process.wallMilliseconds)
    planRefresh()
    changed(token)
    proceed()
  }

  /// Asks for a token.
  ///
  /// - Parameter isForced: Whether one that the phone keeps is not good enough.
  func fetch(isForced: Bool, _ completion: @escaping Completion) {
    core.withValue { $0.waiting.append(Request(isForced: isForced, completion: completion)) }
    proceed()
  }

  /// Serves those who wait, until one of them needs an exchange.
  private func proceed() {
    while process.isAlive, let request = core.withValue({ $0.isBusy ? nil : $0.waiting.first }) {
      let now = process.wallMilliseconds
      let (isSignedIn, token) = withSignIn {
        ($0.session != nil, $0.session == nil ? $0.token : $0.usableToken(wallMilliseconds: now))
      }
      guard !isSignedIn || (token != nil && !request.isForced) else { return exchange() }
      answer(.success(token))
    }
  }

  private func answer(_ result: Result<IDToken?, IDTokenError>) {
    let request = core.withValue { core in
      core.isBusy = false
      return core.waiting.isEmpty ? nil : core.waiting.removeFirst()
    }
    request?.completion(result)
  }

  // MARK: - The exchange

  private func exchange(isSecond: Bool = false) {
    let number = core.withValue { core in
      core.isBusy = true
      core.isSecond = isSecond
      core.exchange += 1
      return core.exchange
    }
    let connection = network.connect(
      from: host, to: server, service: IdentityChannel.name, lane: lane,
      configuration: ConnectionConfiguration()
    ) { [weak self] event in self?.handle(event, of: number) }
    let limit = process.schedule(after: Self.requestLimit, on: lane) { [weak self] in
      self?.end(number, .failure(.network))
    }
    core.withValue { core in
      core.connection = connection
      core.timeLimit = limit
    }
  }

  private func handle(_ event: ConnectionEvent, of number: Int) {
    guard process.isAlive, core.withValue({ $0.exchange == number }) else { return }
    switch event {
    case .opened:
      let session = withSignIn { $0.session }
      guard let session else { return end(number, .success(nil)) }
      core.withValue { $0.connection }?.send(TokenRequest(session))
    case .received(let payload):
      guard let answer = payload.exactly(TokenAnswer.self) else { return }
      received(answer, in: number)
    case .closed:
      core.withValue { $0.connection = nil }
      end(number, .failure(.network))
    }
  }

  private func received(_ answer: TokenAnswer, in number: Int) {
    switch answer {
    case .granted(let token):
      let now = process.wallMilliseconds
      // A clock that is an hour fast must not ask for ever.
      let isOld = token.expiry.map { $0 - now <= SignIn.headStart } ?? false
      let isSecond = core.withValue { $0.isSecond }
      if isOld, !isSecond {
        close(number)
        return exchange(isSecond: true)
      }
      withSignIn { $0.renew(token, wallMilliseconds: now) }
      end(number, .success(token))
    case .refused(let refusal):
      // The user is signed out. Source: firebase-ios-sdk, `User` (`signOutIfTokenIsInvalid`).
      _ = account.change(to: nil, wallMilliseconds: process.wallMilliseconds)
      end(number, .failure(.refused(refusal)))
    case .unavailable:
      end(number, .failure(.unavailable))
    }
  }

  /// Closes the connection of an exchange, of which nothing more is heard; false where it has ended already.
  @discardableResult
  private func close(_ number: Int) -> Bool {
    let (isPresent, connection) = core.withValue { core -> (Bool, Connection?) in
      guard core.exchange == number, core.isBusy else { return (false, nil) }
      core.exchange += 1
      core.timeLimit.cancel()
      return (true, core.connection.take())
    }
    connection?.close()
    return isPresent
  }

  /// Ends the exchange under way, if there is one, without an answer to those who wait for it.
  private func abandonExchange() {
    close(core.withValue { $0.exchange })
    core.withValue { core in
      core.isBusy = false
      core.retryDelay = nil
    }
  }

  private func end(_ number: Int, _ result: Result<IDToken?, IDTokenError>) {
    guard close(number) else { return }
    switch result {
    case .success(let token):
      core.withValue { $0.retryDelay = nil }
      planRefresh()
      changed(token)
    case .failure(.refused): changed(nil)
    case .failure(.network), .failure(.unavailable): break
    }
    answer(result)
    proceed()
  }

  // MARK: - Refreshing of itself

  private func planRefresh() {
    guard account.service != nil else { return }
    let now = process.wallMilliseconds
    let delay = withSignIn { $0.session == nil ? nil : $0.waitForRefresh(wallMilliseconds: now) }
    plan(after: delay)
  }

  private func plan(after delay: Duration?) {
    core.withValue { $0.refresh.cancel() }
    guard let delay else { return }
    let timer = process.schedule(after: delay, on: lane, background: true) { [weak self] in
      self?.refresh()
    }
    core.withValue { $0.refresh = timer }
  }

  private func refresh() {
    fetch(isForced: true) { [weak self] result in
      guard let self, case .failure(let error) = result else { return }
      if case .refused = error { return }
      let delay = core.withValue { core in
        let delay =
          core.retryDelay.map { min($0 + $0, Self.retryDelays.longest) } ?? Self.retryDelays.first
        core.retryDelay = delay
        return delay
      }
      plan(after: delay)
    }
  }
}
