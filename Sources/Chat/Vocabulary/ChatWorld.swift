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
  ///
  /// Settings that cannot be end the run as misused, and the earlier ones stay.
  public func setPolicies(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ change: @Sendable (inout ChatPolicies) -> Void
  ) {
    var changed = policies.withValue { $0 }
    change(&changed)
    if let flaw = changed.flaw {
      let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
      world.misuse(Misuse(flaw), at: location)
      return
    }
    policies.withValue { $0 = changed }
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
  /// - Throws: What makes the phone impossible, such as a name that is taken; the run has failed then.
  public func phone(
    _ name: String, user: UserID? = nil, on profile: LinkProfile = .wifi,
    fixed: Bool = false, clock: WallClock = WallClock(), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> ChatPhone {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    let user = user ?? Self.user(of: name)
    guard world.isOwnRun("phone(\"\(name)\") was set up", at: location), !world.isOver else {
      try await World.stop()
    }
    do {
      try requirePossible(name, user, profile)
    } catch {
      throw world.misuse(Misuse("phone(\"\(name)\") to be possible. \(error)"), at: location)
    }
    var configuration = ChatApp.Configuration(policies: policies.withValue { $0 })
    try configuration.policies.checkWindow(on: profile)
    let observer = invariants.observer(of: name, of: user, policies: configuration.policies)
    configuration.observer = observer
    let profile = fixed ? profile : try world.profileInForce().map(LinkProfile.named) ?? profile
    let phone = try ChatPhone(
      name: name, user: user.text, on: profile, clock: clock, network: network,
      server: backend.host, configuration: configuration, fileID: fileID, filePath: filePath,
      line: line)
    invariants.watch(phone, as: observer)
    await openAccount(of: user, named: name)
    try await phone.launch()
    return phone
  }

  /// Requires a phone's name to be new, its user to be one that a database can have, and its profile to be one that a
  /// link can have.
  private func requirePossible(_ name: String, _ user: UserID, _ profile: LinkProfile) throws {
    if network.hosts.contains(where: { $0.name == name }) { throw NetworkError.duplicateHost(name) }
    _ = try Key(validating: user.text, at: "the id of its user")
    try profile.validate()
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
    _ first: String, _ second: String, on profile: LinkProfile = .wifi, fixed: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> (ChatPhone, ChatPhone) {
    (
      try await phone(
        first, on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line),
      try await phone(
        second, on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line)
    )
  }

  /// Sets up three phones and launches the app on them.
  public func phones(
    _ first: String, _ second: String, _ third: String, on profile: LinkProfile = .wifi,
    fixed: Bool = false, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> (ChatPhone, ChatPhone, ChatPhone) {
    (
      try await phone(
        first, on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line),
      try await phone(
        second, on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line),
      try await phone(
        third, on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line)
    )
  }

  /// Sets up phones and launches the app on them, in this order.
  public func phones(
    _ names: [String], on profile: LinkProfile = .wifi, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> [ChatPhone] {
    var phones: [ChatPhone] = []
    for name in names {
      phones.append(
        try await phone(name, on: profile, fileID: fileID, filePath: filePath, line: line))
    }
    return phones
  }

  /// Lets time pass.
  ///
  /// - Parameter duration: From 0 s to 100 years; a run ends at the bounds of its scenario (``Bounds``).
  public func advance(
    by duration: Duration, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(duration, "advance(by:)", at: location) else { try await World.stop() }
    try await world.sleep(for: duration)
  }

  /// Waits until nothing is left to do but keep-alives.
  public func untilQuiet(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.isOwnRun("untilQuiet() was called", at: location) else { try await World.stop() }
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
