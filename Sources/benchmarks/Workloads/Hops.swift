import Simulator

/// A task on one lane that calls an actor on another, again and again.
struct Hops: SingleWorkload {
  let name = "hops"
  let unit = "hops/s"
  let summary = "awaits between two lanes: there and back are two hops"

  func run() -> Double {
    let calls = 500_000
    let world = World(seed: 1)
    return Stopwatch.perSecond(2 * calls) {
      world.run {
        let counter = Counter(lane: world.lane("counter"))
        for _ in 0..<calls { await counter.increment() }
      }
    }
  }
}

/// The actor that is called.
private actor Counter: LaneActor {
  nonisolated let lane: Lane
  private var count = 0

  init(lane: Lane) {
    self.lane = lane
  }

  func increment() { count += 1 }
}
