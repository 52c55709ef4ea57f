import RehearsalCommand
import Synchronization

/// The processes in which the tests play, kept from one run to the next.
enum RunPlayers {
  /// Those that play nothing at the moment, by program.
  private static let idle = Mutex<[String: [ScenarioPlayer]]>([:])

  /// Plays a run on the calling thread, in a process that no other test uses meanwhile.
  ///
  /// Tests run on as many threads as there are cores, so there are as many processes.
  static func play(_ run: ScenarioRun, by program: String) throws -> PlayedRun {
    let player =
      try idle.withLock { $0[program]?.popLast() }
      ?? ScenarioPlayer(path: BuiltProgram.path(of: program), name: program)
    defer { idle.withLock { $0[program, default: []].append(player) } }
    return try player.play(run.scenario, run.configuration, regression: run.file)
  }
}
