/// One figure of a workload, ready to be printed.
struct Result {
  let figure: Figure
  let value: Double

  /// Whether the value is on the better side of the aim; nil where there is no aim.
  var isKept: Bool? {
    figure.aim.map { figure.better == .greater ? value >= $0 : value <= $0 }
  }

  /// One line for a person, with a verdict where there is an aim.
  var text: String {
    let gap = String(repeating: " ", count: max(1, 22 - figure.name.count))
    let line = "\(figure.name)\(gap)\(Self.grouped(value)) \(figure.unit)"
    guard let aim = figure.aim, let isKept else { return line }
    let side = figure.better == .greater ? "at least" : "at most"
    return "\(line), \(isKept ? "kept" : "missed"): the aim is \(side) \(Self.grouped(aim))"
  }

  /// One line of JSON; neither name nor unit holds a character that would need escaping.
  var json: String {
    let verdict =
      figure.aim.flatMap { aim in isKept.map { #","aim":\#(aim),"kept":\#($0)"# } } ?? ""
    return
      #"{"version":1,"kind":"benchmark","name":"\#(figure.name)","value":\#(value),"unit":"\#(figure.unit)"\#(verdict)}"#
  }

  /// Whole numbers with their thousands set apart; below 100, one decimal.
  private static func grouped(_ value: Double) -> String {
    guard value >= 100 else { return "\((value * 10).rounded() / 10)" }
    var digits = String(Int(value.rounded()))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(" ", at: digits.index(digits.startIndex, offsetBy: position))
      position -= 3
    }
    return digits
  }
}

/// Running a workload until its best values can be trusted.
enum Repeats {
  /// Runs a workload as often as it wants and returns the best value of each of its figures.
  ///
  /// The best, not the mean: noise of the machine only ever makes a run slower.
  ///
  /// - Parameters:
  ///   - repeats: The number of runs, without a warm-up; nil for as many as the workload wants.
  ///   - progress: Called before each run with its number and how many there are.
  static func best(
    of workload: any Workload, repeats: Int? = nil, progress: (Int, Int) -> Void
  ) -> [Double] {
    let rounds = repeats.map { Rounds(warmUp: 0, measured: $0) } ?? workload.rounds
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
