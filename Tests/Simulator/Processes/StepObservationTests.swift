import TestSupport
import Testing

@testable import Simulator

@Suite("The steps of a process are observed")
struct StepObservationTests {
  @Test("on its main lane, in tasks and on queues, and not on lanes that it was given before")
  func lanes() {
    let world = World(seed: 1)
    let count = WorldBound(0, in: world)
    @Sendable func steps() -> Int {
      count.withValue { count in
        defer { count = 0 }
        return count
      }
    }
    let passed = world.mustPass {
      let process = SimulatedProcess(name: "app", mainLane: world.lane("app main"))
      let client = process.addLane("client")
      process.observeSteps { count.withValue { $0 += 1 } }
      client.post {}
      try await world.untilQuiet()
      #expect(steps() == 0)
      process.mainLane.post {}
      try await world.untilQuiet()
      #expect(steps() == 1)
      // The step that starts the task, and at least its first one and the one behind the yield.
      process.mainLane.post { Task { await Task.yield() } }
      try await world.untilQuiet()
      #expect(steps() >= 3)
      process.addLane("queue").post {}
      try await world.untilQuiet()
      #expect(steps() == 1)
      process.observeSteps(nil)
      process.mainLane.post { Task { await Task.yield() } }
      try await world.untilQuiet()
      #expect(steps() == 0)
    }
    #expect(passed)
  }
}
