public import Simulator

/// One rehearsal: what people do on their phones and what they must see.
///
/// Declare scenarios as `static let` in an `extension Scenarios` in a file below `scenarios/`; they are
/// found there with no registration.
public struct Scenario: Sendable {
  /// The name under which the command knows it: that of its declaration, such as `offlineRead`.
  public internal(set) var name: String = ""
  /// The statement that it shows to hold, in one sentence.
  public let title: String
  /// The identifiers of the requirements that it shows to hold, such as "OF-02".
  public let covers: [String]
  /// Words by which it can be picked.
  public let tags: [ScenarioTag]
  /// The limits of each run.
  public let bounds: Bounds
  /// The states that sweeps of it must reach, or may where they are marked rare.
  public let probes: [Probe]
  /// The policy on faults that the seed chooses.
  public let faults: FaultPolicy
  /// The knobs that stay off, because its story depends on what they would vary.
  public let pinned: [Knob]
  /// The knobs that are never at their extremes.
  public let mild: [Knob]
  /// The knobs that it leaves open, by name.
  public let knobs: [Knob]
  /// The way in which its days are told; nil for one that plays no generated days.
  public internal(set) var days: DayTelling?
  /// The place of its declaration.
  public let location: CodeLocation
  /// The folders of the module that declares it; nil for one that is in no catalog made by a build.
  public internal(set) var home: ScenarioHome?
  /// The probes of the faults that its kind of world can suffer: each is reached when such a fault has happened.
  private let faultProbes: [Probe]
  /// The plain values for the draws of its kind of world.
  let shrinkTargets: [ShrinkTarget]
  /// Builds the scenario's own kind of world inside `World` and plays the scenario in it.
  let body: @Sendable (World) async throws -> Void

  /// Declares a scenario.
  ///
  /// Bounds, faults or probes that cannot be fail each of its runs as misused.
  ///
  /// - Parameters:
  ///   - title: The statement that it shows to hold, in one sentence.
  ///   - covers: The identifiers of the requirements that it shows to hold.
  ///   - tags: Words by which it can be picked.
  ///   - bounds: The limits of each run.
  ///   - probes: The states that its runs are to reach; a sweep fails that never reaches one of them,
  ///     unless it is marked rare.
  ///   - faults: Whether faults that the seed chooses may strike.
  ///   - pinned: What its story depends on, so that no seed varies it.
  ///   - mild: What its story bears only mildly, so that no seed takes it to the extremes.
  ///   - body: The scenario; its parameter names the kind of world that it plays in. What it throws
  ///     ends the run as failed.
  public init<Stage: ScenarioWorld>(
    _ title: String, covers: String..., tags: ScenarioTag..., bounds: Bounds = Bounds(),
    probes: [Probe] = [], faults: FaultPolicy = .none, pinned: Knob..., mild: Knob...,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line,
    body: @escaping @Sendable (Stage) async throws -> Void
  ) {
    self.title = title
    self.covers = covers
    self.tags = tags
    self.bounds = bounds
    self.probes = probes
    self.faults = faults
    // order: only asked for members.
    let excluded = (faults.plan?.excluded ?? []).map(\.probe)
    self.pinned = (pinned + mild).contains(.links) ? pinned + [.measured] : pinned
    self.mild = mild
    // order: sorted by their names.
    knobs = Set(Stage.knobs).subtracting(self.pinned).sorted()
    shrinkTargets = Stage.shrinkTargets
    faultProbes = Stage.faultProbes.filter { !excluded.contains($0) }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    self.location = location
    let flaw =
      bounds.flaw ?? faults.plan?.flaw ?? probes.lazy.compactMap(\.flaw).first
      ?? Stage.knobs.lazy.compactMap(\.flaw).first ?? Self.flaw(in: pinned + mild, of: Stage.knobs)
    self.body = { world in
      if let flaw { throw world.misuse(Misuse(flaw), at: location) }
      let stage = try await Stage(in: world)
      try await body(stage)
      if let nemesis = world.nemesis { try await nemesis.finish() }
      try await stage.finish()
    }
  }

  /// Says which pin holds nothing; nil where each does.
  private static func flaw(in pinned: [Knob], of known: [Knob]) -> String? {
    guard let stray = pinned.first(where: { !known.contains($0) }) else { return nil }
    return """
      pinned: and mild: to name knobs of its kind of world (\(known.map(\.name).joined(separator: ", "))); they \
      were given \(stray)
      """
  }

  /// The states that sweeps of it must reach, with so many faults from the seed.
  public func probes(withFaults budget: Int) -> [Probe] {
    faults.plan == nil || budget == 0 ? probes : probes + faultProbes
  }

  /// The states that sweeps of it must reach in which the seeds draw how many faults there are: fewer, and in some runs
  /// only.
  public var probesInSwarm: [Probe] {
    switch faults {
    case .none: probes
    case .always: probes(withFaults: faults.budget)
    case .allowed:
      probes
        + faultProbes.map { probe in
          guard case .within(let seeds) = probe.rarity else { return probe }
          return probe.within(seeds: 4 * seeds)
        }
    }
  }

  /// The same scenario as one of generated days.
  public func playingDays(_ telling: DayTelling) -> Scenario {
    var copy = self
    copy.days = telling
    return copy
  }

  /// The same scenario under another name; for members of a family.
  public func named(_ name: String) -> Scenario {
    var copy = self
    copy.name = name
    return copy
  }
}

extension Scenario: CustomStringConvertible {
  /// The name, or the title of a scenario that has none yet.
  public var description: String { name.isEmpty ? title : name }
}

/// The stage of a scenario: a world furnished with phones, a backend and whatever else it needs.
public protocol ScenarioWorld: Sendable {
  /// Furnishes `world` before anything has happened in it.
  init(in world: World) async throws

  /// Called after the last line of a scenario that has not failed; throws what is still wrong.
  func finish() async throws

  /// The states that faults from the seed must reach in a sweep of such a world; none by default.
  static var faultProbes: [Probe] { get }

  /// The plain values that shrinking tries in place of the draws of whole streams; none by default.
  static var shrinkTargets: [ShrinkTarget] { get }

  /// The knobs that it asks for, which a sweep turns where a scenario does not pin them; none by default.
  static var knobs: [Knob] { get }
}

extension ScenarioWorld {
  public func finish() async throws {}
  public static var faultProbes: [Probe] { [] }
  public static var shrinkTargets: [ShrinkTarget] { [] }
  public static var knobs: [Knob] { [] }
}

/// A word by which scenarios can be picked.
///
/// A team adds its own: `extension ScenarioTag { static let billing: ScenarioTag = "billing" }`.
public struct ScenarioTag: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The word, as it is typed after `rehearse run`.
  public let name: String

  /// Makes a tag.
  public init(stringLiteral name: String) {
    self.name = name
  }

  public var description: String { name }
}

/// The place where scenario files declare their scenarios, each as a `static let`.
public enum Scenarios {}
