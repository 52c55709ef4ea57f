import ListApp
import Rehearsal

extension Scenarios {
  static let days = Scenario.generatedDays(
    "Whatever people do, all see the same list in the end", in: ListWorld.self)
}
