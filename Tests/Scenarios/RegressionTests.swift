import Chat
import Foundation
import Simulator
import Testing
import scenarios

@testable import Command

/// The runs that failed once, in `scenarios/Regressions`.
@Suite("Regressions")
struct RegressionTests {
  /// The files, by name.
  private static let files: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("scenarios/Regressions")
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "regression" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  @Test("what failed once passes", arguments: files.map(\.lastPathComponent))
  func passes(name: String) throws {
    let file = try #require(Self.files.first { $0.lastPathComponent == name })
    let regression = try Regression(parsing: String(contentsOf: file, encoding: .utf8))
    let token = regression.token
    let scenario = try #require(
      ScenarioCatalog.all.scenarios.first { $0.name == token.scenario },
      "there is no scenario \(token.scenario); `rehearse regressions prune` takes the file away")
    let run = try RehearseProgram.play(scenario, token.configuration)
    #expect(
      run.result.outcome == .passed,
      """
      \(RehearseProgram.story(of: run))
      failed once as: \(regression.expected)
      """)
  }
}
