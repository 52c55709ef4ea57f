public import Simulator

/// The source of faults in a world, as the seed chooses them (the word is Jepsen's).
///
/// It exists only in runs that are to have faults. Parts of the world register what can befall them; what people
/// do and look for are the moments that faults follow, because that is when something is under way.
public final class Nemesis: Sendable {
  /// The limits for faults.
  public let plan: FaultPlan
  private let lane: Lane
  private let state: WorldBound<State>

  private struct State {
    var targets: [FaultTarget] = []
    /// The number of moments of each name so far, by the name's hash.
    var occurrences: [UInt64: UInt64] = [:]
    var spent = 0
    var records: [FaultRecord] = []
    var pending: [WorldTimer] = []
    /// The faults in force by their places in `records`, oldest first.
    var inForce: [(place: Int, end: FaultEnd)] = []
    /// The instant at which the last fault that has begun ends, as planned.
    var calmFrom: Instant?
    var isOver = false
    var restChecks: [@Sendable () async -> [String]] = []
  }

  private static let subject = JournalSource("nemesis")

  init(_ plan: FaultPlan, in world: World) {
    self.plan = plan
    lane = world.lane("nemesis")
    state = WorldBound(State(), in: world)
    world.atEnd { world.record.nemesis = nil }
  }

  private var world: World { lane.world }

  /// The faults that the seed chose so far, in the order of their moments.
  public var records: [FaultRecord] { state.withValue { $0.records } }

  /// Adds something that faults can befall.
  public func register(_ target: FaultTarget) {
    state.withValue { $0.targets.append(target) }
  }

  /// Adds what must have come to rest once everything is healed.
  ///
  /// - Parameter unfinished: Says what has not; nothing when all has.
  public func expectRest(_ unfinished: @escaping @Sendable () async -> [String]) {
    state.withValue { $0.restChecks.append(unfinished) }
  }

  /// The instant at which a limit that was missed becomes binding, because of the faults there were; nil where
  /// there were none.
  public func binding(_ limit: Duration) -> Instant? {
    let calm = state.withValue { $0.calmFrom }
    return calm?.advanced(by: plan.recovery).advanced(by: limit)
  }

  /// A person does or looks for something: a fault may follow.
  func moment(_ name: String) {
    let choice = state.withValue { state -> (FaultRecord, FaultOffer)? in
      guard !state.isOver else { return nil }
      let place = StableHash.of(name)
      let moment = FaultMoment(name, occurrence: state.occurrences[place, default: 0])
      state.occurrences[place, default: 0] += 1
      let draws = FaultDraws(choices: world.choices, plan: plan)
      let strikes = draws.strikes(at: moment)
      guard strikes.counts, state.spent < plan.budget else { return nil }
      state.spent += 1
      guard strikes.isDue, let (target, offer) = draws.pick(state.targets, at: moment) else {
        return nil
      }
      let offset = draws.offset(at: moment)
      let record = FaultRecord(
        moment: moment, kind: offer.kind, target: target.name, offset: offset,
        instant: world.now.advanced(by: offset), duration: draws.duration(at: moment))
      state.records.append(record)
      return (record, offer)
    }
    guard let (record, offer) = choice else { return }
    let place = state.withValue { $0.records.count - 1 }
    let timer = lane.schedule(at: record.instant) { [weak self] in
      self?.begin(record, offer, at: place)
    }
    state.withValue { $0.pending.append(timer) }
  }

  private func begin(_ record: FaultRecord, _ offer: FaultOffer, at place: Int) {
    let strike = FaultStrike(
      duration: record.duration, moment: record.moment, choices: world.choices)
    note("\(record.kind) on \(record.target)")
    guard let end = offer.begin(strike) else { return }
    let over = world.now.advanced(by: record.duration)
    state.withValue { state in
      state.records[place].hasStruck = true
      state.inForce.append((place, end))
      state.calmFrom = max(state.calmFrom ?? over, over)
    }
    world.probe(record.kind.probe)
    let timer = lane.schedule(at: over) { [weak self] in self?.heal(place) }
    state.withValue { $0.pending.append(timer) }
  }

  private func heal(_ place: Int) {
    let ended = state.withValue { state -> (FaultRecord, FaultEnd)? in
      guard let index = state.inForce.firstIndex(where: { $0.place == place }) else { return nil }
      return (state.records[place], state.inForce.remove(at: index).end)
    }
    guard let (record, end) = ended else { return }
    note("healed: \(record.kind) on \(record.target)")
    end.end()
  }

  private func note(_ text: String) {
    world.journal.record(JournalNote(.fault, text), about: Self.subject)
  }

  /// The scenario has come to its end: takes back what is in force, lets nothing more begin, and requires
  /// everything to come to rest within ``FaultPlan/recovery``.
  ///
  /// Rest is looked for each second and not awaited as the world's quiet: a connection that broke without a word is found
  /// out by keep-alives and their time-outs, which are background timers that quiet does not wait for.
  func finish() async throws {
    let (timers, places, checks) = state.withValue { state in
      state.isOver = true
      defer { state.pending = [] }
      return (state.pending, state.inForce.map(\.place), state.restChecks)
    }
    for timer in timers { timer.cancel() }
    for place in places { heal(place) }
    let healed = world.now
    let deadline = healed.advanced(by: plan.recovery)
    while true {
      var unfinished: [String] = []
      for check in checks { unfinished += await check() }
      if unfinished.isEmpty { return }
      guard world.now < deadline else { return giveUp(unfinished, since: healed) }
      try await world.sleep(for: .seconds(1))
    }
  }

  private func giveUp(_ unfinished: [String], since healed: Instant) {
    world.fail(
      Failure(
        kind: "liveness",
        expected: """
          everything to come to rest within \(plan.recovery.stopwatch) of \(healed), when the last fault was \
          healed
          """,
        observed: ["Still under way at \(world.now):"] + unfinished))
  }
}

extension World {
  /// The source of the run's faults; nil in a run without faults from the seed.
  public var nemesis: Nemesis? {
    checkReader("the source of the run's faults was asked for")
    return record.nemesis
  }

  /// A person does or looks for something, after which a fault from the seed may strike; nothing in a run
  /// without such faults.
  ///
  /// - Parameter name: The name of the event, such as "Bob.open": saved failures refer to it.
  @inline(__always)
  public func moment(_ name: @autoclosure () -> String) {
    if let nemesis { nemesis.moment(name()) }
  }
}
