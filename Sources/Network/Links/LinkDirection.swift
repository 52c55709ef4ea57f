public import Harness
import Simulator

/// One direction of a link at work: its profile and what earlier datagrams left behind.
///
/// Every draw is keyed by the direction's name and the datagram's ordinal on it, and none is made that the profile does
/// not need.
struct LinkDirection {
  /// The fate of one datagram on the link.
  enum Passage: Equatable {
    /// It comes out at the other end at this time.
    case arrives(Arrival)
    /// It comes out twice.
    case arrivesTwice(Arrival, Arrival)
    /// It does not come out.
    case lost(DropReason)
  }

  /// The arrival of a datagram at the other end.
  struct Arrival: Equatable {
    /// Nanoseconds since the world began.
    let time: Int64
    /// True where the link may let later datagrams overtake this one.
    let isHeldUp: Bool
  }

  /// The stable hash of the direction's name, such as "Alice→network".
  let entity: UInt64
  private(set) var profile: DirectionProfile
  /// True where every datagram of at most the MTU passes at once and for certain.
  private(set) var isTransparent: Bool
  private(set) var mtu: Int

  private var latency: LatencySampler
  private var jitter: LatencySampler
  private var reorderingDelay: LatencySampler
  /// The latency of every datagram, where neither it nor the jitter is drawn.
  private var constantLatency: Int64?
  private var transmitter: Transmitter?
  /// The recorded capacity at work; made with the first datagram, when the place is drawn at which it begins.
  private var recorded: TraceTransmitter?
  private var start: RecordedStart?
  /// The time at which the profile in force before has sent its last bit, in nanoseconds.
  private var busyUntil: Int64?
  private var lossState = LossState()
  private var ordinal: UInt64 = 0
  /// The radio that both directions of the link share; nil for a link that is always ready.
  private var radio: Radio?
  private let isFromNetwork: Bool
  /// The nanoseconds for which the datagram sent last waits for the radio.
  private(set) var radioWait: Int64 = 0

  var hasRadio: Bool { radio != nil }

  /// The time at which the last accepted bit leaves, in nanoseconds; nil where there is no bandwidth to wait for.
  var lastDeparture: Int64? { transmitter?.departure ?? recorded?.departure }

  /// - Parameters:
  ///   - start: The beginning of the link's recording, for a profile with a trace.
  ///   - radio: The radio that it shares with the other direction.
  ///   - isFromNetwork: Whether it leads to the host.
  init(
    name: String, profile: DirectionProfile, start: RecordedStart? = nil, radio: Radio? = nil,
    isFromNetwork: Bool = false
  ) {
    self.radio = radio
    self.isFromNetwork = isFromNetwork
    entity = StableHash.of(name)
    self.profile = profile
    isTransparent = profile.isTransparent && radio == nil
    mtu = profile.mtu
    latency = LatencySampler(profile.latency)
    jitter = LatencySampler(profile.jitter)
    reorderingDelay = LatencySampler(profile.reordering.delay)
    constantLatency = Self.constant(latency, jitter)
    transmitter = profile.bandwidth.map {
      Transmitter(bandwidth: $0, queueLimit: profile.queueBytes)
    }
    self.start = start
  }

  /// Puts another profile into force for the datagrams to come; what is under way is not called back.
  mutating func adopt(
    _ profile: DirectionProfile, start: RecordedStart? = nil, radio: Radio? = nil
  ) {
    let busyUntil = lastDeparture ?? self.busyUntil
    self.profile = profile
    self.radio = radio
    isTransparent = profile.isTransparent && radio == nil
    mtu = profile.mtu
    latency = LatencySampler(profile.latency)
    jitter = LatencySampler(profile.jitter)
    reorderingDelay = LatencySampler(profile.reordering.delay)
    constantLatency = Self.constant(latency, jitter)
    transmitter = profile.bandwidth.map {
      Transmitter(bandwidth: $0, queueLimit: profile.queueBytes)
    }
    recorded = nil
    self.start = start
    if let busyUntil { transmitter?.resume(after: busyUntil) }
    self.busyUntil = busyUntil
    lossState = LossState()
  }

  /// Sends a datagram in at `now` and says what becomes of it.
  mutating func pass(bytes: Int, at now: Int64, choices: Choices) -> Passage {
    if bytes > mtu { return .lost(.tooLarge(bytes: bytes, mtu: mtu)) }
    let ordinal = ordinal
    self.ordinal &+= 1
    var now = now
    if let radio {
      switch radio.take(at: now, fromNetwork: isFromNetwork, choices: choices) {
      case .from(let ready):
        radioWait = ready - now
        now = ready
      case .lost: return .lost(.noCoverage)
      }
    }
    var departure = now
    if transmitter != nil {
      guard let sent = transmitter?.offer(bytes: bytes, at: now) else { return .lost(.queueFull) }
      departure = sent
    } else if let start {
      guard let sent = offer(bytes, at: now, start, choices) else { return .lost(.queueFull) }
      departure = sent
    }
    if profile.loss != .none {
      let entity = entity
      let lost = lossState.loses(
        profile.loss,
        loss: { choices.happens($0, .linkLoss, entity: entity, ordinal: ordinal) },
        move: { choices.happens($0, .linkLossState, entity: entity, ordinal: ordinal) })
      if lost { return .lost(.noise) }
    }
    let arrival = arrival(of: ordinal, departing: departure, choices: choices)
    // What has no probability is not asked for: to name a stream takes as long as the rest.
    let isDuplicated =
      profile.duplication > 0
      && choices.happens(
        profile.duplication, .linkDuplication, entity: entity, ordinal: ordinal)
    guard isDuplicated else { return .arrives(arrival) }
    // The copy has draws of its own: those of an ordinal that no datagram reaches.
    let copy = self.arrival(of: ordinal | 1 << 63, departing: departure, choices: choices)
    return .arrivesTwice(arrival, copy)
  }

