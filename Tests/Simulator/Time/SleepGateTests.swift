import Testing

@testable import Simulator

@Suite("A sleep is never left out in silence")
struct SleepGateTests {
  @Test("a gate that does not put to sleep ends the run and names the compiler")
  func unusedOverrides() {
    let world = World(seed: 1)
    let verdict = world.run {
      // As if the compiler left out the hop: the task passes where it is.
      world.sleepGate = SleepGate(executor: world.lane("elsewhere").serialSide)
      try await world.sleep(for: .hours(1))
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.kind == "toolchain")
    #expect(failure.expected.contains("this compiler leaves out the hop"))
    #expect(world.now == .zero)
  }

  @Test("so does one that a child task passes, whose sleeps no lane keeps")
  func untakenByChild() {
    let world = World(seed: 1)
    let verdict = world.run {
      world.sleepGate = SleepGate(executor: world.lane("elsewhere").serialSide)
      async let child: Void = world.sleep(for: .hours(1))
      try await child
    }
    #expect(verdict.outcome == .failed)
    #expect(world.now == .zero)
  }
}
