import Chat
import Rehearsal

extension Scenarios {
  static let days = Scenario.generatedDays(
    "Whatever people do, nothing wrong is ever seen, and in the end all phones agree",
    in: ChatWorld.self)
}
