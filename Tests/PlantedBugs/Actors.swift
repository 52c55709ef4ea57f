internal import Simulator

/// An actor that may be told of something before it watches.
actor Watcher: LaneActor {
  nonisolated let lane: Lane
  private var isWatching = false
  private(set) var isMissing = false

  init(lane: Lane) {
    self.lane = lane
  }

  func watch() { isWatching = true }

  func tell() { isMissing = !isWatching }
}

/// A lock that tasks wait for.
actor Lock: LaneActor {
  nonisolated let lane: Lane
  private(set) var isTaken = false
  private var waiting: [WorldContinuation<Void>] = []

  init(lane: Lane) {
    self.lane = lane
  }

  func take() async throws {
    guard isTaken else {
      isTaken = true
      return
    }
    let reason: @Sendable () -> String = { "for a lock" }
    try await lane.world.withContinuation(reason) { waiting.append($0) }
  }

  func release() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume(returning: ())
    }
  }
}
