internal import Simulator

/// The draws of the seed for the moments of a run: whether a fault is due, which one, when, for how long.
///
/// Every choice has a key of its own, so that each can be fixed alone.
struct FaultDraws {
  let choices: Choices
  let plan: FaultPlan

  /// The share of moments at which a fault is due; a seed has one of a few, so that some runs see faults
  /// close together and some see a single one late.
  private var density: Double {
    let densities = [0.5, 0.25, 0.125, 0.0625]
    // Not by `index`, which an exploration would vary: it varies each strike.
    let place = choices.unit(.faultDensity, entity: 0, ordinal: 0) * Double(densities.count)
    return densities[Int(place)]
  }

  /// The places at which the seed lets faults strike: moments between gestures, events, or both.
  var places: (moments: Bool, events: Bool) {
    let place = choices.unit(.faultPlaces, entity: 0, ordinal: 0)
    return (place < 0.7, place >= 0.4)
  }

  /// The share of events at which a fault is due, as ``density`` for moments; events are many times as frequent.
  var eventDensity: Double {
    let unit = choices.unit(.faultDensity, entity: 1, ordinal: 0)
    return [0x1p-3, 0x1p-5, 0x1p-7, 0x1p-9][Int(unit * 4)]
  }

  /// Whether a fault is due at an event, and whether the seed alone says so.
  ///
  /// An exploration does not vary it: there are too many events.
  func strikes(
    at entity: UInt64, _ ordinal: UInt64, density: Double
  ) -> (isDue: Bool, counts: Bool) {
    let limit = UInt64(density * 0x1p63) << 1
    let isDue = choices.draw(.faultAtEvent, entity: entity, ordinal: ordinal) < limit
    let isDrawn = choices.drawn(.faultAtEvent, entity: entity, ordinal: ordinal) < limit
    return (isDue, isDue || isDrawn)
  }

  /// Chooses the kind of fault at an event, as ``pick(_:at:)`` does.
  func pick(_ offers: [StrikeOffer], at moment: FaultMoment) -> StrikeOffer? {
    let draw = choices.draw(.faultPick, entity: moment.entity, ordinal: moment.occurrence)
    return offers.max { StableHash.finalize(draw ^ $0.lot) < StableHash.finalize(draw ^ $1.lot) }
  }

  /// Whether a fault is due, and whether the seed alone says so.
  ///
  /// The second counts against the budget as well: where one fault is taken out by hand, no other comes in.
  func strikes(at moment: FaultMoment) -> (isDue: Bool, counts: Bool) {
    let limit = UInt64(density * 0x1p63) << 1
    let (entity, ordinal) = (moment.entity, moment.occurrence)
    let isDue = choices.draw(.faultStrike, entity: entity, ordinal: ordinal) < limit
    choices.log?.note(.faultStrike, entity, ordinal, .chance(isDue))
    let isDrawn = choices.drawn(.faultStrike, entity: entity, ordinal: ordinal) < limit
    return (isDue, isDue || isDrawn)
  }

  /// Chooses what befalls whom.
  ///
  /// By rendezvous (Thaler, Ravishankar 1998): another target or kind takes over only what it wins, so that a
  /// saved failure mostly outlives both.
  func pick(_ targets: [FaultTarget], at moment: FaultMoment) -> (
    target: FaultTarget, offer: FaultOffer
  )? {
    let draw = choices.draw(.faultPick, entity: moment.entity, ordinal: moment.occurrence)
    let picked = pick(targets, by: draw)
    if let log = choices.log, let picked {
      let others = alternatives(to: picked.offer.kind, of: picked.target, among: targets)
      log.note(.faultPick, moment.entity, moment.occurrence, .listed(others: others))
    }
    return picked
  }

  /// A draw for each other target and kind, for an exploration; those that no draw of a few hundred leads to, for
  /// their small weight, are left out.
  private func alternatives(
    to kind: FaultKind, of target: FaultTarget, among targets: [FaultTarget]
  ) -> [UInt64] {
    var found: Set<UInt64> = [target.identifier ^ kind.identifier]
    return (0..<512).filter { draw in
      guard let other = pick(targets, by: draw) else { return false }
      return found.insert(other.target.identifier ^ other.offer.kind.identifier).inserted
    }
  }

  private func pick(
    _ targets: [FaultTarget], by draw: UInt64
  ) -> (target: FaultTarget, offer: FaultOffer)? {
    var best: (score: UInt64, FaultTarget, FaultOffer)?
    for target in targets {
      for offer in target.offers where !plan.excluded.contains(offer.kind) {
        let name = StableHash.finalize(target.identifier ^ offer.kind.identifier)
        for lot in 0..<offer.weight {
          let score = StableHash.finalize(draw ^ (name &+ UInt64(lot)))
          if score > best?.score ?? 0 { best = (score, target, offer) }
        }
      }
    }
    return best.map { ($0.1, $0.2) }
  }

  /// Returns the delay after the moment: zero for one fault in four, otherwise spread evenly over the magnitudes from 1
  /// ms on.
  func offset(at moment: FaultMoment) -> Duration {
    let unit = choices.unit(.faultOffset, entity: moment.entity, ordinal: moment.occurrence)
    guard unit >= 0.25 else { return .zero }
    return Self.magnitude((unit - 0.25) / 0.75, from: .milliseconds(1), to: plan.latest)
  }

  /// Returns the duration of the fault, spread evenly over the magnitudes from 20 ms on.
  func duration(at moment: FaultMoment) -> Duration {
    let unit = choices.unit(.faultDuration, entity: moment.entity, ordinal: moment.occurrence)
    return Self.magnitude(unit, from: .milliseconds(20), to: plan.longest)
  }

  /// A duration between two by its place on a scale on which each octave takes as much room as the next,
  /// in whole microseconds. It needs no logarithm, whose last bit could differ from machine to machine.
  static func magnitude(_ unit: Double, from low: Duration, to high: Duration) -> Duration {
    guard high > low else { return high }
    var octaves: [Double] = [Double(low.nanoseconds)]
    while let last = octaves.last, last * 2 < Double(high.nanoseconds) { octaves.append(last * 2) }
    octaves.append(Double(high.nanoseconds))
    let place = unit * Double(octaves.count - 1)
    let index = min(Int(place), octaves.count - 2)
    let nanoseconds =
      octaves[index] + (place - Double(index)) * (octaves[index + 1] - octaves[index])
    return .microseconds(Int64(nanoseconds) / 1_000)
  }
}

extension StrikeOffer {
  /// The number under which the kind takes part in a draw.
  fileprivate var lot: UInt64 { StableHash.of(kind.rawValue) }
}

extension ChoiceStream {
  static let faultPlaces = ChoiceStream("fault.places")
  static let faultAtEvent = ChoiceStream("fault.at-event")
  static let faultDensity = ChoiceStream("fault.density")
  static let faultStrike = ChoiceStream("fault.strike")
  static let faultPick = ChoiceStream("fault.pick")
  static let faultOffset = ChoiceStream("fault.offset")
  static let faultDuration = ChoiceStream("fault.duration")
  static let faultDetail = ChoiceStream("fault.detail")
}
