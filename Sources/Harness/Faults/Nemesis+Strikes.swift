internal import Simulator

/// The events of one kind at one target, as they are counted.
struct StrikeTally {
  let target: String
  let point: StrikePoint
  let entity: UInt64
  var count: UInt64 = 0
}

/// An event: the stable hash of the name of its kind, and its number.
struct EventKey: Hashable {
  let entity: UInt64
  let ordinal: UInt64
}

/// Counts the events of one kind at one phone, the backend or a server, so that faults can strike there.
public struct StrikeCounter: Sendable {
  private let nemesis: Nemesis
  private let index: Int

  fileprivate init(_ nemesis: Nemesis, _ index: Int) {
    self.nemesis = nemesis
    self.index = index
  }

  /// Counts an event that is about to happen; returns the faults that strike at it.
  ///
  /// Called within the step of the event, which asks the faults to strike before it and behind it.
  public func arrive() -> DueStrikes? { nemesis.arrive(at: index) }
}

extension StrikeCounter? {
  /// Lets an event happen within the faults that strike at it, before and behind; one that strikes before may be the end of whoever
  /// the event belongs to, and of the event.
  package func pass(_ event: () -> Void) {
    guard let due = self?.arrive() else { return event() }
    if due.strikeBefore() { return }
    event()
    due.strikeAfter()
  }
}

/// The faults that strike at one event.
public struct DueStrikes {
  /// A fault that strikes at the event.
  struct Due {
    let record: FaultRecord
    let place: Int
    /// Nil where the fault cannot strike at such an event.
    let begin: FaultOffer.Begin?
  }

  let nemesis: Nemesis
  var faults: [Due] = []

  /// Begins those that strike before the event.
  ///
  /// - Returns: Whether the event must not happen any more.
  public func strikeBefore() -> Bool {
    let struck = begin { $0.comesBefore }
    return struck.contains(where: \.preventsEvent)
  }

  /// Begins those that strike behind the event; returns the kinds that have struck.
  @discardableResult
  public func strikeAfter() -> [StrikeKind] { begin { !$0.comesBefore } }

  private func begin(_ isWanted: (StrikeKind) -> Bool) -> [StrikeKind] {
    faults.compactMap { due in
      guard let kind = due.record.strike?.kind, isWanted(kind), let begin = due.begin,
        nemesis.begin(due.record, begin, at: due.place)
      else { return nil }
      return kind
    }
  }
}

extension Nemesis {
  /// The counter for events of a kind at a target; the same for all who count them.
  public func counter(of point: StrikePoint, at target: String) -> StrikeCounter {
    state.withValue { state in
      let known = state.tallies.firstIndex { $0.point == point && $0.target == target }
      if let known { return StrikeCounter(self, known) }
      state.tallies.append(
        StrikeTally(
          target: target, point: point,
          entity: StableHash.of(FaultMoment.name(of: point, of: target))))
      return StrikeCounter(self, state.tallies.count - 1)
    }
  }

  /// The events that were counted, by target and kind, with the faults that can strike there.
  var pointCounts: [StrikePointCount] {
    state.withValue { state in
      state.tallies.map { tally in
        StrikePointCount(
          target: tally.target, point: tally.point, count: tally.count,
          kinds: Self.offers(at: tally, of: state)
            .map(\.offer.kind).filter { !plan.excluded.contains($0.fault) })
      }
    }
  }

  /// The planned strikes whose events never came.
  var unusedStrikes: [Strike] {
    state.withValue { state in
      let used = Set(state.records.compactMap(\.strike))
      // order: sorted by their texts.
      return state.planned.values.flatMap(\.self).filter { !used.contains($0) }
        .sorted { $0.description < $1.description }
    }
  }

  /// The faults that can strike at events of a tally, each with its target.
  private static func offers(
    at tally: StrikeTally, of state: State
  ) -> [(offer: StrikeOffer, target: String)] {
    state.targets.flatMap { target in
      target.strikes.filter { offer in
        (target.name == tally.target || offer.isAnywhere) && offer.kind.points.contains(tally.point)
      }.map { ($0, target.name) }
    }
  }

  fileprivate func arrive(at index: Int) -> DueStrikes? {
    state.withValue { state in
      guard !state.isOver else { return nil }
      state.tallies[index].count += 1
      let tally = state.tallies[index]
      var due = DueStrikes(nemesis: self)
      if !state.planned.isEmpty { plan(at: tally, &state, &due) }
      if let eventDensity { draw(at: tally, eventDensity, &state, &due) }
      return due.faults.isEmpty ? nil : due
    }
  }

  /// Adds the strikes that were planned for an event.
  private func plan(at tally: StrikeTally, _ state: inout State, _ due: inout DueStrikes) {
    let strikes = state.planned[EventKey(entity: tally.entity, ordinal: tally.count)] ?? []
    for strike in strikes {
      let moment = FaultMoment(strike.place)
      let found = Self.offers(at: tally, of: state).first { $0.offer.kind == strike.kind }
      add(strike, found, at: moment, &state, &due)
    }
  }

  /// Adds the strike that the seed chooses for an event, if it chooses one.
  private func draw(
    at tally: StrikeTally, _ density: Double, _ state: inout State, _ due: inout DueStrikes
  ) {
    guard state.spent < plan.budget else { return }
    let strikes = draws.strikes(at: tally.entity, tally.count, density: density)
    guard strikes.counts else { return }
    state.spent += 1
    guard strikes.isDue else { return }
    let place = StrikePlace(tally.target, tally.point, tally.count)
    let moment = FaultMoment(place)
    let offers = Self.offers(at: tally, of: state)
      .filter { !plan.excluded.contains($0.offer.kind.fault) }
    guard let picked = draws.pick(offers.map(\.offer), at: moment) else { return }
    let found = offers.first { $0.offer.kind == picked.kind }
    add(Strike(picked.kind, at: place), found, at: moment, &state, &due)
  }

  private func add(
    _ strike: Strike, _ found: (offer: StrikeOffer, target: String)?, at moment: FaultMoment,
    _ state: inout State, _ due: inout DueStrikes
  ) {
    var record = FaultRecord(
      moment: moment, kind: strike.kind.fault, target: found?.target ?? strike.place.target,
      offset: .zero, instant: world.now, duration: draws.duration(at: moment))
    record.strike = strike
    state.records.append(record)
    due.faults.append(
      DueStrikes.Due(
        record: record, place: state.records.count - 1, begin: found?.offer.begin))
  }
}
