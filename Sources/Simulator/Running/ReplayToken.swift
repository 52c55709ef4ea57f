/// A line of text from which a run can be repeated on any machine.
///
/// `r1:offlineRead:7:random:release`, followed by `:stream.entity.ordinal=value,…` in hexadecimal when
/// choices were fixed. The first part is the version of the format. A run on another network profile than
/// the one that the scenario names has it behind the name: `offlineRead@edge`.
public struct ReplayToken: Hashable, Sendable, CustomStringConvertible {
  /// The scenario's name.
  public let scenario: String
  /// How to run it.
  public let configuration: RunConfiguration
  /// The build mode in which it was seen.
  public let mode: BuildMode

  /// Makes the token of a run.
  public init(scenario: String, configuration: RunConfiguration, mode: BuildMode) {
    self.scenario = scenario
    self.configuration = configuration
    self.mode = mode
  }

  /// Reads a token.
  ///
  /// - Throws: ``TokenError`` naming the part that is wrong.
  public init(parsing text: String) throws(TokenError) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 4, parts[3] == "pct" {
      // The schedule's name has a colon of its own.
      parts[3] += ":" + parts.remove(at: 4)
    }
    guard parts[0] == "r1" else { throw .version(parts[0]) }
    guard parts.count == 5 || parts.count == 6 else { throw .parts(parts.count) }
    guard let seed = UInt64(parts[2]) else { throw .seed(parts[2]) }
    guard let mode = BuildMode(rawValue: parts[4]) else { throw .mode(parts[4]) }
    let schedule: Schedule
    do {
      schedule = try Schedule(named: parts[3])
    } catch {
      throw .schedule(error)
    }
    let names = parts[1].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    scenario = String(names[0])
    self.mode = mode
    configuration = RunConfiguration(
      seed: seed, schedule: schedule,
      overrides: parts.count == 6 ? try Self.overrides(parts[5]) : [:],
      profile: names.count == 2 ? String(names[1]) : nil)
  }

  public var description: String {
    let profile = configuration.profile.map { "@\($0)" } ?? ""
    let base =
      "r1:\(scenario)\(profile):\(configuration.seed):\(configuration.schedule):\(mode.rawValue)"
    guard !configuration.overrides.isEmpty else { return base }
    let fixed = configuration.overrides
      .map { key, value in
        [key.stream, key.entity, key.ordinal].map { String($0, radix: 16) }
          .joined(separator: ".") + "=" + String(value, radix: 16)
      }
      .sorted()
    return base + ":" + fixed.joined(separator: ",")
  }

  private static func overrides(_ text: String) throws(TokenError) -> [ChoiceKey: UInt64] {
    var result: [ChoiceKey: UInt64] = [:]
    for item in text.split(separator: ",") {
      let words = item.split { $0 == "." || $0 == "=" }.compactMap { UInt64($0, radix: 16) }
      guard words.count == 4 else { throw .choice(String(item)) }
      result[ChoiceKey(stream: words[0], entity: words[1], ordinal: words[2])] = words[3]
    }
    return result
  }
}

/// Why a text is not a replay token.
public enum TokenError: Error, Hashable, CustomStringConvertible {
  /// It does not begin with a version that this build reads.
  case version(String)
  /// It has the wrong number of parts.
  case parts(Int)
  /// The seed is not a whole number below 2⁶⁴.
  case seed(String)
  /// There is no such schedule.
  case schedule(ScheduleError)
  /// There is no such build mode.
  case mode(String)
  /// A fixed choice is not `stream.entity.ordinal=value` in hexadecimal.
  case choice(String)

  public var description: String {
    let form = "a token reads r1:SCENARIO:SEED:SCHEDULE:debug|release"
    switch self {
    case .version(let text): return "the token begins with \"\(text)\" instead of \"r1\"; \(form)"
    case .parts(let count): return "the token has \(count) parts instead of 5 or 6; \(form)"
    case .seed(let text): return "\"\(text)\" is not a seed: a whole number from 0 to 2^64-1"
    case .schedule(let error): return "\(error); \(form)"
    case .mode(let text): return "\"\(text)\" is no build mode; \(form)"
    case .choice(let text):
      return "\"\(text)\" is no fixed choice: stream.entity.ordinal=value in hexadecimal"
    }
  }
}
