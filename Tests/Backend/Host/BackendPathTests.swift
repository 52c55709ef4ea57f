import Backend
import Network
import Simulator
import Testing

@Suite("The path to the backend")
struct BackendPathTests {
  /// Whether so much time is over; messages of one instant arrive a nanosecond apart.
  private static func isTaken(_ time: Duration, since start: Instant, in world: World) -> Bool {
    let taken = start.duration(to: world.now)
    return taken >= time && taken < time + .microseconds(1)
  }

  @Test("named paths are possible, in order, and say where their numbers come from")
  func named() throws {
    for path in BackendPath.named {
      #expect(path.flaw == nil)
      #expect(try BackendPath.named(path.name) == path)
      #expect((path.modelledOn == nil) == (path == .none))
    }
    #expect(BackendPath.named.map(\.delay) == BackendPath.named.map(\.delay).sorted())
    #expect(BackendPath.none.link == .perfect)
    #expect(throws: BackendPathError.self) { try BackendPath.named("mars") }
    #expect(
      BackendPath.ocean.description
        == "ocean: 46 ms each way, up to 2 ms more, 2 ms to 10 ms a request")
  }

  @Test("a request takes the way there and back, and its time at the backend")
  func delay() {
    let path = BackendPath(
      "far", delay: .milliseconds(40), processing: .milliseconds(5) ... .milliseconds(5))
    HostRig.run(path: path) { rig in
      let a = try await rig.client("a", as: "alice")
      let start = rig.world.now
      _ = try await a.request(.put("a", 1, hash: nil))
      #expect(Self.isTaken(.milliseconds(85), since: start, in: rig.world))
    }
  }

  @Test(
    "requests of one connection stay in order, whatever time each takes, and so does its end",
    arguments: 1...8 as ClosedRange<UInt64>)
  func order(seed: UInt64) {
    let path = BackendPath(
      "slow", delay: .zero, processing: .milliseconds(1) ... .milliseconds(500))
    HostRig.run(seed: seed, path: path) { rig in
      let a = try await rig.client("a", as: "alice")
      let commits = WorldBound<[String]>([], in: rig.world)
      rig.backend.observeCommits { commit, _ in
        commits.withValue { $0.append("\(commit.changes.first?.path ?? .root)") }
      }
      a.send(.onDisconnect("end", .set(1)))
      for number in 0..<10 { a.send(.put(Path([Key("\(number)")]), 1, hash: nil)) }
      a.close()
      try await rig.sleep(.seconds(10))
      #expect(commits.withValue { $0 } == (0..<10).map { "/\($0)" } + ["/end"])
    }
  }

  @Test("connections do not wait for each other")
  func sideBySide() {
    let path = BackendPath(
      "slow", delay: .zero, processing: .milliseconds(100) ... .milliseconds(100))
    HostRig.run(path: path) { rig in
      let a = try await rig.client("a")
      let b = try await rig.client("b")
      let start = rig.world.now
      for number in 0..<20 { a.send(.put(Path([Key("\(number)")]), 1, hash: nil)) }
      _ = try await b.request(.put("b", 1, hash: nil))
      #expect(Self.isTaken(.milliseconds(100), since: start, in: rig.world))
    }
  }

  @Test("a backend that restarts has forgotten the requests that it had not got to")
  func restart() {
    let path = BackendPath("slow", delay: .zero, processing: .seconds(1) ... .seconds(1))
    HostRig.run(path: path) { rig in
      let a = try await rig.client("a", as: "alice")
      _ = try await a.request(.onDisconnect("end", .set(1)))
      a.send(.put("lost", 1, hash: nil))
      try await rig.sleep(.milliseconds(500))
      let fault = rig.backend.restart()
      try await rig.sleep(.seconds(3))
      fault.end()
      #expect(await rig.backend.read("lost").isEmpty)
      #expect(await rig.backend.read("end") == 1)
    }
  }

  @Test("without a path no request waits")
  func none() {
    HostRig.run { rig in
      let a = try await rig.client("a", as: "alice")
      let start = rig.world.now
      _ = try await a.request(.put("a", 1, hash: nil))
      #expect(Self.isTaken(.zero, since: start, in: rig.world))
    }
  }

  @Test("an impossible path is a misuse")
  func impossible() {
    let world = World(seed: 1)
    let verdict = world.run {
      _ = try BackendHost(
        rules: nil, path: BackendPath("back in time", delay: .seconds(-1)),
        on: Network(world: world))
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("the world ended as \(verdict)")
      return
    }
    #expect("\(failure)".contains("BackendPath.delay"))
  }
}
