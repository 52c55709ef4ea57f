/// Running a workload until its best values can be trusted.
enum Repeats {
  /// Runs a workload as often as it wants and returns the best value of each of its figures.
  ///
  /// The best, not the mean: noise of the machine only ever makes a run slower.
  ///
  /// - Parameter progress: Called before each run with its number and how many there are.
  static func best(of workload: any Workload, progress: (Int, Int) -> Void) -> [Double] {
    let rounds = workload.rounds
    var best: [Double] = []
    for round in 0..<(rounds.warmUp + rounds.measured) {
      progress(round + 1, rounds.warmUp + rounds.measured)
      let values = workload.measure()
      precondition(
        values.count == workload.figures.count, "\(workload.name) has a value for each figure")
      guard round >= rounds.warmUp else { continue }
      if best.isEmpty { best = values }
      for (index, figure) in workload.figures.enumerated() {
        best[index] =
          figure.better == .greater
          ? max(best[index], values[index]) : min(best[index], values[index])
      }
    }
    return best
  }
}
