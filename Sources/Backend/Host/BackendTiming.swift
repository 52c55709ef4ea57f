public import Simulator

/// The times that the backend's own work takes, where the platform promises nothing: the ranges that a world draws
/// from.
///
/// Every duration is drawn uniformly from its range. The ranges are ours; the platform publishes the order of
/// magnitude only.
public struct BackendTiming: Hashable, Sendable {
  /// The time from a commit until a function that is awake runs.
  public var functionLatency: ClosedRange<Duration> = .milliseconds(20) ... .milliseconds(200)
  /// The time that is added while no instance of the function is awake.
  public var coldStart: ClosedRange<Duration> = .milliseconds(400) ... .milliseconds(1_500)
  /// The time that each call of a function takes: a reading, a write, a turn of a transaction, a push.
  public var functionStep: ClosedRange<Duration> = .milliseconds(2) ... .milliseconds(20)
  /// The time between the two parts of a call of several requests, which is cut in two somewhere; none by default.
  ///
  /// A client library asks for each location by a request of its own (firebase-js-sdk, `PersistentConnection.get`), so that
  /// others' writes may come between two answers; and it sends each message by one of its own (firebase-admin-node,
  /// `Messaging.sendEach`), so that a run that is cut off may have told one phone and not the next. A sweep should raise it.
  public var requestGap: ClosedRange<Duration> = .zero ... .zero
  /// The time that an idle instance stays awake: the 15 minutes that Cloud Run, on which functions of the 2nd
  /// generation run, states as the longest.
  public var idleLimit: Duration = .minutes(15)
  /// The chance, 0 to 1, that an event is delivered to a function twice.
  ///
  /// None by default. The platform promises "at least once", so a sweep should raise it.
  public var duplicateProbability: Double = 0
  /// The time from the first delivery to the second.
  public var duplicateDelay: ClosedRange<Duration> = .milliseconds(100) ... .seconds(30)
  /// The time from a push message's acceptance until it is sent to a device that can be reached.
  public var pushLatency: ClosedRange<Duration> = .milliseconds(50) ... .milliseconds(500)

  /// The chance, 0 to 1, that a push message is sent to a device twice; its second copy has the number of the first.
  ///
  /// None by default. The service sends again what a device has not confirmed, so a device may see a message twice.
  public var pushDuplicateProbability: Double = 0

  /// The defaults named at each property.
  public init() {}

  /// Says what makes the timing impossible, or nil where nothing does.
  var flaw: String? {
    let ranges = [
      ("functionLatency", functionLatency), ("coldStart", coldStart),
      ("functionStep", functionStep), ("requestGap", requestGap),
      ("idleLimit", idleLimit...idleLimit), ("duplicateDelay", duplicateDelay),
      ("pushLatency", pushLatency),
    ]
    for (name, range) in ranges
    where range.lowerBound < .zero || range.upperBound > World.longestDuration {
      return """
        BackendTiming.\(name) to lie within 0 s to 100 years; it is \(range.lowerBound.stopwatch) to \
        \(range.upperBound.stopwatch)
        """
    }
    let chances = [
      ("duplicateProbability", duplicateProbability),
      ("pushDuplicateProbability", pushDuplicateProbability),
    ]
    for (name, chance) in chances where !(0...1).contains(chance) {
      return "BackendTiming.\(name) to be from 0 to 1; it is \(chance)"
    }
    return nil
  }

  /// No time at all, so that only the network takes any.
  public static var immediate: BackendTiming {
    var timing = BackendTiming()
    timing.functionLatency = .zero ... .zero
    timing.coldStart = .zero ... .zero
    timing.functionStep = .zero ... .zero
    timing.pushLatency = .zero ... .zero
    return timing
  }
}

extension WaitKind {
  /// The backend's own work: functions and the push service.
  public static let processing = WaitKind("backend processing")
}

extension Choices {
  /// A duration within bounds, uniformly.
  func duration(
    within range: ClosedRange<Duration>, _ stream: ChoiceStream, entity: UInt64,
    ordinal: UInt64
  ) -> Duration {
    let least = range.lowerBound.nanoseconds
    let width = range.upperBound.nanoseconds - least
    guard width > 0 else { return range.lowerBound }
    let part = unit(stream, entity: entity, ordinal: ordinal) * Double(width)
    return .nanoseconds(least + Int64(part))
  }
}
