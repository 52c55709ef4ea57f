import Foundation
import Simulator
import Testing

@testable import Command

/// The built command, which plays runs in processes of its own: one that traps, hangs or exits fails its test only.
enum RehearseProgram {
  /// There is no built command beside the tests.
  struct Missing: Error, CustomStringConvertible {
    var description: String { "the program `rehearse` is not beside the tests; build it first" }
  }

  /// Plays a scenario of the package.
  static func play(
    _ scenario: Scenario, _ configuration: RunConfiguration
  ) throws -> FinishedRun {
    let engine = RunEngine(host: .processes(WorkerProgram(path: try path().path)), jobs: 1)
    return try RunSession(engine).play(scenario, configuration)
  }

  /// The story of a run that did not pass, as the command tells it; empty for one that did.
  static func story(of run: FinishedRun) -> String {
    StoryText(run, style: Style(hasColour: false))?.text ?? ""
  }

  private static func path() throws -> URL {
    var folder = Bundle.main.executableURL?.deletingLastPathComponent()
    for _ in 0..<4 {
      guard let place = folder else { break }
      let candidate = place.appendingPathComponent("rehearse")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = place.deletingLastPathComponent()
    }
    throw Missing()
  }
}
