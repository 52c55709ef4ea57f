public import Backend
public import Harness
public import Network
public import Simulator

/// The world of an app: phones that run it, the backend that they talk to, and the network between them.
///
/// A team's own world is a structure with a stage and, where the app has settings, what each phone is given:
///
/// ```swift
/// struct ListWorld: AppWorld {
///   typealias App = ListApp
///   let stage: AppStage
///
///   init(in world: World) async throws {
///     stage = try AppStage(in: world, rules: .file("database.rules.json"))
///   }
/// }
/// ```
public protocol AppWorld: ScenarioWorld {
  /// The app that its phones run.
  associatedtype App: PhoneApp

  /// The world, the network and the backend.
  var stage: AppStage { get }

  /// The invariants of every run; none by default. Asked once in each world, when its first phone is set up.
  var invariants: [any Invariant<App>] { get }

  /// The configuration that a phone's app is launched with; called once for each phone.
  ///
  /// - Throws: The reason why the phone cannot be set up; the run has failed then.
  func configuration(of phone: PhoneSetup) throws -> App.Configuration

  /// Prepares what a new phone's user needs, such as an account; called before the app is launched for the first time.
  func prepare(_ phone: Phone<App>) async throws
}

/// A phone that is about to be set up.
public struct PhoneSetup: Hashable, Sendable {
  /// The name, unique in the world, such as "Bob's iPad".
  public let name: String
  /// The id of the user who is signed in.
  public let user: String
  /// The network profile that the scenario names.
  public let profile: LinkProfile
}

extension AppWorld {
  public var invariants: [any Invariant<App>] { [] }
  public func prepare(_ phone: Phone<App>) async throws {}

  public static var faultProbes: [Probe] {
    let kinds =
      FaultKind.ofPhones + [.lostAcknowledgement, .backendRestart, .functionCrash, .swizzle]
    return kinds.map { $0.probe.within(seeds: 2_000) }
  }

  public static var shrinkTargets: [ShrinkTarget] { Network.shrinkTargets }

  public static var knobs: [Knob] { [.links, .measured, .timings, .duplicates, .clocks] }
}

extension AppWorld where App.Configuration == Void {
  public func configuration(of phone: PhoneSetup) throws {}
}

extension AppWorld {
  /// The universe below: its clock, its choices and its journal.
  public var world: World { stage.world }
  /// The network that joins the phones and the backend; faults are its verbs.
  public var network: Network { stage.network }
  /// The virtual backend.
  public var backend: BackendHost { stage.backend }
  /// The present instant of the virtual clock.
  public var now: Instant { world.now }

  /// Counts that a rare state was reached; see ``Probe``.
  public func probe(_ probe: Probe) {
    world.probe(probe)
  }

  /// Has an exploration begin here; see `World.exploreFromHere()`. Best called at rest, behind ``untilQuiet(fileID:filePath:line:)``.
  public func exploreFromHere() {
    world.exploreFromHere()
  }

  // MARK: - Phones

