public import Backend
public import Devices
public import Harness
internal import Network
public import Simulator

/// A phone with the chat app.
public typealias ChatPhone = Phone<ChatApp>

/// The world of chat scenarios: a backend with the chat's rules and functions, a network, and phones with the chat.
public struct ChatWorld: AppWorld {
  public typealias App = ChatApp

  public let stage: AppStage
  private let policies: WorldBound<ChatPolicies>
  let watch: ChatInvariants
  /// The names and people of a generated day.
  let cast: WorldBound<ChatCast>

  public init(in world: World) async throws {
    try self.init(in: world, rules: .chat)
  }

  /// - Parameter functions: The programs of the backend that run on accepted writes.
  init(
    in world: World, rules: RulesSource, functions: [ServerFunction]? = nil
  ) throws {
    let drawn = world.setting(of: .policies).map(ChatPolicies.drawn(by:))
    stage = try AppStage(
      in: world, rules: rules,
      functions: functions ?? ChatFunctions(of: drawn ?? ChatPolicies()).list,
      storageRules: ChatStorageRules.rules)
    policies = WorldBound(drawn ?? ChatPolicies(), in: world)
    let watch = ChatInvariants(in: world)
    self.watch = watch
    stage.backend.observeRefusals { watch.refused($0) }
    cast = WorldBound(ChatCast(), in: world)
    if let setting = world.setting(of: .traffic) {
      OtherPeople(setting, at: stage.backend, in: world).begin()
    }
  }

  public static var knobs: [Knob] {
    [.links, .measured, .timings, .duplicates, .clocks, .policies, .traffic]
  }

  public var invariants: [any Invariant<ChatApp>] { [watch] }

  public func configuration(of phone: PhoneSetup) throws -> ChatApp.Configuration {
    var configuration = ChatApp.Configuration(policies: policies.withValue { $0 })
    try configuration.policies.checkWindow(on: phone.profile)
    configuration.observer = watch.observer(
      of: phone.name, of: UserID(phone.user), policies: configuration.policies)
    return configuration
  }

  public func prepare(_ phone: ChatPhone) async throws {
    cast.withValue { $0.add(phone.userID) }
    await openAccount(of: phone.userID, named: phone.name)
  }

  /// The settings for the phones that are set up from now on.
  var presentPolicies: ChatPolicies { policies.withValue { $0 } }

  /// Takes other settings for the phones that are set up from now on.
  ///
  /// Settings that cannot be end the run as misused, and the earlier ones stay.
  public func setPolicies(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ change: @Sendable (inout ChatPolicies) -> Void
  ) {
    let before = policies.withValue { $0 }
    var changed = before
    change(&changed)
    if let flaw = changed.flaw {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
      world.misuse(Misuse(flaw), at: location)
      return
    }
    policies.withValue { $0 = changed }
    deploy(ChatFunctions(of: changed), insteadOf: ChatFunctions(of: before))
  }

  /// Has breaches of some of the chat's invariants end no run from now on: for a scenario that breaks one on purpose, and for a
  /// look at what comes behind a breach.
  /// They are named by their ids, such as "I-06" or "preview", as failures name them.
  public func leaveOutInvariants(
    _ ids: String..., fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    if let unknown = ids.first(where: { !ChatInvariants.statements.contains($0) }) {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
      world.misuse(
        Misuse(
          "leaveOutInvariants(_:)", given: "“\(unknown)”",
          takes: "ids of invariants, such as “I-06” or “preview”"), at: location)
      return
    }
    watch.leaveOut(Set(ids))
  }

  /// Has the backend go by other settings, where they are any.
  private func deploy(_ functions: ChatFunctions, insteadOf former: ChatFunctions) {
    guard functions != former else { return }
    backend.post { backend in
      for function in functions.list { backend.deploy(function) }
    }
  }

  /// Makes the account of a user who has none yet.
  ///
  /// `name` is the name that others see.
  public func openAccount(of user: UserID, named name: String) async {
    let place = ChatPaths.profile(of: user)
    guard await backend.read(place).isEmpty else { return }
    await backend.administer(set: ["name": Node(.string(name))], at: place, as: "accounts")
  }

  /// Makes the accounts of users who have none yet, each named like its id, by one write.
  public func openAccounts(of users: [UserID]) async {
    let known = await backend.read(ChatPaths.users)
    let missing = users.filter { known[child: $0.key].isEmpty }
    if missing.isEmpty { return }
    await backend.administer(
      ChatPaths.users,
      missing.map { PathChange(Path([$0.key]), ["name": Node(.string($0.text))]) }, as: "accounts")
  }

  /// Gives the account of a user another name.
  public func rename(_ user: UserID, to name: String) async {
    let place = ChatPaths.profile(of: user).child(ChatField.name)
    await backend.administer(set: Node(.string(name)), at: place, as: "accounts")
  }

  /// Deletes the account of a user, for good; what the user did stays (C-54).
  public func deleteAccount(of user: UserID) async {
    await backend.administer(set: .empty, at: ChatPaths.profile(of: user), as: "accounts")
  }

  /// Puts a team's own rules into force, at any time: they hold at once.
  ///
  /// - Throws: `RulesSourceError` for a file that cannot be read or rules that have a mistake.
  public func use(rules: RulesSource) async throws {
    let rules = try rules.compile()
    await backend.use(rules: rules)
  }

  /// The number of writes of a phone that took effect and held read receipts, since the beginning of the world.
  public func receiptFlushes(by phone: ChatPhone) -> Int {
    watch.flushCount(of: phone.name)
  }
}

extension RulesSource {
  /// The chat's own rules.
  public static let chat = RulesSource.compiled(.chat)
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
  /// The time from a reader's gesture to its effect on the author's screen.
  public static let receipt: MeasureName = "receipt"
  /// The time from a gesture to its effect on the same phone.
  public static let localMark: MeasureName = "local mark"
  /// The time from the appearance of a message to the write that tells the backend.
  public static let issue: MeasureName = "issue"
  /// The time from a reader's gesture to its effect on the author's open sheet.
  public static let sheet: MeasureName = "sheet"
}
