public import Simulator

/// The limits for faults that the seed chooses in one run.
///
/// Safety first, then liveness (as in TigerBeetle's simulator): while faults strike, nothing wrong may be
/// seen; what must come true has until ``recovery`` after the last of them, and its own limit beyond that.
public struct FaultPlan: Hashable, Sendable {
  /// The maximum number of faults in a run.
  public var budget: Int
  /// The maximum delay between a moment of the scenario and a fault that follows it.
  public var latest: Duration
  /// The maximum duration of a fault.
  public var longest: Duration
  /// The time that everything may take to recover from the last fault before limits are binding again.
  ///
  /// It covers what real platforms take: a connection that the server has given up is noticed after 45 s of silence, an
  /// attempt takes 30 s, and so does the pause before the next at most. Connections that broke without a word take longer to
  /// notice: see ``FaultEnd/init(aftermath:_:)``.
  public var recovery: Duration
  /// The kinds that are not to strike, because the scenario is about something that they would change.
  public var excluded: Set<FaultKind>

  /// Limits what may go wrong.
  public init(
    budget: Int = 3, latest: Duration = .seconds(10), longest: Duration = .seconds(30),
    recovery: Duration = .minutes(2), excluding excluded: Set<FaultKind> = []
  ) {
    self.budget = budget
    self.latest = latest
    self.longest = longest
    self.recovery = recovery
    self.excluded = excluded
  }

  /// Says what makes the plan impossible, or nil where nothing does.
  var flaw: String? {
    guard (0...RunConfiguration.mostFaults).contains(budget) else {
      return """
        FaultPlan(budget:) to be given a number of faults from 0 to \(RunConfiguration.mostFaults); it was given \
        \(budget)
        """
    }
    for (name, duration) in [("latest", latest), ("longest", longest), ("recovery", recovery)]
    where duration < .zero || duration > World.longestDuration {
      return """
        FaultPlan(\(name):) to be given a duration from 0 s to 100 years; it was given \(duration.stopwatch)
        """
    }
    return nil
  }
}

/// The policy of a scenario on faults from the seed.
public enum FaultPolicy: Hashable, Sendable {
  /// None: its statements hold only where nothing but its own faults happens.
  case none
  /// None, unless the command asks for them: its statements hold under faults too.
  case allowed(FaultPlan)
  /// Always, unless the command says otherwise.
  case always(FaultPlan)

  /// None, unless the command asks for them with `--faults random`.
  public static var allowed: FaultPolicy { .allowed(FaultPlan()) }

  /// Faults from the seed in every run, so many at the most.
  public static func random(_ budget: Int = 3) -> FaultPolicy { .always(FaultPlan(budget: budget)) }

  /// The limits for faults; nil where there may be none.
  public var plan: FaultPlan? {
    switch self {
    case .none: nil
    case .allowed(let plan), .always(let plan): plan
    }
  }

  /// The maximum number of faults in a run for which the command gives no number; 0 unless the policy is `always`.
  public var budget: Int {
    if case .always(let plan) = self { plan.budget } else { 0 }
  }
}

/// A kind of fault, such as "partition".
public struct FaultKind: Hashable, Codable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as it stands in stories; saved failures refer to it, so it must never change its meaning.
  public let name: String
  let identifier: UInt64

  /// Names a kind.
  public init(stringLiteral name: String) {
    self.name = name
    identifier = StableHash.of(name)
  }

  /// The state of such a fault having struck.
  public var probe: Probe { Probe("fault: \(name)") }

  public static func == (left: FaultKind, right: FaultKind) -> Bool {
    left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  public var description: String { name }
}
