internal import Harness
import Simulator

/// The memory of a pending timer at the worst moment, while the queue grows.
struct TimerMemory: SingleWorkload {
  let name = "timer-memory"
  let unit = "bytes/timer"
  let summary = "peak memory of a world with 1 000 000 pending timers, by timer"
  let better = Better.lesser

  func run() -> Double {
    let timers = 1_000_000
    let world = World(seed: 1)
    let peak = "peak"
    world.run {
      let lane = world.lane("alarms")
      let before = ResidentMemory.beginPeak()
      for timer in 0..<timers {
        let delay = Duration.microseconds(Delays.microseconds(timer, timer))
        lane.schedule(after: delay) { world.measure("timer", .nanoseconds(timer)) }
      }
      world.measure(peak, .nanoseconds(ResidentMemory.peak() - before))
    }
    let bytes = world.measures.first { $0.name == peak }?.nanoseconds ?? 0
    return Double(bytes) / Double(timers)
  }
}
