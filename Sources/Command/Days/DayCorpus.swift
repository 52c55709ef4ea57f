import Foundation
internal import Harness
import Simulator

/// The folder in which an exploration keeps the days that reach something new.
///
/// Each is a file of lines: `run` with the replay token of the run without its day, and the day. Files are written whole.
struct DayCorpus {
  /// The folder.
  let path: String
  private static let suffix = ".day"

  /// The days of a scenario that the folder holds, in the order of their names; none where there is no folder yet.
  func runs(of scenario: Scenario) throws(UsageError) -> [RunConfiguration] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    var runs: [RunConfiguration] = []
    for name in try names() {
      let text: String
      do {
        text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
      } catch {
        throw .unreadable(path: path + "/" + name, reason: ResultSink.reason(of: error))
      }
      do {
        let (token, day) = try Self.read(text)
        guard token.scenario == scenario.name else { continue }
        var configuration = token.configuration
        configuration.day = .given(day)
        runs.append(configuration)
      } catch {
        throw .unreadable(path: path + "/" + name, reason: (error as? Misfit)?.reason ?? "\(error)")
      }
    }
    return runs
  }

  private func names() throws(UsageError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0.hasSuffix(Self.suffix) }.sorted()
    } catch {
      throw .unreadable(path: path, reason: ResultSink.reason(of: error))
    }
  }

  /// The token and the day of a file.
  static func read(_ text: String) throws -> (token: ReplayToken, day: Day) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, lines[0].hasPrefix("run ") else {
      throw Misfit("its first line is not `run` with a replay token")
    }
    return (
      try ReplayToken(parsing: String(lines[0].dropFirst(4))), try Day(parsing: String(lines[1]))
    )
  }

  /// The text of a file.
  static func text(_ scenario: String, _ configuration: RunConfiguration) -> String {
    guard case .given(let day) = configuration.day else { return "" }
    var plain = configuration
    plain.day = nil
    let token = ReplayToken(scenario: scenario, configuration: plain, mode: .current)
    return "run \(token)\n\(day)"
  }

  /// Keeps these days of a scenario and no others of it.
  func keep(_ runs: [RunConfiguration], of scenario: Scenario) throws(UsageError) {
    var place = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      var kept: Set<String> = []
      for run in runs {
        let text = Self.text(scenario.name, run)
        let name = Self.name(scenario, text)
        kept.insert(name)
        place = path + "/" + name
        guard !FileManager.default.fileExists(atPath: place) else { continue }
        try text.write(toFile: place, atomically: true, encoding: .utf8)
      }
      for name in try names()
      where name.hasPrefix(Self.prefix(scenario)) && !kept.contains(name) {
        place = path + "/" + name
        try FileManager.default.removeItem(atPath: place)
      }
    } catch let error as UsageError {
      throw error
    } catch {
      throw .unwritable(path: place, reason: ResultSink.reason(of: error))
    }
  }

  private static func prefix(_ scenario: Scenario) -> String {
    String(scenario.name.map { $0.isLetter || $0.isNumber ? $0 : "-" }) + "-"
  }

  /// The name of the file of a run.
  static func name(_ run: RunConfiguration, of scenario: Scenario) -> String {
    name(scenario, text(scenario.name, run))
  }

  private static func name(_ scenario: Scenario, _ text: String) -> String {
    prefix(scenario) + Hexadecimal.text(StableHash.of(text)) + suffix
  }
}
