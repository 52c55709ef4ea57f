import Testing

@testable import Simulator

/// What code has done, in its order.
///
/// `@unchecked Sendable`: it is written on the thread that drives the world, and read behind it.
final class CodeNotes: @unchecked Sendable {
  var lines: [String] = []
}

/// Code that was played on the main lane of a process, for five seconds.
struct PlayedCode {
  let verdict: Verdict
  /// What it has noted.
  let lines: [String]

  init(
    seed: UInt64 = 1, schedule: Schedule = .fifo, _ body: @escaping @Sendable (CodeNotes) -> Void
  ) {
    let world = World(seed: seed, schedule: schedule)
    let notes = CodeNotes()
    verdict = world.run {
      let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
      process.mainLane.post { body(notes) }
      try await world.sleep(for: .seconds(5))
    }
    #expect(world.remains == nil)
    lines = notes.lines
  }

  /// Why it has ended as leaked; an issue where it has not.
  var leak: String {
    guard case .leaked(let reason) = verdict else {
      Issue.record("nothing leaked")
      return ""
    }
    return reason
  }
}