  /// Sets up a phone and launches the app on it.
  ///
  /// - Parameters:
  ///   - name: The phone's name, unique in the world, such as "Alice" or "Bob's iPad".
  ///   - user: The id of the user who is signed in; by default a user named after the phone.
  ///   - profile: The phone's access to the network; a run with a profile of its own
  ///     (`rehearse budget --profiles`) puts that in its place.
  ///   - fixed: Whether the phone stays on `profile` in every run, because the story depends on it.
  ///   - clock: The clock on its wall; by default a right one in UTC, or what the knob `clocks` makes of it.
  ///   - transport: The service that brings it push messages; Apple's by default.
  ///   - locale: Its language and region; English unless a scenario says so, as most expect English words.
  /// - Throws: The reason why the phone cannot be set up, such as a name that is taken; the run has failed then.
  public func phone(
    _ name: String, user: String? = nil, on profile: LinkProfile = .wifi,
    fixed: Bool = false, clock: WallClock? = nil, locale: PhoneLocale = .english,
    transport: PushTransport = .apns, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws -> Phone<App> {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let setup = PhoneSetup(
      name: name, user: user ?? Self.user(of: name), profile: profile)
    guard world.isOwnRun("phone(\"\(name)\") was set up", at: location), !world.isOver else {
      try await World.stop()
    }
    do {
      try requirePossible(setup)
    } catch {
      throw world.misuse(Misuse("phone(\"\(name)\") to be possible. \(error)"), at: location)
    }
    let configuration = try configuration(of: setup)
    let phone = try Phone<App>(
      name: name, user: setup.user, on: fixed ? profile : link(of: name, insteadOf: profile),
      clock: clock ?? self.clock(of: name), locale: locale, transport: transport, network: network,
      server: backend.host, accounts: backend.accounts, configuration: configuration,
      fileID: fileID, filePath: filePath,
      line: line)
    stage.watch(phone, invariants)
    stage.show(phone)
    phone.registerForHealing(with: backend)
    try await prepare(phone)
    try await phone.launch()
    return phone
  }

  /// The link of a phone in this run, where a scenario names `profile`.
  private func link(of phone: String, insteadOf profile: LinkProfile) throws -> LinkProfile {
    var profile = try world.profileInForce().map(LinkProfile.named) ?? profile
    if let setting = world.setting(of: .measured),
      let measured = profile.asMeasured(isBad: setting.isExtreme)
    {
      // After a tunnel of 90 s a retransmission can be as far away again, and an attempt to connect behind it.
      world.extendLimits(by: AppStage.extremeSlack * (setting.isExtreme ? 3 : 1))
      profile = measured
    }
    guard let setting = world.setting(of: .links) else { return profile }
    if setting.isExtreme { world.extendLimits(by: AppStage.extremeSlack) }
    return profile.varied(by: setting, of: phone)
  }

  /// The clock of a phone in this run, where a scenario names none.
  private func clock(of phone: String) -> WallClock {
    world.setting(of: .clocks).map { WallClock.drawn(by: $0, for: phone) } ?? WallClock()
  }

  /// Requires a phone's name to be new, its user to be one that a database can have, and its profile to be one that a
  /// link can have.
  private func requirePossible(_ phone: PhoneSetup) throws {
    if network.hosts.contains(where: { $0.name == phone.name }) {
      throw NetworkError.duplicateHost(phone.name)
    }
    _ = try Key(validating: phone.user, at: "the id of its user")
    try phone.profile.validate()
  }

  /// The id of a user who is named as the phone is: its letters and digits in lower case.
  private static func user(of name: String) -> String {
    // Names are mostly ASCII, for which no Unicode tables are needed.
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      let bytes = name.utf8.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        .filter { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      return String(decoding: Array(bytes), as: UTF8.self)
    }
    return name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Sets up two phones and launches the app on them.
  public func phones(
    _ first: String, _ second: String, on profile: LinkProfile = .wifi, fixed: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> (Phone<App>, Phone<App>) {
    let phones = try await phones(
      [first, second], on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line)
    return (phones[0], phones[1])
  }

  /// Sets up three phones and launches the app on them.
  public func phones(
    _ first: String, _ second: String, _ third: String, on profile: LinkProfile = .wifi,
    fixed: Bool = false, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> (Phone<App>, Phone<App>, Phone<App>) {
    let phones = try await phones(
      [first, second, third], on: profile, fixed: fixed, fileID: fileID, filePath: filePath,
      line: line)
    return (phones[0], phones[1], phones[2])
  }

  /// Sets up phones and launches the app on them, in this order.
  public func phones(
    _ names: [String], on profile: LinkProfile = .wifi, fixed: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> [Phone<App>] {
    var phones: [Phone<App>] = []
    for name in names {
      phones.append(
        try await phone(
          name, on: profile, fixed: fixed, fileID: fileID, filePath: filePath, line: line))
    }
    return phones
  }

  // MARK: - Time

  /// Lets time pass.
  ///
  /// - Parameter duration: From 0 s to 100 years; a run ends at the bounds of its scenario (``Bounds``).
  public func advance(
    by duration: Duration, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(duration, "advance(by:)", at: location) else { try await World.stop() }
    try await world.sleep(for: duration)
  }

  /// Waits until nothing is left to do but keep-alives.
  public func untilQuiet(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.isOwnRun("untilQuiet() was called", at: location) else { try await World.stop() }
    try await world.untilQuiet()
  }
}
