import Backend
import Devices
import Network
import Simulator
import Testing

/// An app that does nothing but what a test asks of its phone.
actor ProbeApp: PhoneApp {
  struct Screen: Sendable, Equatable, Digestible, CustomStringConvertible {
    var lines: [String] = []
    var description: String { lines.joined(separator: "\n") }
  }

  struct Configuration: Sendable {
    /// Whether it asks for a push token at its start.
    var wantsPush = true
    /// Titles of which it wants no banner while it is in the foreground.
    var suppressed: Set<String> = []
    /// When it can use its files.
    var protection = FileProtection.completeUntilFirstUserAuthentication
    /// Its notification service extension.
    var service: (any NotificationService.Type)?
  }

  nonisolated let lane: Lane
  nonisolated let services: PhoneServices<Screen>
  private let configuration: Configuration
  private var screen = Screen()
  private(set) var token: PushToken?

  init(services: PhoneServices<Screen>, configuration: Configuration) {
    lane = services.lane
    self.services = services
    self.configuration = configuration
  }

  func start() {
    guard configuration.wantsPush else { return }
    services.notifications.register { [weak self] token in
      self?.post { app in
        app.token = token
        app.services.database.post {
          $0.set(Path([Key("tokens"), Key(app.services.user)]), to: Node(.string(token.text)))
        }
        app.show("token")
      }
    }
  }

  func lifeChanged(to state: LifeState) { show(state.rawValue) }

  func significantTimeChange() { show("time changed") }
  func traitsChanged(to traits: PhoneTraits) { show("look \(traits)") }

  func shouldPresent(_ notification: DeliveredNotification) -> Bool {
    !configuration.suppressed.contains(notification.title)
  }

  static func fileProtection(for configuration: Configuration) -> FileProtection {
    configuration.protection
  }
  func powerStateChanged() {
    show("low power \(services.isLowPowerModeEnabled ? "on" : "off")")
  }
  func protectedDataBecameAvailable() { show("files usable") }

  static func notificationService(
    for configuration: Configuration
  ) -> (any NotificationService.Type)? { configuration.service }

  func received(_ data: [String: String], completionHandler: @escaping @Sendable () -> Void) {
    show("data \(data["key"] ?? "")")
    if data["key"]?.hasPrefix("done") == true { completionHandler() }
  }
  func tapped(_ notification: DeliveredNotification) { show("tapped \(notification.title)") }
  static var notificationResponses: [NotificationResponse] { [.dismissed, .reply("")] }
  func responded(_ response: NotificationResponse, to notification: DeliveredNotification) {
    show("\(response) \(notification.title)")
  }
  func pushMessagesDeleted(_ count: Int) { show("deleted \(count)") }

  func show(_ line: String) {
    screen.lines.append(line)
    services.show(screen, line)
  }
}

typealias ProbePhone = Phone<ProbeApp>

/// A world with a backend and phones, driven until the test's body is done.
struct ServicesRig: Sendable {
  let world: World
  let network: Network
  let backend: BackendHost

  @discardableResult
  static func run(
    seed: UInt64 = 1, functions: [ServerFunction] = [], storageRules: StorageRules = .open,
    timing: BackendTiming = BackendTiming(), schedule: Schedule = .fifo,
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (ServicesRig) async throws -> Void
  ) -> World {
    let world = World(seed: seed, schedule: schedule, recording: true)
    let verdict = world.run {
      let network = Network(world: world)
      let backend = try BackendHost(
        rules: nil, functions: functions, storageRules: storageRules, timing: timing, on: network)
      try await body(ServicesRig(world: world, network: network, backend: backend))
    }
    if case .passed = verdict {
    } else {
      Issue.record("the world ended as \(verdict)", sourceLocation: location)
    }
    return world
  }

  func phone(
    _ name: String, on profile: LinkProfile = .wifi,
    _ configuration: ProbeApp.Configuration = ProbeApp.Configuration(),
    transport: PushTransport = .apns, accounts: AccountService? = nil
  ) async throws -> ProbePhone {
    let phone = try ProbePhone(
      name: name, user: name.lowercased(), on: profile, transport: transport, network: network,
      server: backend.host, accounts: accounts,
      configuration: configuration)
    try await phone.launch()
    // On a bad link a kernel's first time-outs are seconds long.
    if configuration.wantsPush {
      try await phone.expect(within: .minutes(1)) { $0.lines.contains("token") }
    }
    return phone
  }

  func token(of phone: ProbePhone) async throws -> PushToken {
    guard let token = try await phone.app().token else { throw NoToken() }
    return token
  }

  func push(_ message: PushMessage, to token: PushToken) {
    backend.push.post { $0.send(message, to: token) }
  }

  func sleep(_ duration: Duration) async throws {
    try await world.sleep(for: duration)
  }

  struct NoToken: Error {}
}
