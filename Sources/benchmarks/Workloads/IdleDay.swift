import Chat
internal import Devices
internal import Network
internal import Simulator

/// Two connected phones that do nothing for a day but keep their connections alive.
struct IdleDay: SingleWorkload {
  /// The figure that is measured.
  enum Figure {
    case wallMilliseconds
    case events
  }

  let figure: Figure
  var name: String { figure == .wallMilliseconds ? "idle-day" : "idle-day-events" }
  var unit: String { figure == .wallMilliseconds ? "ms" : "events" }
  let summary = "two connected phones, 24 virtual hours, a keep-alive every 45 s"
  let better = Better.lesser

  func run() -> Double {
    let world = World(seed: 1)
    let seconds = Stopwatch.seconds {
      let verdict = world.run {
        let chat = try await ChatWorld(in: world)
        _ = try await chat.phones("Alice", "Bob", on: .wifi)
        try await chat.advance(by: .hours(24))
      }
      guard case .passed = verdict else { preconditionFailure("the day ended as \(verdict)") }
    }
    return figure == .wallMilliseconds ? seconds * 1000 : Double(world.eventCount)
  }
}
