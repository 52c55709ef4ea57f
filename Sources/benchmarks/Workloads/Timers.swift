import Simulator

/// A thousand tasks that sleep on the virtual clock a thousand times each.
struct Timers: Workload {
  let name = "timers"
  let unit = "sleeps/s"
  let summary = "1000 tasks, each sleeping 1000 times for 1 to 1000 µs of virtual time"

  func run() -> Double {
    let sleepers = 1000
    let rounds = 1000
    let world = World(seed: 1)
    return Stopwatch.perSecond(sleepers * rounds) {
      world.run {
        let tasks = (0..<sleepers).map { sleeper in
          world.lane("sleeper \(sleeper)").spawn {
            for round in 0..<rounds {
              let delay = Duration.microseconds(Delays.microseconds(sleeper, round))
              try? await world.sleep(for: delay)
            }
          }
        }
        for task in tasks { await task.value }
      }
    }
  }
}
