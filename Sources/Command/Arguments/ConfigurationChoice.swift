internal import Harness
import Simulator

/// How runs get their configurations: what was typed, and for the rest the plain values or what each seed draws.
struct ConfigurationChoice: Sendable {
  /// Whether seeds draw what was not typed.
  var isDrawn = false
  /// The value of `--schedule`; nil where it was not given.
  var schedule: Schedule?
  /// The value of `--faults`; nil where it was not given.
  var faults: FaultChoice?
  /// The value of `--knobs`; nil where it was not given.
  var knobs: KnobChoice?

  /// The schedule as it stands in the results of a sweep: a name, or `drawn`.
  var scheduleText: String {
    schedule.map { "\($0)" } ?? (isDrawn ? Self.drawn : "\(Schedule.fifo)")
  }

  static let drawn = "drawn"

  /// The configuration of a run.
  func configuration(seed: UInt64, of scenario: Scenario) -> RunConfiguration {
    let faults = faults?.budget(for: scenario)
    let knobs = knobs?.settings(for: scenario)
    guard isDrawn else {
      return RunConfiguration(
        seed: seed, schedule: schedule ?? .fifo, faults: faults ?? scenario.faults.budget,
        knobs: knobs ?? [])
    }
    return Swarm.configuration(
      seed: seed, of: scenario, schedule: schedule, faults: faults, knobs: knobs)
  }

  /// The states that the runs of a scenario must reach.
  func probes(of scenario: Scenario) -> [Probe] {
    if isDrawn, faults == nil { return scenario.probesInSwarm }
    return scenario.probes(withFaults: faults?.budget(for: scenario) ?? scenario.faults.budget)
  }
}

extension ParsedArguments {
  /// What `--schedule`, `--faults` and `--knobs` say.
  ///
  /// - Parameter isDrawn: Whether seeds draw the rest.
  func configurationChoice(isDrawn: Bool) throws(UsageError) -> ConfigurationChoice {
    ConfigurationChoice(
      isDrawn: isDrawn, schedule: has(.schedule) ? try schedule() : nil,
      faults: has(.faults) ? try faults() : nil, knobs: try knobs())
  }

  /// The knobs of `--knobs`; nil where it was not given.
  func knobs() throws(UsageError) -> KnobChoice? {
    guard has(.knobs) else { return nil }
    return try value(.knobs, default: KnobChoice.none) { text throws(Misfit) in
      try KnobChoice(parsing: text)
    }
  }
}
