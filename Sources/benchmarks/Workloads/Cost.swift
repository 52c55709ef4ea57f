import Chat
internal import Simulator

/// The cost of delivering facts in a world: processor time by fact, memory, and how many of them a second of real time brings.
struct Cost: Sendable {
  private struct Reading {
    var begun = 0.0
    var opened = 0.0
    var ended: Double?
    var begunAt = Stopwatch.now
    var realSeconds = Double.nan
    var facts: DeliveredFacts?
  }

  private let world: World
  private let reading: WorldBound<Reading>

  /// The figures of a workload that measures it.
  static func figures(of name: String) -> [Figure] {
    [
      Figure(name: name, unit: "ns/fact", better: .lesser),
      Figure(name: "\(name)-facts", unit: "facts"),
      Figure(name: "\(name)-memory", unit: "MB", better: .lesser),
      Figure(name: "\(name)-wall", unit: "s", better: .lesser),
      Figure(name: "\(name)-deliveries", unit: "facts/s"),
    ]
  }

  /// Plays a world and returns the values of ``figures(of:)``.
  static func measure(
    _ body: @escaping @Sendable (World, Cost) async throws -> Void
  ) -> [Double] {
    var opened = 0.0
    return measure(opened: &opened, body)
  }

  /// Plays a world and returns the values of ``figures(of:)``.
  ///
  /// - Parameter opened: The seconds until ``noteOpened()`` was called.
  static func measure(
    opened: inout Double, _ body: @escaping @Sendable (World, Cost) async throws -> Void
  ) -> [Double] {
    let world = World(seed: 1, bounds: Bounds(events: .max, eventsPerInstant: 100_000_000))
    let cost = Cost(world: world, reading: WorldBound(Reading(), in: world))
    let values = WorldBound([Double](), in: world)
    let time = WorldBound(0.0, in: world)
    var result: [Double] = []
    let verdict = world.run {
      try await body(world, cost)
      let reading = cost.reading.withValue { $0 }
      let (facts, ended) = (reading.facts?.count ?? 0, reading.ended ?? .nan)
      values.withValue {
        $0 = [
          (ended - reading.begun) / Double(facts) * 1e9, Double(facts),
          Double(ResidentMemory.peak()) / 1e6, reading.realSeconds,
          Double(facts) / reading.realSeconds,
        ]
      }
      time.withValue { $0 = reading.opened - reading.begun }
    } atVerdict: {
      result = values.withValue { $0 }
      opened = time.withValue { $0 }
    }
    guard case .passed = verdict else { fatalError("the world ended as \(verdict)") }
    return result
  }

  /// Begins to measure, and to count what reaches phones.
  func begin(_ phones: [ChatPhone]) {
    count(phones)
    reading.withValue {
      $0.begun = ProcessorTime.seconds
      $0.begunAt = Stopwatch.now
    }
  }

  /// Counts what reaches phones.
  func count(_ phones: [ChatPhone]) {
    let facts = DeliveredFacts(reaching: phones, in: world)
    reading.withValue { $0.facts = facts }
  }

  /// Keeps how long it took until what was looked for is on the screen.
  func noteOpened() { reading.withValue { $0.opened = ProcessorTime.seconds } }

  /// Ends the measurement.
  func end() {
    reading.withValue {
      $0.ended = ProcessorTime.seconds
      $0.realSeconds = Stopwatch.seconds(since: $0.begunAt)
    }
  }
}
