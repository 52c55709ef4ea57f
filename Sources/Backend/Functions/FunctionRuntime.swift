internal import Simulator

/// Runs server functions on accepted writes and stored files, each at least once.
///
/// A pure state machine: the caller draws how long each delivery takes and whether it is made twice,
/// keeps the timers, and calls the bodies. Sources: Firebase documentation, "Realtime Database
/// triggers", "Retry asynchronous functions" and "Realtime Database Limits".
package struct FunctionRuntime: Sendable {
  /// Functions that one write can trigger (1,000).
  package static let triggersPerWriteMax = 1_000
  /// JSON bytes of one event, the data before and after (1 MB).
  package static let eventBytesMax = 1_024 * 1_024
  /// The time for which a failing event is tried again (24 hours, functions of the 2nd generation).
  package static let retryWindowMilliseconds: Int64 = 24 * 60 * 60 * 1_000
  /// Bounds of the wait before a further try (10 and 600 seconds).
  package static let retryDelayMilliseconds: ClosedRange<Int64> = 10_000...600_000

  /// One delivery of an event to a function.
  package struct DeliveryID: Hashable, Comparable, Sendable {
    /// The delivery's number, from 1 on.
    package let number: Int

    package static func < (left: DeliveryID, right: DeliveryID) -> Bool {
      left.number < right.number
    }
  }

  /// An action that the caller must perform, or an event that it may note.
  package enum Action: Sendable {
    /// Calls ``begin(_:)`` for a delivery after this time, in milliseconds.
    case schedule(DeliveryID, function: String, afterMilliseconds: Int64)
    /// A run came to its end after so many effects.
    case ended(DeliveryID, function: String, event: FunctionEvent, effects: Int)
    /// A run failed; another is scheduled, or the event is dropped.
    case failed(
      DeliveryID, function: String, event: FunctionEvent, problem: String, isDropped: Bool)
    /// An event was never delivered, since it breaks one of the platform's limits.
    case skipped(function: String, event: FunctionEvent, problem: String)
  }

  private struct Delivery: Sendable {
    let function: Int
    var event: FunctionEvent
    /// The number of its effects so far; nil until its run begins.
    var effects: Int?
  }

  /// The functions, in the order in which one write triggers them.
  package private(set) var functions: [ServerFunction]
  private var deliveries: [DeliveryID: Delivery] = [:]
  private var deliveryCount = 0

  /// A runtime with these functions; their names must differ.
  ///
  /// Of two with one name the second ends the run as misused, and is left out.
  package init(_ functions: [ServerFunction] = []) {
    var names = Set<String>(minimumCapacity: functions.count)
    self.functions = functions.filter { function in
      let isNew = names.insert(function.name).inserted
      if !isNew {
        World.misuse(
          Misuse(
            "functions of a backend to have names that differ; two are called \(function.name)"))
      }
      return isNew
    }
  }

  /// Runs a function on commits from now on; it takes the place of one of the same name, deliveries of which go to the new one.
  package mutating func deploy(_ function: ServerFunction) {
    if let index = functions.firstIndex(where: { $0.name == function.name }) {
      functions[index] = function
    } else {
      functions.append(function)
    }
  }

  /// Deliveries that are still to run.
  package var pendingCount: Int { deliveries.count }

  /// Whether a delivery of such an event is still to run, or is running.
  package func awaitsRun(where matches: (FunctionEvent) -> Bool) -> Bool {
    // order: whether there is one is the same in any.
    deliveries.values.contains { matches($0.event) }
  }

  /// Takes note of a write.
  ///
  /// - Parameter deliver: decides when an event is delivered to the function of a name: a delay in
  ///   milliseconds for each delivery. One is usual; two are a duplicate; none doesn't happen, and
  ///   counts as one at once.
  package mutating func note(
    _ commit: Commit, deliver: (_ function: String, FunctionEvent) -> [Int64]
  ) -> [Action] {
    var actions: [Action] = []
    var triggered = 0
    for index in functions.indices {
      let mayConcern = ServerFunction.mayConcern(
        functions.span[index].trigger, at: functions.span[index].pattern, commit)
      if !mayConcern { continue }
      for event in functions[index].events(of: commit) {
        triggered += 1
        take(event, number: triggered, for: index, deliver, &actions)
      }
    }
    return actions
  }

  /// Takes note of a file that was stored; `deliver` decides as for a write.
  package mutating func note(
    _ file: StoredFile, deliver: (_ function: String, FunctionEvent) -> [Int64]
  ) -> [Action] {
    var actions: [Action] = []
    for (index, function) in functions.enumerated() {
      guard let event = function.event(of: file) else { continue }
      take(event, number: 1, for: index, deliver, &actions)
    }
    return actions
  }

  private mutating func take(
    _ event: FunctionEvent, number: Int, for index: Int,
    _ deliver: (_ function: String, FunctionEvent) -> [Int64], _ actions: inout [Action]
  ) {
    let function = functions[index].name
    if let problem = Self.problem(with: event, number: number) {
      return actions.append(.skipped(function: function, event: event, problem: problem))
    }
    let delays = deliver(function, event)
    for delay in delays.isEmpty ? [0] : delays {
      deliveryCount += 1
      let id = DeliveryID(number: deliveryCount)
      deliveries[id] = Delivery(function: index, event: event)
      actions.append(.schedule(id, function: function, afterMilliseconds: max(0, delay)))
    }
  }

  private static func problem(with event: FunctionEvent, number: Int) -> String? {
    if number > triggersPerWriteMax {
      return "one write triggers more than \(triggersPerWriteMax) functions: write less at once"
    }
    let bytes = event.before.byteCount + event.after.byteCount
    if bytes > eventBytesMax {
      return
        "the event at \(event.path) has \(bytes) bytes of JSON, \(eventBytesMax) are allowed: "
        + "wait farther down"
    }
    return nil
  }

  /// Cuts off the runs that are under way or on their way, as an end of the machines below does: what they have done
  /// stays, the rest is not done. Those that wait for a further try go on waiting.
  ///
  /// A function that retries is run again. For others the platform says that "a function might exit prematurely due to
  /// an internal error, and by default the function might or might not be automatically retried" (Firebase
  /// documentation, "Retry asynchronous functions").
  ///
  /// - Parameters:
  ///   - mayRun: Decides for a function that does not retry whether it is run again.
  ///   - retryDelay: The wait before the next try of a function, in milliseconds.
  package mutating func interrupt(
    mayRun: (String) -> Bool, retryDelay: (String) -> Int64
  ) -> [Action] {
    return deliveries.keys.sorted().flatMap { id -> [Action] in
      guard let delivery = deliveries[id], delivery.event.attempt == 1 || delivery.effects != nil
      else { return [] }
      return interrupt(id, because: "its instance ended", mayRun: mayRun, retryDelay: retryDelay)
    }
  }

  /// Cuts off one run, as ``interrupt(mayRun:retryDelay:)`` does all.
  ///
  /// - Parameter problem: The reason, as the journal has it.
  /// - Returns: Nothing for a delivery that is over.
  package mutating func interrupt(
    _ id: DeliveryID, because problem: String, mayRun: (String) -> Bool,
    retryDelay: (String) -> Int64
  ) -> [Action] {
    guard let delivery = deliveries[id] else { return [] }
    let function = functions[delivery.function]
    let mayRetry = function.retriesOnFailure || mayRun(function.name)
    return fail(
      id, because: problem, isDropped: !mayRetry,
      afterMilliseconds: mayRetry ? retryDelay(function.name) : 0)
  }

  /// Begins the run of a delivery whose time has come.
  ///
  /// - Returns: The function and its event; nil where the delivery was interrupted meanwhile.
  package mutating func begin(_ id: DeliveryID) -> (function: ServerFunction, event: FunctionEvent)?
  {
    guard let delivery = deliveries[id], delivery.effects == nil else { return nil }
    deliveries[id]?.effects = 0
    return (functions[delivery.function], delivery.event)
  }

  /// Whether a run is under way: it has begun, and neither ended nor been cut off.
  package func isRunning(_ id: DeliveryID) -> Bool { deliveries[id]?.effects != nil }

  /// The event of a delivery that has not ended.
  package func event(of id: DeliveryID) -> FunctionEvent? { deliveries[id]?.event }

  /// The number of effects of a run that is under way; nil for one that is not.
  package func effects(of id: DeliveryID) -> Int? { deliveries[id]?.effects }

  /// Counts an effect of a run that is under way.
  package mutating func countEffect(of id: DeliveryID) { deliveries[id]?.effects? += 1 }

  /// A run has ended, or is ended from outside.
  ///
  /// - Parameters:
  ///   - problem: The reason why it failed; nil where it came to its end.
  ///   - nowMilliseconds: The server's clock, milliseconds since 1970.
  ///   - retryDelay: Gets the number of the failed try and gives the wait before the next, in
  ///     milliseconds, which is brought within `retryDelayMilliseconds`.
  /// - Returns: Nothing for a run that had been cut off.
  package mutating func end(
    _ id: DeliveryID, problem: String? = nil, nowMilliseconds: Int64, retryDelay: (Int) -> Int64
  ) -> [Action] {
    guard let delivery = deliveries[id], let effects = delivery.effects else { return [] }
    let function = functions[delivery.function]
    guard let problem else {
      deliveries[id] = nil
      return [.ended(id, function: function.name, event: delivery.event, effects: effects)]
    }
    let delay = Self.bounded(retryDelay(delivery.event.attempt))
    let age = nowMilliseconds + delay - delivery.event.timeMilliseconds
    return fail(
      id, because: problem,
      isDropped: !function.retriesOnFailure || age > Self.retryWindowMilliseconds,
      afterMilliseconds: delay)
  }

  private mutating func fail(
    _ id: DeliveryID, because problem: String, isDropped: Bool, afterMilliseconds delay: Int64
  ) -> [Action] {
    guard var delivery = deliveries.removeValue(forKey: id) else { return [] }
    let name = functions[delivery.function].name
    let failure = Action.failed(
      id, function: name, event: delivery.event, problem: problem, isDropped: isDropped)
    if isDropped { return [failure] }
    // Another number: whatever is left of the run that failed is nobody any more.
    delivery.event.attempt += 1
    delivery.effects = nil
    deliveryCount += 1
    let next = DeliveryID(number: deliveryCount)
    deliveries[next] = delivery
    return [failure, .schedule(next, function: name, afterMilliseconds: Self.bounded(delay))]
  }

  private static func bounded(_ delay: Int64) -> Int64 {
    min(max(delay, retryDelayMilliseconds.lowerBound), retryDelayMilliseconds.upperBound)
  }
}
