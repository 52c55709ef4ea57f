import Simulator

/// Draws when events reach functions: latency, cold starts, duplicates and the waits before retries.
///
/// A pure value; draws are keyed by the function and the number of its event.
struct FunctionDeliveries {
  /// The state of one function's instance.
  private struct Instance {
    let entity: UInt64
    var eventCount: UInt64 = 0
    var retryCount: UInt64 = 0
    var interruptionCount: UInt64 = 0
    var stepCount: UInt64 = 0
    /// Counts the calls of several requests.
    var callCount: UInt64 = 0
    /// The instant at which it is awake, or will be.
    var readyAt = Instant.zero
    /// The instant at which it will have been used last; nil where it never was.
    var lastUse: Instant?
  }

  private var instances: [String: Instance] = [:]

  private static let latency = ChoiceStream("function.latency")
  private static let coldStart = ChoiceStream("function.cold-start")
  private static let duplicate = ChoiceStream("function.duplicate")
  private static let duplicateDelay = ChoiceStream("function.duplicate-delay")
  private static let interrupted = ChoiceStream("function.interrupted")
  private static let retry = ChoiceStream("function.retry")
  private static let step = ChoiceStream("function.step")
  private static let cut = ChoiceStream("function.call-cut")
  private static let gap = ChoiceStream("function.call-gap")

  /// The waits before an event's deliveries, in milliseconds: one, or two for a duplicate.
  mutating func delays(
    of function: String, at now: Instant, _ timing: BackendTiming, _ choices: Choices
  ) -> [Int64] {
    var instance = instances[function] ?? Instance(entity: StableHash.of(function))
    let ordinal = instance.eventCount
    instance.eventCount += 1
    let latency = choices.duration(
      within: timing.functionLatency, Self.latency, entity: instance.entity, ordinal: ordinal)
    let isAsleep = instance.lastUse.map { $0.advanced(by: timing.idleLimit) < now } ?? true
    if isAsleep {
      let start = choices.duration(
        within: timing.coldStart, Self.coldStart, entity: instance.entity, ordinal: ordinal)
      instance.readyAt = now.advanced(by: start)
    }
    // Events that come while the instance starts wait for it.
    let first = max(instance.readyAt, now).advanced(by: latency)
    instance.lastUse = max(first, instance.lastUse ?? .zero)
    var delays = [now.duration(to: first).milliseconds]
    let isDoubled = choices.happens(
      timing.duplicateProbability, Self.duplicate, entity: instance.entity, ordinal: ordinal)
    if isDoubled {
      let later = choices.duration(
        within: timing.duplicateDelay, Self.duplicateDelay, entity: instance.entity,
        ordinal: ordinal)
      delays.append(delays[0] + later.milliseconds)
    }
    instances[function] = instance
    return delays
  }

  /// The wait before the try after the `attempt`-th, in milliseconds: 10 s, doubled for each, and up to a fifth
  /// more. The runtime bounds it.
  mutating func retryDelay(of function: String, after attempt: Int, _ choices: Choices) -> Int64 {
    var instance = instances[function] ?? Instance(entity: StableHash.of(function))
    defer { instances[function] = instance }
    let chance = choices.unit(Self.retry, entity: instance.entity, ordinal: instance.retryCount)
    instance.retryCount += 1
    let base = Double(FunctionRuntime.retryDelayMilliseconds.lowerBound)
    let factor = Double(1 << min(attempt - 1, 16))
    return Int64(base * factor * (1 + 0.2 * chance))
  }

  /// The time that one call of a run takes.
  mutating func step(of function: String, _ timing: BackendTiming, _ choices: Choices) -> Duration {
    var instance = instances[function] ?? Instance(entity: StableHash.of(function))
    defer { instances[function] = instance }
    instance.stepCount += 1
    return choices.duration(
      within: timing.functionStep, Self.step, entity: instance.entity, ordinal: instance.stepCount)
  }

  /// The number of requests of a call that are answered first, and the time until the others are; nil where all are answered
  /// at one moment.
  mutating func cut(
    callOf count: Int, by function: String, _ timing: BackendTiming, _ choices: Choices
  ) -> (first: Int, gap: Duration)? {
    guard count > 1, timing.requestGap.upperBound > .zero else { return nil }
    var instance = instances[function] ?? Instance(entity: StableHash.of(function))
    defer { instances[function] = instance }
    instance.callCount += 1
    let (entity, ordinal) = (instance.entity, instance.callCount)
    let place = choices.unit(Self.cut, entity: entity, ordinal: ordinal)
    let gap = choices.duration(
      within: timing.requestGap, Self.gap, entity: entity, ordinal: ordinal)
    return (1 + Int(place * Double(count - 1)), gap)
  }

  /// Ends all instances: the next event finds none awake.
  mutating func putAllToSleep() {
    // order: each is changed alike.
    for function in instances.keys { instances[function]?.lastUse = nil }
  }

  /// Ends the instance of one function.
  mutating func putToSleep(_ function: String) { instances[function]?.lastUse = nil }

  /// Whether a function that does not retry is run again after an interruption, which the platform leaves open.
  mutating func mayRunAgain(_ function: String, _ choices: Choices) -> Bool {
    var instance = instances[function] ?? Instance(entity: StableHash.of(function))
    defer { instances[function] = instance }
    instance.interruptionCount += 1
    return choices.happens(
      0.5, Self.interrupted, entity: instance.entity, ordinal: instance.interruptionCount)
  }
}
