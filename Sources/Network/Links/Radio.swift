internal import Simulator

/// The radio of one host at work, shared by both directions of its link.
///
/// It sleeps when the world begins. Draws are keyed by the host and counted: the n-th wake-up, the n-th gap.
final class Radio {
  /// The answer to a datagram.
  enum Readiness: Equatable {
    /// It can be carried from this time on.
    case from(Int64)
    /// It meets a gap and is lost.
    case lost
  }

  private let sleepsAfter: Int64
  private let wakeUp: LatencySampler
  private let paging: LatencySampler
  private let gaps: (every: LatencySampler, length: LatencySampler, losesDatagrams: Bool)?
  private let entity: UInt64

  /// The time from which on the radio is awake, and that of the last datagram that it carried; nil before the first.
  private var awake: (since: Int64, last: Int64)?
  private var wakeUps: UInt64 = 0
  private var gap: (start: Int64, end: Int64) = (0, 0)
  private var gapCount: UInt64 = 0

  init(_ profile: RadioProfile, of host: String) {
    sleepsAfter = profile.sleepsAfter.nanoseconds
    wakeUp = LatencySampler(profile.wakeUp)
    paging = LatencySampler(profile.paging)
    gaps = profile.gaps.map {
      (LatencySampler($0.every), LatencySampler($0.length), $0.losesDatagrams)
    }
    entity = StableHash.of(host)
  }

  /// Takes notice of a datagram at `now`, and says from when on it can be carried.
  func take(at now: Int64, fromNetwork: Bool, choices: Choices) -> Readiness {
    var ready = now
    if let awake, now - awake.last <= sleepsAfter {
      ready = max(now, awake.since)
    } else {
      ready += sample(wakeUp, .radioWakeUp, .radioWakeUpAngle, wakeUps, choices)
      if fromNetwork { ready += sample(paging, .radioPaging, .radioPagingAngle, wakeUps, choices) }
      wakeUps += 1
      awake = (ready, ready)
    }
    if let gaps {
      advance(past: ready, gaps.every, gaps.length, choices)
      if ready >= gap.start, ready < gap.end {
        if gaps.losesDatagrams { return .lost }
        ready = gap.end
      }
    }
    if let since = awake?.since { awake = (since, max(ready, awake?.last ?? 0)) }
    return .from(ready)
  }

  /// Goes on to the first gap that ends after a time.
  private func advance(
    past time: Int64, _ every: LatencySampler, _ length: LatencySampler, _ choices: Choices
  ) {
    while gap.end <= time {
      let pause = max(
        1_000_000, sample(every, .radioGap, .radioGapAngle, gapCount, choices))
      let start = gap.end + pause
      gap = (
        start,
        start + sample(length, .radioGapLength, .radioGapLengthAngle, gapCount, choices)
      )
      gapCount += 1
    }
  }

  private func sample(
    _ sampler: LatencySampler, _ stream: ChoiceStream, _ angle: ChoiceStream, _ ordinal: UInt64,
    _ choices: Choices
  ) -> Int64 {
    if let constant = sampler.constant { return constant }
    return sampler.sample(
      choices.draw(stream, entity: entity, ordinal: ordinal),
      choices.draw(angle, entity: entity, ordinal: ordinal))
  }
}

extension ChoiceStream {
  static let radioWakeUp = Self("radio.wake")
  static let radioWakeUpAngle = Self("radio.wake.angle")
  static let radioPaging = Self("radio.paging")
  static let radioPagingAngle = Self("radio.paging.angle")
  static let radioGap = Self("radio.gap")
  static let radioGapAngle = Self("radio.gap.angle")
  static let radioGapLength = Self("radio.gap.length")
  static let radioGapLengthAngle = Self("radio.gap.length.angle")
}
