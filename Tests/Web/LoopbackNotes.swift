import Simulator

/// What both ends in a world note, in the order in which it happens.
struct LoopbackNotes: Sendable {
  private struct State {
    var lines: [String] = []
    /// What is still under way, with the instant of its arrival.
    var coming: [(line: String, due: Instant)] = []

    /// Adds what has arrived.
    mutating func arrive(by now: Instant) {
      lines += coming.filter { $0.due <= now }.map(\.line)
      coming.removeAll { $0.due <= now }
    }
  }

  private let world: World
  private let state: WorldBound<State>

  init(in world: World) {
    self.world = world
    state = WorldBound(State(), in: world)
  }

  func add(_ line: String) {
    let now = world.now
    state.withValue { state in
      state.arrive(by: now)
      state.lines.append(line)
    }
  }

  /// Adds a line that counts from an instant on; nothing of the world waits for it.
  func add(_ line: String, at due: Instant) { state.withValue { $0.coming.append((line, due)) } }

  func take() -> [String] {
    let now = world.now
    return state.withValue { state in
      state.arrive(by: now)
      defer { state.lines = [] }
      return state.lines
    }
  }
}
