@testable import Simulator

/// What the tasks of one world noted down, in the order in which they did.
struct Trace: Sendable {
  private let lines: Confined<[String]>

  init(in world: World) {
    lines = Confined([], in: world)
  }

  func note(_ line: String) {
    lines.withValue { $0.append(line) }
  }

  /// Everything noted so far; may be read by the thread that drove the world.
  var all: [String] {
    Ambient.drive(lines.world) { lines.withValue { $0 } }
  }
}

extension World {
  /// Runs a scenario that must pass.
  func mustPass(_ main: @escaping @Sendable () async throws -> Void) -> Bool {
    if case .passed = run(main) { return true }
    return false
  }
}

/// An actor that notes what it is told.
actor Scribe: LaneActor {
  nonisolated let lane: Lane
  private let trace: Trace

  init(_ name: String, in world: World, _ trace: Trace) {
    lane = world.lane(name)
    self.trace = trace
  }

  func note(_ line: String) { trace.note(line) }

  func sleepAndNote(_ duration: Duration, _ line: String) async {
    try? await lane.world.sleep(for: duration)
    trace.note("\(line) at \(lane.world.now)")
  }
}

/// Numbers in a fixed but scattered order, for tests against a model.
struct FixedNumbers {
  private let choices: Choices
  private var ordinal: UInt64 = 0
  private static let stream = Stream("test")

  init(seed: UInt64) {
    choices = Choices(seed: seed)
  }

  mutating func next(below bound: Int) -> Int {
    ordinal += 1
    return choices.index(below: bound, Self.stream, entity: 0, ordinal: ordinal)
  }
}
