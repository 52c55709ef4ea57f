public import Simulator

/// Something that faults can befall: a phone, a network, a backend.
public struct FaultTarget: Sendable {
  /// The name, unique in its world.
  public let name: String
  /// The kinds of faults that can befall it.
  public let offers: [FaultOffer]
  /// The faults that can strike at events, of the target itself and, where they say so, of others.
  public let strikes: [StrikeOffer]
  let identifier: UInt64

  /// Describes a target.
  public init(_ name: String, offers: [FaultOffer], strikes: [StrikeOffer] = []) {
    self.name = name
    self.offers = offers
    self.strikes = strikes
    identifier = StableHash.of(name)
  }
}

/// One kind of fault that can befall a target.
public struct FaultOffer: Sendable {
  /// Begins the fault; nil where there is nothing that it could strike at this instant.
  public typealias Begin = @Sendable (FaultStrike) -> FaultEnd?

  /// Its kind.
  public let kind: FaultKind
  /// The weight among the offers: an offer of weight 3 is chosen three times as often as one of weight 1.
  let weight: Int
  let begin: Begin

  /// Offers a fault.
  ///
  /// - Parameter weight: The weight among the offers, from 1 on; twice the weight is chosen twice as often.
  public init(_ kind: FaultKind, weight: Int = 1, begin: @escaping Begin) {
    if weight < 1 {
      World.misuse(
        Misuse("FaultOffer(weight:) of \(kind)", given: "\(weight)", takes: "a number from 1 on"))
    }
    self.kind = kind
    self.weight = max(0, weight)
    self.begin = begin
  }
}

/// A fault that can strike at events.
public struct StrikeOffer: Sendable {
  let kind: StrikeKind
  let isAnywhere: Bool
  let begin: FaultOffer.Begin

  /// Offers a fault.
  ///
  /// - Parameters:
  ///   - isAnywhere: Whether it can strike at the events of other targets, too.
  ///   - begin: Begins the fault, within the step of the event; nil where there is nothing that it could strike.
  public init(_ kind: StrikeKind, isAnywhere: Bool = false, begin: @escaping FaultOffer.Begin) {
    self.kind = kind
    self.isAnywhere = isAnywhere
    self.begin = begin
  }
}

/// A fault that is about to begin: what the seed has chosen for it.
public struct FaultStrike: Sendable {
  /// The duration of the fault.
  public let duration: Duration
  let moment: FaultMoment
  let choices: Choices

  /// A further choice about this fault: a uniform number in [0, 1).
  ///
  /// - Parameter number: Tells the fault's own choices apart; below 16.
  public func unit(_ number: UInt64) -> Double {
    choices.unit(.faultDetail, entity: moment.entity, ordinal: moment.occurrence << 4 | number)
  }
}

/// The action that undoes a fault that has begun.
public struct FaultEnd: Sendable {
  let end: @Sendable () -> Void
  /// The time for which the fault goes on to be felt behind its end, before anything can begin to recover.
  let aftermath: Duration

  /// Describes the end of a fault.
  ///
  /// - Parameters:
  ///   - aftermath: The longest time for which it goes on to be felt behind its end: that until somebody notices it.
  ///   - end: Heals what the fault did; called once.
  public init(aftermath: Duration = .zero, _ end: @escaping @Sendable () -> Void) {
    self.aftermath = aftermath
    self.end = end
  }
}

/// A moment of a scenario at which a fault may be due: something that a person does or looks for.
///
/// It is named by what happens then, not by its place in the run, so that an edit elsewhere leaves it.
public struct FaultMoment: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the event, such as "Bob.open".
  public let name: String
  /// The number of earlier moments of this name.
  public let occurrence: UInt64
  /// Whether it is an event, counted from 1, and no moment between gestures.
  public let isEvent: Bool
  let entity: UInt64

  init(_ name: String, occurrence: UInt64) {
    self.name = name
    self.occurrence = occurrence
    isEvent = false
    entity = StableHash.of(name)
  }

  init(_ place: StrikePlace) {
    name = Self.name(of: place.point, of: place.target)
    occurrence = place.ordinal
    isEvent = true
    entity = StableHash.of(name)
  }

  /// The name of all events of a kind, such as "Bob.commit".
  static func name(of point: StrikePoint, of target: String) -> String {
    "\(target).\(point.rawValue)"
  }

  /// The key of a choice about the fault of this moment.
  func key(_ stream: ChoiceStream) -> ChoiceKey {
    ChoiceKey(stream, of: name, ordinal: occurrence)
  }

  /// The key of the choice whether a fault follows.
  var strikeKey: ChoiceKey { key(isEvent ? .faultAtEvent : .faultStrike) }

  public var description: String {
    occurrence == 0 && !isEvent ? name : "\(name)#\(occurrence)"
  }
}

/// A fault that the seed chose, as it came about.
public struct FaultRecord: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The moment that it followed.
  public let moment: FaultMoment
  /// Its kind.
  public let kind: FaultKind
  /// The name of the target.
  public let target: String
  /// The strike, for a fault at an event.
  public internal(set) var strike: Strike?
  /// The planned delay between the moment and the fault.
  public let offset: Duration
  /// The instant at which it struck, or would have.
  public let instant: Instant
  /// The planned duration.
  public let duration: Duration
  /// Whether there was anything that it could strike.
  public internal(set) var hasStruck = false

  public var description: String {
    let when = offset == .zero ? "at \(moment)" : "\(offset.stopwatch) after \(moment)"
    let fate = hasStruck ? "for \(duration.stopwatch)" : "which found nothing to strike"
    if let strike { return "\(instant)  \(strike), \(fate)" }
    return "\(instant)  \(kind) on \(target), \(when), \(fate)"
  }
}
