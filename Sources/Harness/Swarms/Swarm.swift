public import Simulator

/// The configurations that seeds draw: which schedule, how many faults, which knobs.
///
/// Each seed leaves most things plain and turns a few far, so that together they reach what none with everything at
/// once would (Groce, Zhang, Eide, Chen, Regehr: "Swarm testing", ISSTA 2012). A draw depends on nothing but the seed,
/// the scenario's name, and what is drawn.
public enum Swarm {
  private static let scheduleStream = ChoiceStream("swarm.schedule")
  private static let faultsStream = ChoiceStream("swarm.faults")
  private static let densityStream = ChoiceStream("swarm.knob.density")
  private static let knobStream = ChoiceStream("swarm.knob")
  private static let extremeStream = ChoiceStream("swarm.knob.extreme")

  /// The share of seeds that play ``Schedule/fifo``, and of those that play ``Schedule/random``; the others play
  /// ``Schedule/pct(depth:)``.
  private static let (fifoShare, randomShare) = (0.1, 0.5)
  /// The depths of ``Schedule/pct(depth:)`` that are drawn.
  private static let depths = 1...5
  /// The share of runs without faults, of those that may have some.
  private static let calmShare = 0.5
  /// The chances of a knob to be on, one of which is drawn for each run.
  private static let densities = [0.15, 0.3, 0.5]
  /// The chance of a knob that is on to be at its extremes.
  private static let extremeShare = 0.2

  /// The schedule of a seed, for the scenario of a name.
  public static func schedule(seed: UInt64, scenario: String) -> Schedule {
    let draw = unit(seed, scheduleStream, StableHash.of(scenario))
    if draw < fifoShare { return .fifo }
    let rest = (draw - fifoShare) / (1 - fifoShare)
    let share = randomShare / (1 - fifoShare)
    if rest < share { return .random }
    let depth = Int((rest - share) / (1 - share) * Double(depths.count))
    return .pct(depth: min(depths.lowerBound + depth, depths.upperBound))
  }

  /// The maximum number of faults of a seed: none in about half of the runs of a scenario that allows them, as many as
  /// it says in one that always has them.
  public static func faults(seed: UInt64, _ scenario: Scenario) -> Int {
    guard case .allowed(let plan) = scenario.faults, plan.budget > 0 else {
      return scenario.faults.budget
    }
    let draw = unit(seed, faultsStream, StableHash.of(scenario.name))
    guard draw >= calmShare else { return 0 }
    return min(
      plan.budget, 1 + Int((draw - calmShare) / (1 - calmShare) * Double(plan.budget)))
  }

  /// The knobs that a seed turns on, of those that a scenario leaves open.
  public static func knobs(seed: UInt64, _ scenario: Scenario) -> KnobSettings {
    let name = StableHash.of(scenario.name)
    let density = densities[Int(unit(seed, densityStream, name) * Double(densities.count))]
    var settings = KnobSettings()
    for knob in scenario.knobs {
      let number = StableHash.of(knob.name)
      guard unit(seed, knobStream, name, number) < density else { continue }
      let isExtreme = unit(seed, extremeStream, name, number) < extremeShare
      settings[knob] = isExtreme ? .extreme : .mild
    }
    return settings.mildly(scenario.mild)
  }

  /// The configuration of a seed; what is given is not drawn.
  public static func configuration(
    seed: UInt64, of scenario: Scenario, schedule: Schedule? = nil, faults: Int? = nil,
    knobs: KnobSettings? = nil
  ) -> RunConfiguration {
    RunConfiguration(
      seed: seed, schedule: schedule ?? self.schedule(seed: seed, scenario: scenario.name),
      faults: faults ?? self.faults(seed: seed, scenario),
      knobs: knobs ?? self.knobs(seed: seed, scenario))
  }

  private static func unit(
    _ seed: UInt64, _ stream: ChoiceStream, _ scenario: UInt64, _ number: UInt64 = 0
  ) -> Double {
    Choices(seed: seed).unit(stream, entity: scenario, ordinal: number)
  }
}