  /// Hands a datagram to the recorded capacity; its first one decides where the recording begins.
  private mutating func offer(
    _ bytes: Int, at now: Int64, _ start: RecordedStart, _ choices: Choices
  ) -> Int64? {
    if recorded == nil, let trace = profile.trace {
      recorded = TraceTransmitter(
        trace, queueLimit: profile.queueBytes, startingAt: start.place(by: choices))
      if let busyUntil { recorded?.resume(after: busyUntil) }
    }
    return recorded?.offer(bytes: bytes, at: now) ?? nil
  }

  /// Changing, though it changes nothing: a function that only reads would be handed a copy of the whole direction.
  private mutating func arrival(
    of ordinal: UInt64, departing departure: Int64, choices: Choices
  ) -> Arrival {
    var time = departure
    if let constantLatency {
      time += constantLatency
    } else {
      time += Self.sample(latency, .linkLatency, .linkLatencyAngle, entity, ordinal, choices)
      time += Self.sample(jitter, .linkJitter, .linkJitterAngle, entity, ordinal, choices)
    }
    let isHeldUp =
      profile.reordering.probability > 0
      && choices.happens(
        profile.reordering.probability, .linkReordering, entity: entity, ordinal: ordinal)
    if isHeldUp {
      time += Self.sample(
        reorderingDelay, .linkReorderingDelay, .linkReorderingDelayAngle, entity, ordinal, choices)
    }
    return Arrival(time: time, isHeldUp: isHeldUp)
  }

  private static func sample(
    _ sampler: LatencySampler, _ stream: ChoiceStream, _ angle: ChoiceStream,
    _ entity: UInt64, _ ordinal: UInt64, _ choices: Choices
  ) -> Int64 {
    if let constant = sampler.constant { return constant }
    return sampler.sample(
      choices.draw(stream, entity: entity, ordinal: ordinal),
      choices.draw(angle, entity: entity, ordinal: ordinal))
  }

  private static func constant(_ latency: LatencySampler, _ jitter: LatencySampler) -> Int64? {
    guard let first = latency.constant, let second = jitter.constant else { return nil }
    return first + second
  }
}

extension ChoiceStream {
  static let linkLoss = Self("link.loss")
  static let linkLossState = Self("link.loss.state")
  static let linkLatency = Self("link.latency")
  static let linkLatencyAngle = Self("link.latency.angle")
  static let linkJitter = Self("link.jitter")
  static let linkJitterAngle = Self("link.jitter.angle")
  static let linkDuplication = Self("link.duplication")
  static let linkReordering = Self("link.reordering")
  static let linkReorderingDelay = Self("link.reordering.delay")
  static let linkReorderingDelayAngle = Self("link.reordering.delay.angle")
}

/// The reason why a datagram did not arrive.
package enum DropReason: Sendable, Hashable, CustomStringConvertible {
  /// The link's loss model took it.
  case noise
  /// The radio had no coverage.
  case noCoverage
  /// The queue before the wire had no room for it.
  case queueFull
  /// It was larger than the link's MTU.
  case tooLarge(bytes: Int, mtu: Int)
  /// The interface of this host was down when it was sent or when it arrived.
  case interfaceDown(host: String)
  /// A fault took it, such as a partition.
  case fault(String)
  /// Nobody was listening at its destination any more.
  case noReceiver

  package var description: String {
    let (beginning, name, end) = pieces
    return beginning + name + end
  }

  /// The description in three pieces, around a name.
  private var pieces: (String, String, String) {
    switch self {
    case .noise: ("lost on the link", "", "")
    case .noCoverage: ("lost, the radio has no coverage", "", "")
    case .queueFull: ("dropped, the link's queue is full", "", "")
    case .tooLarge(let bytes, let mtu): ("dropped, \(bytes) bytes exceed the MTU of \(mtu)", "", "")
    case .interfaceDown(let host): ("lost, the interface of ", host, " is down")
    case .fault(let fault): ("lost to a fault: ", fault, "")
    case .noReceiver: ("dropped, nobody listens there", "", "")
    }
  }

  /// Mixes the description in, without joining it: each datagram that is lost does.
  func digest(into hash: inout StableHash) {
    let (beginning, name, end) = pieces
    hash.mix(joining: [beginning, name, end])
  }
}

extension Network {
  /// The plain values for the choices that links leave to the seed: nothing lost, nothing doubled, nothing out of
  /// order, latencies in the middle.
  public static let shrinkTargets: [ShrinkTarget] = [
    ShrinkTarget(.linkLoss, .max), ShrinkTarget(.linkLossState, .max),
    ShrinkTarget(.linkDuplication, .max), ShrinkTarget(.linkReordering, .max),
    ShrinkTarget(.linkLatency, 1 << 63), ShrinkTarget(.linkJitter, 1 << 63),
  ]
}
