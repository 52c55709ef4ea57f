internal import Harness
import Simulator

/// The value of `--knobs`, which turns conditions that scenarios leave open.
enum KnobChoice: Hashable, CustomStringConvertible {
  /// None of them.
  case none
  /// All that a scenario leaves open, mildly.
  case all
  /// These, in the scenarios that leave them open.
  case named(KnobSettings)

  /// Reads `none`, `all` or `NAME+NAME`.
  init(parsing text: String) throws(Misfit) {
    switch text {
    case "none": self = .none
    case "all": self = .all
    default:
      do {
        self = .named(try KnobSettings(parsing: text))
      } catch {
        throw Misfit("\(error); or give none or all")
      }
    }
  }

  /// The knobs of a run of a scenario.
  func settings(for scenario: Scenario) -> KnobSettings {
    switch self {
    case .none: []
    case .all:
      scenario.knobs.reduce(into: KnobSettings()) { settings, knob in settings[knob] = .mild }
    case .named(let settings): settings.only(scenario.knobs).mildly(scenario.mild)
    }
  }

  /// Refuses a knob that none of the scenarios has.
  func check(in scenarios: [Scenario]) throws(UsageError) {
    guard case .named(let settings) = self else { return }
    let known = Set(scenarios.flatMap { $0.knobs + $0.pinned }).sorted()
    for knob in settings.knobs where !known.contains(knob) {
      throw .badValue(
        option: CommandOption.knobs.name, value: description,
        expected: "\(KnobError.unknown(knob.name, known: known.map(\.name)))")
    }
  }

  /// The choice as it is typed.
  var description: String {
    switch self {
    case .none: "none"
    case .all: "all"
    case .named(let settings): "\(settings)"
    }
  }
}
