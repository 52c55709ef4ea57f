import Harness
import Simulator

/// What an app keeps that outlives the launch which made it.
@MainActor
private enum Waiting {
  static var continuation: CheckedContinuation<Void, Never>?
}

/// Scenarios of a launch that ends while something of it waits.
enum DeadProcessMisbehaviour {
  static let wakes = Scenario("a launch wakes a task of the one before it", tags: "strict") {
    (stage: BareWorld) in
    let world = stage.world
    let first = launch("Alice", in: world) {
      await withCheckedContinuation { Waiting.continuation = $0 }
    }
    try await world.sleep(for: .seconds(1))
    first.end("was killed by its person")
    try await world.sleep(for: .seconds(1))
    _ = launch("Alice#2", in: world) {
      Waiting.continuation?.resume()
      Waiting.continuation = nil
    }
    try await world.sleep(for: .seconds(1))
  }

  static let leaves = Scenario("a launch ends while its tasks sleep", tags: "strict") {
    (stage: BareWorld) in
    let world = stage.world
    let process = launch("Alice", in: world) {
      while true {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      }
    }
    try await world.sleep(for: .milliseconds(2_500))
    process.end("was killed by its person")
    try await world.sleep(for: .seconds(5))
  }

  static let waits = Scenario("a scenario waits for a launch that ends", tags: "strict") {
    (stage: BareWorld) in
    let world = stage.world
    let process = launch("Alice", in: world) {
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
      Waiting.continuation?.resume()
    }
    world.lane("killer").schedule(after: .seconds(1)) { process.end("was killed by its person") }
    await hearOfIt()
  }

  @MainActor
  private static func hearOfIt() async {
    await withCheckedContinuation { Waiting.continuation = $0 }
  }

  private static func launch(
    _ name: String, in world: World, _ body: @escaping @MainActor @Sendable () async -> Void
  ) -> SimulatedProcess {
    let process = SimulatedProcess(name: name, mainLane: world.lane("\(name)/main"))
    process.mainLane.post {
      MainActor.assumeIsolated { _ = Task { await body() } }
    }
    return process
  }
}
