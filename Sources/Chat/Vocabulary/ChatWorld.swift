@_exported public import Backend
@_exported public import Devices
@_exported public import Network
@_exported public import Simulator

/// A phone with the chat app.
public typealias ChatPhone = Phone<ChatApp>

/// The world of chat scenarios: a backend with the chat's rules, a network, and phones.
public struct ChatWorld: ScenarioWorld {
  /// The universe below.
  public let world: World
  /// What joins the phones and the backend; faults are its verbs.
  public let network: Network
  /// The virtual backend.
  public let backend: BackendHost
  private let policies: Confined<ChatPolicies>
  let invariants: InvariantWatch

  public init(in world: World) async throws {
    try self.init(in: world, rules: .chat)
  }

  /// - Parameter functions: The programs of the backend that run on accepted writes.
  init(in world: World, rules: RuleSet, functions: [ServerFunction] = ChatFunctions.all) throws {
    self.world = world
    network = Network(world: world)
    backend = try BackendHost(rules: rules, functions: functions, on: network)
    policies = Confined(ChatPolicies(), in: world)
    invariants = InvariantWatch(in: world, backend: backend)
  }

  public static var faultProbes: [Probe] {
    let kinds = FaultKind.ofPhones + [.lostAcknowledgement, .swizzle]
    return kinds.map { $0.probe.within(seeds: 2_000) }
  }

  public static var plainChoices: [PlainChoice] { Network.plainChoices }

  /// Counts that a rare state was reached; see ``Probe``.
  public func probe(_ probe: Probe) {
    world.probe(probe)
  }

  /// The present instant of the virtual clock.
  public var now: Instant { world.now }

  /// Takes other settings for the phones that are set up from now on.
  public func setPolicies(_ change: @Sendable (inout ChatPolicies) -> Void) {
    policies.withValue { change(&$0) }
  }

  /// Sets up a phone and launches the app on it.
  ///
  /// - Parameters:
  ///   - name: The phone's name, unique in the world, such as "Alice" or "Bob's iPad".
  ///   - user: Who is signed in; by default a user named after the phone.
  ///   - profile: The phone's access to the network; a run with a profile of its own
  ///     (`rehearse budget --profiles`) puts that in its place.
  ///   - fixed: Whether the phone stays on `profile` in every run, because the story depends on it.
  ///   - clock: The clock on its wall.
  public func phone(
    _ name: String, user: UserID? = nil, on profile: LinkProfile = .wifi,
    fixed: Bool = false, clock: WallClock = WallClock()
  ) async throws -> ChatPhone {
    let user = user ?? Self.user(of: name)
    var configuration = ChatApp.Configuration(policies: policies.withValue { $0 })
    try configuration.policies.checkWindow(on: profile)
    let observer = invariants.observer(of: name, of: user, policies: configuration.policies)
    configuration.observer = observer
    let profile = fixed ? profile : try world.profileInForce().map(LinkProfile.named) ?? profile
    let phone = try ChatPhone(
      name: name, user: user.text, on: profile, clock: clock, network: network,
      server: backend.host, configuration: configuration)
    invariants.watch(phone, as: observer)
    await openAccount(of: user, named: name)
    try await phone.launch()
    return phone
  }

  /// Makes the account of a user who has none yet.
  ///
  /// - Parameter name: What others see of the user.
  public func openAccount(of user: UserID, named name: String) async {
    let place = ChatPaths.profile(of: user)
    guard await backend.read(place).isEmpty else { return }
    await backend.administer(set: ["name": Node(.string(name))], at: place, as: "accounts")
  }

  /// Deletes the account of a user, for good; what the user did stays (C-54).
  public func deleteAccount(of user: UserID) async {
    await backend.administer(set: .empty, at: ChatPaths.profile(of: user), as: "accounts")
  }

  /// Sets up two phones and launches the app on them.
  public func phones(
    _ first: String, _ second: String, on profile: LinkProfile = .wifi, fixed: Bool = false
  ) async throws -> (ChatPhone, ChatPhone) {
    (
      try await phone(first, on: profile, fixed: fixed),
      try await phone(second, on: profile, fixed: fixed)
    )
  }

  /// Sets up three phones and launches the app on them.
  public func phones(
    _ first: String, _ second: String, _ third: String, on profile: LinkProfile = .wifi,
    fixed: Bool = false
  ) async throws -> (ChatPhone, ChatPhone, ChatPhone) {
    (
      try await phone(first, on: profile, fixed: fixed),
      try await phone(second, on: profile, fixed: fixed),
      try await phone(third, on: profile, fixed: fixed)
    )
  }

  /// Sets up phones and launches the app on them, in this order.
  public func phones(
    _ names: [String], on profile: LinkProfile = .wifi
  ) async throws -> [ChatPhone] {
    var phones: [ChatPhone] = []
    for name in names { phones.append(try await phone(name, on: profile)) }
    return phones
  }

  /// Lets time pass.
  public func advance(by duration: Duration) async throws {
    try await world.sleep(for: duration)
  }

  /// Waits until nothing is left to do but keep-alives.
  public func untilQuiet() async throws {
    try await world.untilQuiet()
  }

  private static func user(of name: String) -> UserID {
    // Names are mostly ASCII, for which no Unicode tables are needed.
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      let bytes = name.utf8.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        .filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      return UserID(String(decoding: Array(bytes), as: UTF8.self))
    }
    return UserID(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension RuleSet {
  /// The chat's rules, compiled once per process.
  ///
  /// Traps when they do not compile: they are part of the source.
  static let chat: RuleSet = {
    do {
      return try RuleSet(ChatRules.text)
    } catch {
      preconditionFailure("the chat's security rules do not compile: \(error)")
    }
  }()
}

extension MeasureName {
  /// From what a reader does to what the author sees.
  public static let receipt: MeasureName = "receipt"
  /// From a gesture to its effect on the same phone.
  public static let localMark: MeasureName = "local mark"
  /// From the appearance of a message to the write that tells the backend.
  public static let issue: MeasureName = "issue"
  /// From what a reader does to what the open sheet of the author shows.
  public static let sheet: MeasureName = "sheet"
}
