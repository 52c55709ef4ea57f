internal import Backend
import Chat
import Foundation
internal import Harness
internal import Simulator
import scenarios

/// The headline scenario, seed after seed, on one worker or on all cores.
///
/// The backend stands at the operator's door, as it did when this was measured first, so that builds can be compared.
struct Headline: SingleWorkload {
  /// The number of threads that run worlds side by side.
  let workers: Int

  var name: String { workers == 1 ? "headline" : "headline-\(workers)-workers" }
  let unit = "seeds/s"
  var summary: String {
    "B reads offline on Wi-Fi and reconnects; \(workers) worker\(workers == 1 ? "" : "s")"
  }

  func run() -> Double {
    let seeds = 500 * workers
    let scenario = try? ScenarioCatalog.scenarios.selecting(["offlineRead/wifi"]).first
    guard let scenario else { return .nan }
    let workers = workers
    return Stopwatch.perSecond(seeds) {
      let done = DispatchSemaphore(value: 0)
      for worker in 0..<workers {
        let thread = Thread {
          for seed in stride(from: worker, to: seeds, by: workers) {
            let result = Runner.run(
              scenario, RunConfiguration(seed: UInt64(seed), backendPath: BackendPath.none.name))
            precondition(
              result.outcome == .passed, "seed \(seed) of the headline \(result.outcome)")
          }
          done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
      }
      for _ in 0..<workers { done.wait() }
    }
  }
}
