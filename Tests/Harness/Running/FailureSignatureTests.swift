import Dispatch
internal import Harness
import Testing

@testable import Simulator

@Suite("What makes two failures the same")
struct FailureSignatureTests {
  private struct EmptyWorld: ScenarioWorld {
    let world: World
    init(in world: World) async throws { self.world = world }
  }

  private func signature(_ body: @escaping @Sendable (World) async throws -> Void)
    -> FailureSignature?
  {
    let scenario = Scenario("test", bounds: Bounds(eventsPerInstant: 1000)) {
      (stage: EmptyWorld) in
      try await body(stage.world)
    }
    return Runner.attempt(scenario, RunConfiguration(seed: 1)).failure
  }

  private func stall(_ first: String, _ second: String) -> FailureSignature? {
    signature { world in
      world.lane("second").spawn {
        try? await world.withContinuation({ second }) { (_: WorldContinuation<Void>) in }
      }
      try await world.withContinuation({ first }) { (_: WorldContinuation<Void>) in }
    }
  }

  @Test("a stall is another one where others wait, and the same in whatever order they wait")
  func stalls() {
    let one = stall("Alice for receipt 7", "Bob for news")
    #expect(one != nil)
    #expect(one == stall("Bob for news", "Alice for receipt 18"))
    #expect(one != stall("Bob for news", "Carol for receipt 7"))
    #expect(
      one
        != signature { world in
          try await world.withContinuation({ "Bob" }) { (_: WorldContinuation<Void>) in }
        })
  }

  @Test("another bound is another failure, and another number of steps is not")
  func bounds() {
    func loop(after milliseconds: Int) -> FailureSignature? {
      signature { world in
        try await world.sleep(for: .milliseconds(milliseconds))
        while !Task.isCancelled { await Task.yield() }
      }
    }
    #expect(loop(after: 1) != nil)
    #expect(loop(after: 1) == loop(after: 20))
    #expect(
      loop(after: 1) != signature { world in while true { try await world.sleep(for: .days(300)) } }
    )
  }

  @Test("another leak is another failure")
  func leaks() {
    func threads(on name: String) -> FailureSignature? {
      signature { world in
        await world.lane(name).spawn {
          DispatchQueue.concurrentPerform(iterations: 2) { _ in }
        }.value
      }
    }
    #expect(threads(on: "Alice") != nil)
    #expect(threads(on: "Alice") == threads(on: "Alice"))
    #expect(threads(on: "Alice") != threads(on: "Bob"))
  }
}
