import Simulator

/// What `--faults` says about faults from the seed.
enum FaultChoice: Hashable, CustomStringConvertible {
  /// Each scenario's own number of them, which is none for most.
  case asDeclared
  /// None.
  case none
  /// In every scenario that allows them; as many as it says, or as are given here.
  case random(Int?)

  /// Reads `none`, `random` or `random:N`; nil for anything else.
  init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "random": self = .random(nil)
    default:
      guard text.hasPrefix("random:"), let number = Int(text.dropFirst("random:".count)),
        (1...RunConfiguration.mostFaults).contains(number)
      else { return nil }
      self = .random(number)
    }
  }

  /// How many faults a run of a scenario has at the most.
  func budget(for scenario: Scenario) -> Int {
    switch self {
    case .asDeclared: scenario.faults.budget
    case .none: 0
    case .random(let number): scenario.faults.plan.map { number ?? $0.budget } ?? 0
    }
  }

  /// The choice as it is typed; that of the scenarios themselves is typed by leaving the option out.
  var description: String {
    switch self {
    case .asDeclared: ""
    case .none: "none"
    case .random(nil): "random"
    case .random(let number?): "random:\(number)"
    }
  }

  /// The arguments that say the same to another process.
  var arguments: [String] { self == .asDeclared ? [] : ["--faults", description] }
}
