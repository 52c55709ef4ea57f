public import Simulator

/// Looks for the plainest run that fails in the same way as a given one.
///
/// It tries one simplification after the other and keeps those under which the same statement breaks in the same way:
/// fewer knobs and faults (delta debugging, Zeller and Hildebrandt 2002), shorter and earlier ones, a plainer schedule,
/// plainer latencies, no losses. Which runs it tries, and in which order, depends on nothing but the run that it is given.
public enum Shrinker {
  /// The result of shrinking.
  public struct Outcome: Sendable {
    /// The plainest run that was found, with its story; that given where none is plainer.
    public let result: RunResult
    /// The number of runs that were tried.
    public let runs: Int
    /// The simplifications that were kept, in order.
    public let steps: [String]
  }

  /// Shrinks a run; every run is played on the calling thread.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of runs that are tried.
  ///   - events: The number of steps of these runs after which no other is tried.
  /// - Returns: Nil where the run does not fail.
  public static func shrink(
    _ scenario: Scenario, _ configuration: RunConfiguration, limit: Int = 500,
    events: UInt64 = ShrinkBudget.events
  ) -> Outcome? {
    shrink(scenario, configuration, limit: limit, events: events) { configuration, tellsStory in
      tellsStory
        ? Runner.run(scenario, configuration) : Runner.attempt(scenario, configuration)
    }
  }

  /// Shrinks a run.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of runs that are tried.
  ///   - events: The number of steps of these runs after which no other is tried.
  ///   - play: Plays the scenario in a way, and tells the story of a failure where it is asked to.
  /// - Returns: Nil where the run does not fail.
  public static func shrink<Fault: Error>(
    _ scenario: Scenario, _ configuration: RunConfiguration, limit: Int = 500,
    events: UInt64 = ShrinkBudget.events,
    play: @escaping (RunConfiguration, _ tellsStory: Bool) throws(Fault) -> RunResult
  ) throws(Fault) -> Outcome? {
    let result = try play(configuration, false)
    guard let signature = result.failure else { return nil }
    var search = Search(
      scenario: scenario, budget: ShrinkBudget(runs: limit, events: events),
      signature: signature, best: result, play: play)
    try search.shrink()
    return Outcome(
      result: try play(search.best.configuration, true), runs: search.runs, steps: search.steps)
  }
}

/// The search for the plainest run.
private struct Search<Fault: Error> {
  private let scenario: Scenario
  private let signature: FailureSignature
  private let play: (RunConfiguration, _ tellsStory: Bool) throws(Fault) -> RunResult
  private(set) var best: RunResult
  private var budget: ShrinkBudget
  private(set) var steps: [String] = []

  /// The number of runs that were tried.
  var runs: Int { budget.played }

  init(
    scenario: Scenario, budget: ShrinkBudget, signature: FailureSignature, best: RunResult,
    play: @escaping (RunConfiguration, _ tellsStory: Bool) throws(Fault) -> RunResult
  ) {
    self.play = play
    self.scenario = scenario
    self.budget = budget
    self.signature = signature
    self.best = best
  }

  mutating func shrink() throws(Fault) {
    try tryOut("with every knob off") { $0.knobs = [] }
    try tryOut("without faults") {
      $0.faults = 0
      $0.strikes = nil
    }
    if best.configuration.strikes != nil {
      try tryOut("without faults from the seed") { $0.faults = 0 }
    }
    try tryOut("in the plain order of steps") { $0.schedule = .fifo }
    try turnKnobsOff()
    try dropFixedChoices()
    try writeStrikesDown()
    try lowerBudget()
    var before: RunConfiguration
    repeat {
      before = best.configuration
      try turnKnobsOff()
      try dropFaults()
      for place in best.faults.indices { try plainFault(place) }
      for choice in scenario.shrinkTargets { try plain(choice) }
      try tryOut("in the plain order of steps") { $0.schedule = .fifo }
    } while best.configuration != before && !budget.isSpent
    try dropFixedChoices()
  }

  /// Plays a plainer run and keeps it where it fails in the same way; one that fixes a choice that nothing asks
  /// for is no plainer.
  @discardableResult
  private mutating func tryOut(
    _ step: String, _ change: (inout RunConfiguration) -> Void
  ) throws(Fault) -> Bool {
    var configuration = best.configuration
    change(&configuration)
    guard configuration != best.configuration, !budget.isSpent else { return false }
    let result = try play(configuration, false)
    budget.take(result)
    guard result.failure == signature, result.unusedOverrides.isEmpty else { return false }
    best = result
    steps.append(step)
    return true
  }

  /// Turns one knob after the other off, or at least back from its extremes.
  private mutating func turnKnobsOff() throws(Fault) {
    for knob in best.configuration.knobs.knobs {
      if try tryOut("with the knob \(knob) off", { $0.knobs[knob] = nil }) { continue }
      try tryOut("with the knob \(knob) turned less far") { $0.knobs[knob] = .mild }
    }
  }

