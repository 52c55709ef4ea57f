package import Simulator

/// What the tasks of one world noted down, in the order in which they did.
package struct Trace: Sendable {
  private let lines: WorldBound<[String]>

  package init(in world: World) {
    lines = WorldBound([], in: world)
  }

  package func note(_ line: String) {
    lines.withValue { $0.append(line) }
  }

  /// Everything noted so far; may be read by the thread that drove the world.
  package var all: [String] {
    Ambient.drive(lines.world) { lines.withValue { $0 } }
  }
}

extension World {
  /// Runs a scenario that must pass.
  package func mustPass(_ main: @escaping @Sendable () async throws -> Void) -> Bool {
    if case .passed = run(main) { return true }
    return false
  }
}

/// An actor that notes what it is told.
package actor Scribe: LaneActor {
  package nonisolated let lane: Lane
  private let trace: Trace

  package init(_ name: String, in world: World, _ trace: Trace) {
    lane = world.lane(name)
    self.trace = trace
  }

  package func note(_ line: String) { trace.note(line) }

  package func sleepAndNote(_ duration: Duration, _ line: String) async {
    try? await lane.world.sleep(for: duration)
    trace.note("\(line) at \(lane.world.now)")
  }
}

/// Numbers in a fixed but scattered order, for tests against a model.
package struct FixedNumbers {
  private let choices: Choices
  private var ordinal: UInt64 = 0
  private static let stream = ChoiceStream("test")

  package init(seed: UInt64) {
    choices = Choices(seed: seed)
  }

  package mutating func next(below bound: Int) -> Int {
    ordinal += 1
    return choices.index(below: bound, Self.stream, entity: 0, ordinal: ordinal)
  }
}
