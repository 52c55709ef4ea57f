import Simulator

/// A thousand tasks that sleep on the virtual clock a thousand times each.
struct Timers: SingleWorkload {
  let name = "timers"
  let unit = "sleeps/s"
  let summary = "1000 tasks, each sleeping 1000 times for 1 to 1000 µs of virtual time"

  func run() -> Double {
    let sleepers = 1000
    let rounds = 1000
    let world = World(seed: 1)
    return Stopwatch.perSecond(sleepers * rounds) {
      world.run {
        let tasks = (0..<sleepers).map { number in
          let sleeper = Sleeper(lane: world.lane("sleeper \(number)"))
          return sleeper.spawn { await $0.sleep(rounds, as: number) }
        }
        for task in tasks { await task.value }
      }
    }
  }
}

/// An actor with a task that does nothing but sleep.
private actor Sleeper: LaneActor {
  nonisolated let lane: Lane

  init(lane: Lane) {
    self.lane = lane
  }

  func sleep(_ rounds: Int, as number: Int) async {
    for round in 0..<rounds {
      try? await lane.world.sleep(for: .microseconds(Delays.microseconds(number, round)))
    }
  }
}
