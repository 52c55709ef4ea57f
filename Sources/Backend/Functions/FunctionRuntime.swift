internal import Simulator

/// Runs server functions on accepted writes, each at least once.
///
/// A pure state machine: the caller draws how long each delivery takes and whether it is made twice,
/// keeps the timers, and carries out the effects. Sources: Firebase documentation, "Realtime Database
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
    /// Calls `run` for a delivery after this time, in milliseconds.
    case schedule(DeliveryID, function: String, afterMilliseconds: Int64)
    /// A function wants these effects, in this order.
    case execute(function: String, event: FunctionEvent, [FunctionEffect])
    /// A run failed; another is scheduled, or the event is dropped.
    case failed(function: String, event: FunctionEvent, problem: String, isDropped: Bool)
    /// An event was never delivered, since it breaks one of the platform's limits.
    case skipped(function: String, event: FunctionEvent, problem: String)
  }

  private struct Delivery: Sendable {
    let function: Int
    var event: FunctionEvent
  }

  /// The functions, in the order in which one write triggers them.
  package private(set) var functions: [ServerFunction]
  private var deliveries: [DeliveryID: Delivery] = [:]
  private var deliveryCount = 0

  /// A runtime with these functions; their names must differ.
  ///
  /// Of two with one name the second ends the run as misused, and is left out.
  package init(_ functions: [ServerFunction] = []) {
    var names: Set<String> = []
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
    for (index, function) in functions.enumerated() {
      for event in function.events(of: commit) {
        triggered += 1
        if let problem = Self.problem(with: event, number: triggered) {
          actions.append(.skipped(function: function.name, event: event, problem: problem))
          continue
        }
        let delays = deliver(function.name, event)
        for delay in delays.isEmpty ? [0] : delays {
          deliveryCount += 1
          let id = DeliveryID(number: deliveryCount)
          deliveries[id] = Delivery(function: index, event: event)
          actions.append(
            .schedule(id, function: function.name, afterMilliseconds: max(0, delay)))
        }
      }
    }
    return actions
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

  /// Interrupts the runs that are under way, as an end of the machines below does; those that wait for a further try
  /// go on waiting.
  ///
  /// A function that retries is run again. For others the platform says that "a function might exit prematurely due to
  /// an internal error, and by default the function might or might not be automatically retried" (Firebase
  /// documentation, "Retry asynchronous functions").
  ///
  /// - Parameters:
  ///   - mayRun: Decides for a function that does not retry whether it is run again.
  ///   - retryDelay: As in ``run(_:in:nowMilliseconds:retryDelay:)``.
  package mutating func interrupt(
    nowMilliseconds: Int64, mayRun: (String) -> Bool, retryDelay: (String) -> Int64
  ) -> [Action] {
    let problem = "the backend restarted"
    return deliveries.keys.sorted().flatMap { id -> [Action] in
      guard var delivery = deliveries[id], delivery.event.attempt == 1 else { return [] }
      deliveries[id] = nil
      let function = functions[delivery.function]
      let isDropped = !function.retriesOnFailure && !mayRun(function.name)
      let failure = Action.failed(
        function: function.name, event: delivery.event, problem: problem, isDropped: isDropped)
      if isDropped { return [failure] }
      delivery.event.attempt += 1
      deliveryCount += 1
      let next = DeliveryID(number: deliveryCount)
      deliveries[next] = delivery
      let bounds = Self.retryDelayMilliseconds
      let delay = min(max(retryDelay(function.name), bounds.lowerBound), bounds.upperBound)
      return [failure, .schedule(next, function: function.name, afterMilliseconds: delay)]
    }
  }

  /// Runs a function for a delivery whose time has come.
  ///
  /// - Parameters:
  ///   - root: the tree as it stands.
  ///   - nowMilliseconds: the server's clock, milliseconds since 1970.
  ///   - retryDelay: gets the number of the failed try and gives the wait before the next, in
  ///     milliseconds, which is brought within `retryDelayMilliseconds`.
  package mutating func run(
    _ id: DeliveryID, in root: Node, nowMilliseconds: Int64, retryDelay: (Int) -> Int64
  ) -> [Action] {
    guard var delivery = deliveries.removeValue(forKey: id) else { return [] }
    let function = functions[delivery.function]
    delivery.event.root = root
    delivery.event.nowMilliseconds = nowMilliseconds
    do {
      let effects = try function.body(delivery.event)
      return [.execute(function: function.name, event: delivery.event, effects)]
    } catch {
      let bounds = Self.retryDelayMilliseconds
      let delay = min(
        max(retryDelay(delivery.event.attempt), bounds.lowerBound), bounds.upperBound)
      let age = nowMilliseconds + delay - delivery.event.timeMilliseconds
      let isDropped = !function.retriesOnFailure || age > Self.retryWindowMilliseconds
      let failure = Action.failed(
        function: function.name, event: delivery.event, problem: "\(error)",
        isDropped: isDropped)
      if isDropped { return [failure] }
      delivery.event.attempt += 1
      // The event keeps no tree while it waits.
      delivery.event.root = .empty
      deliveries[id] = delivery
      return [failure, .schedule(id, function: function.name, afterMilliseconds: delay)]
    }
  }
}