  /// With the faults at events that the seed chose written down, and no others.
  private mutating func writeStrikesDown() throws(Fault) {
    let strikes = best.faults.filter(\.hasStruck).compactMap(\.strike)
    guard best.configuration.faults > 0, !strikes.isEmpty else { return }
    try tryOut("with \(strikes.map(\.description).joined(separator: ", ")) alone") {
      $0.faults = 0
      $0.strikes = strikes
    }
  }

  /// With as few faults from the seed as will do: those that come later need not be taken out one by one.
  private mutating func lowerBudget() throws(Fault) {
    guard best.configuration.faults > 1 else { return }
    for budget in 1..<best.configuration.faults {
      if try tryOut("no fault behind the first \(budget)", { $0.faults = budget }) { return }
    }
  }

  /// Takes faults out: those that struck nothing, then halves, then one by one.
  private mutating func dropFaults() throws(Fault) {
    try drop(best.faults.filter { !$0.hasStruck })
    var size = best.faults.count / 2
    while size >= 1 {
      var start = 0
      while start < best.faults.count {
        let group = Array(best.faults[start..<min(start + size, best.faults.count)])
        if try !drop(group) { start += size }
      }
      size /= 2
    }
  }

  @discardableResult
  private mutating func drop(_ faults: [FaultRecord]) throws(Fault) -> Bool {
    guard !faults.isEmpty else { return false }
    let names = faults.map(\.name).joined(separator: ", ")
    return try tryOut("without \(names)") { $0 = $0.without(faults) }
  }

  /// Lets a fault strike at its moment itself or nearer to it, and last less long.
  private mutating func plainFault(_ place: Int) throws(Fault) {
    guard place < best.faults.count else { return }
    let fault = best.faults[place]
    for (stream, word) in [
      (ChoiceStream.faultOffset, "nearer to"), (.faultDuration, "shorter after"),
    ] where fault.strike == nil || stream == .faultDuration {
      let key = fault.moment.key(stream)
      let choices = Choices(
        seed: best.configuration.seed, overrides: best.configuration.overrides)
      let present = choices.draw(
        stream, entity: fault.moment.entity, ordinal: fault.moment.occurrence)
      guard present != 0 else { continue }
      // The scale is coarse on purpose: 1/16 of the range is about an octave.
      for share in [0, 1, 2, 4, 6, 8, 10, 12, 14] as [UInt64] where share << 60 < present {
        if try tryOut("\(fault.kind) \(word) \(fault.moment)", { $0.overrides[key] = share << 60 })
        {
          break
        }
      }
    }
  }

  private mutating func plain(_ choice: ShrinkTarget) throws(Fault) {
    let key = ChoiceKey(all: choice.stream)
    guard best.configuration.overrides[key] == nil else { return }
    try tryOut("with a plain \(choice.stream)") { $0.overrides[key] = choice.value }
  }

  /// Takes back fixed choices that make no difference, and those that nothing asks for; what is plain stays so.
  private mutating func dropFixedChoices() throws(Fault) {
    let plain = scenario.shrinkTargets.map { ChoiceKey(all: $0.stream) }
    // order: sorted by their texts.
    for key in best.configuration.overrides.keys.sorted(by: { $0.description < $1.description })
    where best.unusedOverrides.contains(key) || !plain.contains(key) {
      let unusedOverrides = best.unusedOverrides.contains(key)
      let faults = best.faults
      var configuration = best.configuration
      configuration.overrides[key] = nil
      guard !budget.isSpent else { return }
      let result = try play(configuration, false)
      budget.take(result)
      let isSame = result.failure == signature && result.faults == faults
      if unusedOverrides || isSame { best = result.failure == signature ? result : best }
    }
  }
}

extension RunConfiguration {
  /// The same run less some of its faults.
  package func without(_ faults: [FaultRecord]) -> RunConfiguration {
    var configuration = self
    for fault in faults {
      for stream in [ChoiceStream.faultOffset, .faultDuration] {
        configuration.overrides[fault.moment.key(stream)] = nil
      }
      if let strike = fault.strike, let place = configuration.strikes?.firstIndex(of: strike) {
        configuration.strikes?.remove(at: place)
      } else {
        configuration.overrides[fault.moment.strikeKey] = .max
      }
    }
    if configuration.strikes == [] { configuration.strikes = nil }
    return configuration
  }
}

extension FaultRecord {
  /// The fault in words that name it among those of its run.
  package var name: String { strike?.description ?? "\(kind) at \(moment)" }
}

/// The plain value for all draws of a stream, in place of those that a seed chose: no loss, the middle of a latency.
public struct ShrinkTarget: Hashable, Sendable {
  /// The stream.
  public let stream: ChoiceStream
  /// The plain draw.
  public let value: UInt64

  /// Names what is plain.
  public init(_ stream: ChoiceStream, _ value: UInt64) {
    self.stream = stream
    self.value = value
  }
}
