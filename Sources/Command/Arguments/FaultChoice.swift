internal import Harness
import Simulator

/// The value of `--faults`, which chooses the faults from the seed.
enum FaultChoice: Hashable, CustomStringConvertible {
  /// Each scenario's own number of them, which is none for most.
  case asDeclared
  /// None.
  case none
  /// In every scenario that allows them; as many as it says, or as are given here.
  case random(Int?)

  /// Reads `declared`, `none`, `random` or `random:N`.
  init(parsing text: String) throws(Misfit) {
    switch text {
    case "declared": self = .asDeclared
    case "none": self = .none
    case "random": self = .random(nil)
    default:
      guard text.hasPrefix("random:") else {
        throw Misfit("faults are none, random, random:N for at most N of them, or declared")
      }
      self = .random(
        try WholeNumber(
          "the number of faults, behind random:,", in: 1...RunConfiguration.mostFaults
        )
        .read(text.dropFirst("random:".count)))
    }
  }

  /// The largest number of faults in a run of a scenario.
  func budget(for scenario: Scenario) -> Int {
    switch self {
    case .asDeclared: scenario.faults.budget
    case .none: 0
    case .random(let number): scenario.faults.plan.map { number ?? $0.budget } ?? 0
    }
  }

  /// The choice as it is typed.
  var description: String {
    switch self {
    case .asDeclared: "declared"
    case .none: "none"
    case .random(nil): "random"
    case .random(let number?): "random:\(number)"
    }
  }
}
