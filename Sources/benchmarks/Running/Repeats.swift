/// How often a workload runs: once to warm up, then until the best figure can be trusted.
enum Repeats {
  static let warmUp = 1
  static let measured = 5

  /// Runs a workload and returns its best figure.
  ///
  /// The best, not the mean: noise of the machine only ever makes a run slower.
  ///
  /// - Parameter progress: Called before each run with its number and how many there are.
  static func best(of workload: any Workload, progress: (Int, Int) -> Void) -> Double {
    var best: Double?
    for round in 0..<(warmUp + measured) {
      progress(round + 1, warmUp + measured)
      let figure = workload.run()
      guard round >= warmUp else { continue }
      guard let known = best else {
        best = figure
        continue
      }
      best = workload.better == .greater ? max(known, figure) : min(known, figure)
    }
    return best ?? .nan
  }
}
