import Harness
import Simulator
import Synchronization

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

  static let waits = Scenario("a scenario waits in code of a launch that ends", tags: "strict") {
    (stage: BareWorld) in
    let world = stage.world
    let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice/main"))
    let reader = Reader(lane: process.mainLane)
    world.lane("killer").schedule(after: .seconds(1)) { process.end("was killed by its person") }
    // It is resumed, and stands still, since its code is that of a launch that is gone.
    world.lane("disk").schedule(after: .seconds(2)) { reader.answers.resume() }
    await reader.read()
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

/// Something of an app that waits for its disk.
private actor Reader: LaneActor {
  nonisolated let lane: Lane
  nonisolated let answers = Answers()

  init(lane: Lane) { self.lane = lane }

  func read() async {
    await withCheckedContinuation { answers.keep($0) }
  }
}

/// Whoever waits for the disk.
private final class Answers: Sendable {
  private let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)

  func keep(_ waiting: CheckedContinuation<Void, Never>) { continuation.withLock { $0 = waiting } }

  func resume() {
    continuation.withLock { continuation in
      continuation?.resume()
      continuation = nil
    }
  }
}
