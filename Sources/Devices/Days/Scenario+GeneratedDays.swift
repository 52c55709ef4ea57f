public import Harness
public import Simulator

extension Scenario {
  /// A scenario whose runs are days that nobody wrote.
  ///
  /// Each seed draws phones, people, and what they do from what is possible at that moment, with faults among it; a day that
  /// failed is kept, replayed, changed and shrunk as data. The invariants of the world judge every step, and at rest all must
  /// agree (see ``DayWorld``). `rehearse explore` looks for days that reach something new.
  ///
  /// ```swift
  /// static let days = Scenario.generatedDays("Whatever people do, all see the same in the end", in: ChatWorld.self)
  /// ```
  ///
  /// - Parameters:
  ///   - stage: The kind of world.
  ///   - prepare: Prepares the world of each day, such as accounts of people without a phone; a printed day calls it by
  ///     ``Scenario/prepareDay(of:)``.
  public static func generatedDays<Stage: DayWorld>(
    _ title: String, in stage: Stage.Type, bounds: Bounds = Bounds(), probes: [Probe] = [],
    faults: FaultPolicy = .allowed(FaultPlan()), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line,
    prepare: (@Sendable (Stage) async throws -> Void)? = nil
  ) -> Scenario {
    let scenario = Scenario(
      title, bounds: bounds, probes: probes, faults: faults, fileID: fileID, filePath: filePath,
      line: line
    ) { (stage: Stage) in
      if let prepare { try await prepare(stage) }
      var player = DayPlayer(stage)
      try await player.play()
    }
    var preparation: (@Sendable (any ScenarioWorld) async throws -> Void)?
    if let prepare {
      preparation = { world in
        if let stage = world as? Stage { try await prepare(stage) }
      }
    }
    let isPrepared = prepare != nil
    return scenario.playingDays(
      DayTelling(
        source: { DaySource<Stage>(day: $0, file: $1, isPrepared: isPrepared).text },
        words: { step in
          let deed = try? DayDeed<Stage.Gesture>(of: step)
          return "\(step.phone): \(deed?.kind ?? step.deed)"
        },
        prepare: preparation))
  }
}
