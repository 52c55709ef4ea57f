internal import Backend
internal import Network
internal import Simulator

/// A phone's connection to the push service: part of its system, so it outlives the app's processes.
actor PushClient: LaneActor {
  /// Called on the client's lane for each message, once.
  typealias Deliver = @Sendable (PushID, PushMessage) -> Void

  nonisolated let lane: Lane
  private let host: NetworkHost
  private let server: NetworkHost
  private let network: Network
  private let transport: PushTransport
  private let deliver: Deliver
  private let tellDeleted: @Sendable (Int) -> Void
  private var link: ReconnectingConnection?
  private var isOpen = false
  /// Whether the phone dozes; nil where it never has.
  private var isDozing: Bool?

  private var token: PushToken?
  private var isRegistering = false
  private var waiting: [@Sendable (PushToken) -> Void] = []
  /// Tokens of removed installations that the service has not been told of.
  private var removed: [(token: PushToken, former: FormerToken)] = []
  /// Tokens that were the app's, and still reach the phone as far as it knows.
  private var formers: [PushToken] = []
  /// Whether the app is on a phone that was restored: what comes to a former token is shown before it has another one.
  private var isRestored = false
  /// The latest messages, so that one that comes again is told once: its confirmation got lost.
  private var recent: [PushID] = []

  private static let recentLimit = 256

  init(
    lane: Lane, from host: NetworkHost, to server: NetworkHost, on network: Network,
    transport: PushTransport,
    deliver: @escaping Deliver, tellDeleted: @escaping @Sendable (Int) -> Void
  ) {
    self.lane = lane
    self.host = host
    self.server = server
    self.network = network
    self.transport = transport
    self.deliver = deliver
    self.tellDeleted = tellDeleted
  }

  /// Tells the app's token, once there is one.
  func register(_ tell: @escaping @Sendable (PushToken) -> Void) {
    if let token {
      tell(token)
      return
    }
    waiting.append(tell)
    connect()
    if isOpen { askForToken() }
  }

  /// Gives the token up, as `Messaging.deleteToken` does; the app may ask for another one.
  ///
  /// Source: firebase-ios-sdk, `FIRMessaging` (`deleteTokenWithCompletion:`).
  func unregister() { giveUpToken(as: .refused, isRestored: false) }

  /// The app was deleted, or the phone restored: the app that asks next gets another token, and nobody waits for the present
  /// one any more.
  func giveUpToken(as former: FormerToken, isRestored: Bool) {
    self.isRestored = isRestored
    waiting = []
    isRegistering = false
    guard let token else { return }
    self.token = nil
    removed.append((token, former))
    if case .reachesPhone = former { formers.append(token) }
    if isOpen { tellRemoved() }
  }

  /// Tells the service whether the phone dozes.
  func setDozing(_ isDozing: Bool) {
    self.isDozing = isDozing
    if isOpen { send(.dozing(isDozing)) }
  }

  private func connect() {
    guard link == nil else { return }
    let link = ReconnectingConnection(
      from: host, to: server, service: PushChannel.name, lane: lane, on: network,
      configuration: PushChannel.configuration
    ) { [weak self] event in
      self?.assumeIsolated { $0.handle(event) }
    }
    self.link = link
    link.start()
  }

  private func handle(_ event: ReconnectingConnection.Event) {
    switch event {
    case .opened:
      isOpen = true
      tellRemoved()
      for former in formers { send(.resume(former)) }
      if let token {
        send(.resume(token))
        if let isDozing { send(.dozing(isDozing)) }
      } else if !waiting.isEmpty {
        askForToken()
      }
    case .received(let payload):
      if let message = payload as? PushServerMessage { receive(message) }
    case .lost:
      isOpen = false
      isRegistering = false
    }
  }

  private func receive(_ message: PushServerMessage) {
    switch message {
    case .registered(let token):
      guard isRegistering else {
        // The app that asked was deleted meanwhile.
        removed.append((token, .refused))
        tellRemoved()
        return
      }
      isRegistering = false
      self.token = token
      if isDozing == true { send(.dozing(true)) }
      let waiting = waiting
      self.waiting = []
      for tell in waiting { tell(token) }
    case .unknown(let unknown) where formers.contains(unknown):
      formers.removeAll { $0 == unknown }
    case .unknown:
      token = nil
      if !waiting.isEmpty { askForToken() }
    case .message(let id, let message):
      send(.received(id))
      guard token != nil || isRestored, !recent.contains(id) else { return }
      recent.append(id)
      if recent.count > Self.recentLimit { recent.removeFirst() }
      deliver(id, message)
    case .deletedMessages(let count):
      if token != nil { tellDeleted(count) }
    }
  }

  private func askForToken() {
    guard !isRegistering else { return }
    isRegistering = true
    send(.register(transport))
  }

  private func tellRemoved() {
    for (token, former) in removed {
      send(former == .refused ? .unregister(token) : .retire(token, former))
    }
    removed = []
  }

  private func send(_ message: PushClientMessage) {
    _ = link?.send(message)
  }
}
