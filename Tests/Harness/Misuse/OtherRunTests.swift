import TestSupport
import Testing

@testable import Harness
@testable import Simulator

@Suite("What belongs to another run is refused by name, and traps nobody")
struct OtherRunTests {
  /// What a run leaves behind, as a global variable would keep it.
  private struct Remains: Sendable {
    let world: World
    let lane: Lane
    let scribe: Scribe
    let value: WorldBound<Int>
    let trace: Trace
  }

  private func remains() -> Remains {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let kept = Remains(
      world: world, lane: Ambient.drive(world) { world.lane("old") },
      scribe: Ambient.drive(world) { Scribe("old scribe", in: world, trace) },
      value: WorldBound(7, in: world), trace: trace)
    world.run { try await world.sleep(for: .seconds(1)) }
    return kept
  }

  /// The failure of a run that uses what another one left behind.
  private func failure(
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (World, Remains) async throws -> Void
  ) -> Failure? {
    let (world, old) = (World(seed: 2), remains())
    let verdict = world.run { try await body(world, old) }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)", sourceLocation: location)
      return nil
    }
    #expect(failure.kind == Misuse.kind, sourceLocation: location)
    #expect(
      failure.expected.contains("a run to use only what was made in it"), sourceLocation: location)
    #expect(world.liveTasks.isEmpty && world.lanes.isEmpty, sourceLocation: location)
    return failure
  }

  @Test("a value of another run is read as that run left it")
  func values() {
    let failure = failure { _, old in #expect(old.value.withValue { $0 } == 7) }
    #expect(failure?.expected.contains("values() used a value of type Int") == true)
  }

  @Test("an actor of another run is called and comes back, and its caller goes home")
  func actors() {
    let failure = failure { world, old in
      await old.scribe.note("from another run")
      try await world.sleep(for: .seconds(1))
    }
    #expect(failure?.expected.contains("lane old scribe was used after") == true)
  }

  @Test("posts, timers, tasks, sleeps and waits of another run do nothing")
  func roads() {
    _ = failure { _, old in old.lane.post { Issue.record("a post ran") } }
    _ = failure { _, old in old.lane.schedule(after: .zero) { Issue.record("a timer fired") } }
    _ = failure { _, old in _ = old.lane.spawn { Issue.record("a task ran") } }
    _ = failure { _, old in _ = old.world.lane("new") }
    _ = failure { _, old in try await old.world.sleep(for: .seconds(1)) }
    _ = failure { _, old in try await old.world.untilQuiet() }
    _ = failure { _, old in old.lane.freeze() }
    _ = failure { _, old in old.world.measure("receipt", .zero) }
    _ = failure { _, old in old.world.probe("reached") }
    _ = failure { _, old in old.world.fail(Failure(kind: "test", expected: "nothing")) }
    _ = failure { _, old in old.scribe.inspect { _ in } }
    _ = failure { _, old in old.world.addReporter("nobody") { [] } }
    _ = failure { _, old in old.world.atEnd { Issue.record("a handler ran") } }
  }

  @Test("a verb that knows its line says where another run's object was used")
  func place() {
    let place = CodeLocation(fileID: "Here/Here.swift", filePath: "Here.swift", line: 7)
    let failure = failure { _, old in
      #expect(!old.world.isOwnRun("Bob.open was called", at: place))
    }
    #expect(failure?.location == place)
    #expect(failure?.expected.contains("Bob.open was called, which belongs to another run") == true)
  }

  @Test("the runs after one that used another's objects are as ever, and nothing of them is kept")
  func others() {
    weak var freed: World?
    do {
      let (world, old) = (World(seed: 2), remains())
      freed = world
      world.run { await old.scribe.note("again") }
    }
    #expect(freed == nil)
    #expect(World(seed: 3).mustPass {})
  }
}
