import Testing

@testable import Harness
@testable import Simulator

@Suite("Causes and critical paths")
struct CausalTraceTests {
  private struct Empty: ScenarioWorld {
    let world: World
    init(in world: World) async throws { self.world = world }
  }

  private static func path(
    schedule: Schedule = .fifo, _ body: @escaping @Sendable (World) async throws -> Void
  ) throws -> CriticalPath {
    let scenario = Scenario("traced") { (stage: Empty) in try await body(stage.world) }
    let configuration = RunConfiguration(schedule: schedule)
    let (result, paths) = Runner.trace(scenario, configuration)
    #expect(result.outcome == .passed)
    #expect(result.digest == Runner.run(scenario, configuration).digest)
    let path = try #require(paths.first)
    #expect(path.hops.reduce(0) { $0 + $1.nanoseconds } == result.measures[0].nanoseconds)
    return path
  }

  @Test(
    "the chain goes through timers, posts, sleeps and resumptions",
    arguments: [Schedule.fifo, .random])
  func chain(schedule: Schedule) throws {
    let path = try Self.path(schedule: schedule) { world in
      let first = world.lane("first")
      let second = world.lane("second")
      try await world.sleep(for: .seconds(1))
      let start = world.now
      try await world.withContinuation({ "the end" }) { (continuation: WorldContinuation<Void>) in
        world.explain(Wait(WaitKind("brewing"), at: "kitchen", "tea"))
        first.schedule(after: .milliseconds(30)) {
          second.post {
            second.spawn {
              try? await world.sleep(for: .milliseconds(4))
              continuation.resume(returning: ())
            }
          }
        }
        // Later, but in nobody's way.
        first.schedule(after: .milliseconds(33)) {}
      }
      world.measure("tea", start.duration(to: world.now), since: start)
    }
    #expect(path.hops.map(\.kind.name) == ["brewing", "sleep"])
    #expect(path.hops.map(\.nanoseconds) == [30_000_000, 4_000_000])
    #expect(path.hops.map(\.place) == ["kitchen", "second"])
    #expect(path.hops[0].lanes == ["first", "second"])
  }

  @Test("what had begun before the measurement counts only from its beginning")
  func clipped() throws {
    let path = try Self.path { world in
      let lane = world.lane("lane")
      let done = WorldBound<WorldContinuation<Void>?>(nil, in: world)
      world.explain(
        Wait(at: "link", "a letter", parts: [.init(WaitKind("queue"), 3), .init(WaitKind("way"))]))
      lane.schedule(after: .nanoseconds(10)) { done.withValue { $0 }?.resume(returning: ()) }
      try await world.sleep(for: .nanoseconds(2))
      let start = world.now
      try await world.withContinuation({ "the letter" }) { continuation in
        done.withValue { $0 = continuation }
      }
      world.measure("letter", start.duration(to: world.now), since: start)
    }
    #expect(path.hops.map(\.kind.name) == ["queue", "way"])
    #expect(path.hops.map(\.nanoseconds) == [1, 7])
    #expect(path.hops.map(\.beganBefore) == [true, false])
  }

  @Test("a step that waited on a frozen lane was caused by the thaw")
  func frozen() throws {
    let path = try Self.path { world in
      let app = world.lane("app")
      let start = world.now
      try await world.withContinuation({ "the app" }) { (continuation: WorldContinuation<Void>) in
        app.freeze()
        app.schedule(after: .seconds(1)) { continuation.resume(returning: ()) }
        world.explain(Wait(WaitKind("in the background"), at: "phone", "the app"))
        world.lane("phone").schedule(after: .seconds(5)) { app.thaw() }
      }
      world.measure("return", start.duration(to: world.now), since: start)
    }
    #expect(path.hops.map(\.kind.name) == ["in the background"])
    #expect(path.hops.map(\.nanoseconds) == [5_000_000_000])
  }

  @Test("a wait that is set anew counts from where it began")
  func origin() throws {
    let path = try Self.path { world in
      let lane = world.lane("lane")
      let start = world.now
      try await world.withContinuation({ "the deadline" }) {
        (continuation: WorldContinuation<Void>) in
        lane.schedule(after: .nanoseconds(5)) {
          let begin = world.presentOrigin
          lane.schedule(after: .nanoseconds(4)) {
            world.explain(Wait(WaitKind("patience"), at: "lane", "news", from: begin))
            lane.schedule(after: .nanoseconds(6)) { continuation.resume(returning: ()) }
          }
        }
      }
      world.measure("deadline", start.duration(to: world.now), since: start)
    }
    #expect(path.hops.map(\.kind.name) == ["timer", "patience"])
    #expect(path.hops.map(\.nanoseconds) == [5, 10])
  }

  @Test("a latency of nothing has no hops")
  func nothing() throws {
    let path = try Self.path { world in world.measure("nothing", .zero) }
    #expect(path.hops.isEmpty && path.nanoseconds == 0)
  }
}
