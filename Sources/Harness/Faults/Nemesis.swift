public import Simulator

/// The source of faults in a world, as the seed chooses them (the word is Jepsen's).
///
/// It exists only in runs that are to have faults. Parts of the world register what can befall them; what people
/// do and look for are the moments that faults follow, because that is when something is under way.
public final class Nemesis: Sendable {
  /// The limits for faults.
  public let plan: FaultPlan
  private let lane: Lane
  let draws: FaultDraws
  let state: WorldBound<State>

  struct State {
    var targets: [FaultTarget] = []
    /// The number of moments of each name so far, by the name's hash.
    var occurrences: [UInt64: UInt64] = [:]
    var spent = 0
    var records: [FaultRecord] = []
    var pending: [WorldTimer] = []
    /// The faults in force by their places in `records`, oldest first.
    var inForce: [(place: Int, end: FaultEnd)] = []
    /// The instant at which the last fault that has begun ends, as planned, and is felt no longer.
    var calmFrom: Instant?
    /// The instant from which faults that the scenario itself asked for are felt no longer.
    var restFrom = Instant.zero
    /// Whether something that faults have left behind is not noticed yet.
    var aftermaths: [@Sendable () -> Bool] = []
    var isOver = false
    /// The events of each kind at each target that can be struck at.
    var tallies: [StrikeTally] = []
    /// The strikes that were planned, by their events.
    var planned: [EventKey: [Strike]] = [:]
    var restChecks: [@Sendable () async -> [String]] = []
    /// Those of whom only some may heal at first.
    var members: [HealingMember] = []
  }

  /// The subject of the faults that the seed or a strike chooses.
  static let name = "nemesis"
  private static let subject = JournalSource(name)

  /// The longest time for which what is not noticed yet is waited for: a kernel asks after two hours, for ten minutes.
  private static var noticingMax: Duration { .minutes(180) }

  /// The share of events at which the seed lets a fault strike; nil where it lets none.
  let eventDensity: Double?
  /// Whether the seed lets faults strike at moments between gestures.
  private let followsMoments: Bool

  /// - Parameter strikes: The faults at events that are planned beside those that the seed chooses.
  init(_ plan: FaultPlan, strikes: [Strike] = [], in world: World) {
    self.plan = plan
    draws = FaultDraws(choices: world.choices, plan: plan)
    lane = world.lane("nemesis")
    // Where nothing is left to the seed, its choices about that are not asked for.
    let places = plan.budget > 0 ? draws.places : (moments: false, events: false)
    followsMoments = places.moments
    eventDensity = places.events ? draws.eventDensity : nil
    var state = State()
    for strike in strikes {
      let moment = FaultMoment(strike.place)
      let key = EventKey(entity: moment.entity, ordinal: moment.occurrence)
      state.planned[key, default: []].append(strike)
    }
    self.state = WorldBound(state, in: world)
    world.atEnd { [weak self] in
      world.record.nemesis = nil
      // Who can be struck holds counters, and these the nemesis.
      self?.state.withValue { state in
        state.targets = []
        state.members = []
      }
    }
  }

  var world: World { lane.world }

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

  /// Grants a fault that the scenario itself asked for its time: what it keeps from coming to rest need not do so before
  /// ``FaultPlan/recovery`` has passed from `instant` on. The scenario's own limits stay as they are.
  public func grantRest(until instant: Instant) {
    state.withValue { $0.restFrom = max($0.restFrom, instant) }
  }

  /// Adds what keeps a world from coming to rest though nothing is wrong, such as a connection that is dead and of which nobody knows
  /// so, or a radio that goes in and out of coverage: ``FaultPlan/recovery`` has to pass from the time on at which it is over, and no
  /// later than three hours after the healing.
  ///
  /// - Parameter isUnnoticed: Whether there is such a thing now.
  public func grantRest(while isUnnoticed: @escaping @Sendable () -> Bool) {
    state.withValue { $0.aftermaths.append(isUnnoticed) }
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
      guard !state.isOver, followsMoments else { return nil }
      let place = StableHash.of(name)
      let moment = FaultMoment(name, occurrence: state.occurrences[place, default: 0])
      state.occurrences[place, default: 0] += 1
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
      self?.begin(record, offer.begin, at: place)
    }
    state.withValue { $0.pending.append(timer) }
  }

  /// Begins a fault that was noted; false where there is nothing that it could strike.
  @discardableResult
  func begin(_ record: FaultRecord, _ begin: FaultOffer.Begin, at place: Int) -> Bool {
    let strike = FaultStrike(
      duration: record.duration, moment: record.moment, choices: world.choices)
    note(record.strike.map { "\($0)" } ?? "\(record.kind) on \(record.target)")
    guard let end = begin(strike) else { return false }
    let over = world.now.advanced(by: record.duration)
    state.withValue { state in
      state.records[place].hasStruck = true
      state.inForce.append((place, end))
      let calm = over.advanced(by: end.aftermath)
      state.calmFrom = max(state.calmFrom ?? calm, calm)
    }
    world.probe(record.kind.probe)
    let timer = lane.schedule(at: over) { [weak self] in self?.heal(place) }
    state.withValue { $0.pending.append(timer) }
    return true
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

  func note(_ text: String) {
    world.journal.record(JournalNote(.fault, text), about: Self.subject)
  }

  /// The scenario has come to its end: takes back what is in force, lets nothing more begin, and requires
  /// everything to come to rest within ``FaultPlan/recovery``; in some seeds a core first (see ``healCore()``).
  ///
  /// Rest is looked for each second and not awaited as the world's quiet: a connection that broke without a word is found
  /// out by keep-alives and their time-outs, which are background timers that quiet does not wait for.
  package func finish() async throws {
    let timers = state.withValue { state in
      state.isOver = true
      defer { state.pending = [] }
      return state.pending
    }
    for timer in timers { timer.cancel() }
    try await healCore()
    healAll(where: { _ in true })
    let checks = state.withValue { $0.restChecks }
    let healed = world.now
    try await awaitRest(of: checks) {
      "everything to come to rest within \($0) of \(healed), when the last fault was healed"
    }
  }

  /// Takes back the faults in force whose targets are wanted.
  func healAll(where isWanted: (String) -> Bool) {
    let places = state.withValue { state in
      state.inForce.map(\.place).filter { isWanted(state.records[$0].target) }
    }
    for place in places { heal(place) }
  }

  /// Waits until the checks find nothing unfinished, for ``FaultPlan/recovery`` at the most from when the last fault is felt no
  /// longer; then the run has failed.
  ///
  /// - Parameter expected: The statement that breaks, by the time that there was.
  func awaitRest(
    of checks: [@Sendable () async -> [String]], _ expected: (_ limit: String) -> String
  ) async throws {
    let begun = world.now
    var noticed = begun
    while true {
      var unfinished: [String] = []
      for check in checks { unfinished += await check() }
      if unfinished.isEmpty { return }
      if world.now < begun.advanced(by: Self.noticingMax),
        state.withValue({ $0.aftermaths }).contains(where: { $0() })
      {
        noticed = world.now
      }
      // What is armed may strike meanwhile.
      let calm = state.withValue { max(noticed, $0.calmFrom ?? begun, $0.restFrom) }
      let deadline = calm.advanced(by: plan.recovery)
      guard world.now < deadline else {
        world.fail(
          Failure(
            kind: "liveness", expected: expected(begun.duration(to: deadline).stopwatch),
            observed: ["Still under way at \(world.now):"] + unfinished))
        return
      }
      try await world.sleep(for: .seconds(1))
    }
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
