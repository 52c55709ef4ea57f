public import Simulator

/// A line of text from which a run can be repeated on any machine.
///
/// `r1:offlineRead:7:random:release`, followed where need be by `:` and a list of what else decides the run:
/// `path=ocean` for another path to the backend, `faults=3` for so many faults from the seed, `knobs=clocks+links` for the knobs that are on,
/// `strike=kill@Bob.commit#3` for a fault at an event (`strike=none` where events are counted and none is struck at),
/// `day=` for the generated day that is played (see ``DayChoice``), `strict=on` for a strict run, and `CHOICE=VALUE` for each choice that is fixed,
/// with the value in hexadecimal or `max`. A choice is named as ``ChoiceKey`` tells. The first part is the version of
/// the format. A run
/// on another network profile than the one that the scenario names has it behind the name: `offlineRead@edge`.
public struct ReplayToken: Hashable, Sendable, CustomStringConvertible {
  /// The scenario's name.
  public let scenario: String
  /// The configuration of the run.
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
    // By bytes: a worker reads a token for each run.
    var parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if parts.count > 4, parts[3] == "pct" {
      // The schedule's name has a colon of its own.
      parts[3] += ":" + parts.remove(at: 4)
    }
    guard parts[0] == "r1" else { throw .version(parts[0]) }
    guard parts.count == 5 || parts.count == 6 else { throw .parts(parts.count) }
    guard let seed: UInt64 = PlainNumber.read(parts[2]) else { throw .seed(parts[2]) }
    guard let mode = BuildMode(rawValue: parts[4]) else { throw .mode(parts[4]) }
    let schedule: Schedule
    do {
      schedule = try Schedule(named: parts[3])
    } catch {
      throw .schedule(error)
    }
    let name = parts[1]
    let at = name.utf8.firstIndex(of: UInt8(ascii: "@"))
    guard at != name.startIndex, !name.isEmpty else { throw .scenario(name) }
    // Which names of profiles there are is known to others.
    let profile = at.map { String(name[$0...].dropFirst()) }
    guard profile?.isEmpty != true else { throw .profile(name) }
    scenario = at.map { String(name[..<$0]) } ?? name
    self.mode = mode
    var configuration = RunConfiguration(seed: seed, schedule: schedule, profile: profile)
    if parts.count == 6 { try Self.read(parts[5], into: &configuration) }
    self.configuration = configuration
  }

  public var description: String {
    let profile = configuration.profile.map { "@\($0)" } ?? ""
    let base =
      "r1:\(scenario)\(profile):\(configuration.seed):\(configuration.schedule):\(mode.rawValue)"
    // order: sorted by their texts.
    let fixed = configuration.overrides
      .map { key, value in "\(key)=" + (value == .max ? "max" : String(value, radix: 16)) }
      .sorted()
    let path = configuration.backendPath.map { ["path=\($0)"] } ?? []
    let faults = configuration.faults == 0 ? [] : ["faults=\(configuration.faults)"]
    let knobs = configuration.knobs.isEmpty ? [] : ["knobs=\(configuration.knobs)"]
    let day = configuration.day.map { ["day=\($0)"] } ?? []
    let strict = configuration.isStrict ? ["strict=on"] : []
    let strikes = configuration.strikes.map { $0.isEmpty ? ["none"] : $0.map(\.description) } ?? []
    let events = strikes.map { "strike=\($0)" }
    let rest = (path + faults + knobs + day + strict + events + fixed).joined(separator: ",")
    return rest.isEmpty ? base : base + ":" + rest
  }

  private static func read(
    _ text: String, into configuration: inout RunConfiguration
  ) throws(TokenError) {
    var hasFaults = false
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = item.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw .choice(String(item)) }
      if sides[0] == "day" {
        guard configuration.day == nil else { throw .repeated("day") }
        guard let day = DayChoice(parsing: sides[1]) else {
          throw .day(String(sides[1].prefix(40)))
        }
        configuration.day = day
        continue
      }
      if sides[0] == "strict" {
        guard !configuration.isStrict else { throw .repeated(String(item)) }
        guard sides[1] == "on" else { throw .choice(String(item)) }
        configuration.isStrict = true
        continue
      }
      if sides[0] == "path" {
        guard configuration.backendPath == nil else { throw .repeated(String(item)) }
        // Which names of paths there are is known to others.
        guard !sides[1].isEmpty else { throw .path }
        configuration.backendPath = String(sides[1])
        continue
      }
      if sides[0] == "faults" {
        guard !hasFaults else { throw .repeated(String(item)) }
        guard let faults: Int = PlainNumber.read(sides[1]), faults <= RunConfiguration.mostFaults
        else { throw .faults(String(sides[1])) }
        hasFaults = true
        configuration.faults = faults
        continue
      }
      if sides[0] == "knobs" {
        guard configuration.knobs.isEmpty else { throw .repeated(String(item)) }
        do {
          configuration.knobs = try KnobSettings(parsing: sides[1])
        } catch {
          throw .knobs(error)
        }
        continue
      }
      if sides[0] == "strike" {
        try read(strike: sides[1], into: &configuration)
        continue
      }
      let value = sides[1] == "max" ? UInt64.max : PlainNumber.read(sides[1], radix: 16)
      guard let key = ChoiceKey(parsing: sides[0]), let value else { throw .choice(String(item)) }
      guard configuration.overrides[key] == nil else { throw .repeated(String(item)) }
      configuration.overrides[key] = value
    }
  }

  private static func read(
    strike text: Substring, into configuration: inout RunConfiguration
  ) throws(TokenError) {
    let item = "strike=\(text)"
    let planned = configuration.strikes ?? []
    guard text != "none" else {
      guard configuration.strikes == nil else { throw .repeated(item) }
      configuration.strikes = []
      return
    }
    let strike: Strike
    do {
      strike = try Strike(parsing: text)
    } catch {
      throw .strike(error)
    }
    // Behind `strike=none` there is nothing more to say.
    guard configuration.strikes != [], !planned.contains(strike) else { throw .repeated(item) }
    guard planned.count < RunConfiguration.mostFaults else {
      throw .faults("\(planned.count + 1)")
    }
    configuration.strikes = planned + [strike]
  }
}

/// An error in the text of a replay token.
public enum TokenError: Error, Hashable, CustomStringConvertible {
  /// It does not begin with a version that this build reads.
  case version(String)
  /// It has the wrong number of parts.
  case parts(Int)
  /// There is no name of a scenario.
  case scenario(String)
  /// There is an `@` without the name of a profile.
  case profile(String)
  /// The seed is not a whole number below 2⁶⁴.
  case seed(String)
  /// There is no such schedule.
  case schedule(ScheduleError)
  /// There is no such build mode.
  case mode(String)
  /// A fixed choice is not `CHOICE=VALUE`.
  case choice(String)
  /// A fault at an event is malformed.
  case strike(StrikeError)
  /// A fixed choice, a strike, the number of faults or the list of knobs is there twice.
  case repeated(String)
  /// The number of faults is none that a run can have.
  case faults(String)
  /// There is `path=` without the name of a path to the backend.
  case path
  /// The list of knobs is malformed.
  case knobs(KnobError)
  /// The day is none that a scenario of generated days can play.
  case day(String)

  public var description: String {
    let form = "a token reads r1:SCENARIO:SEED:SCHEDULE:debug|release"
    switch self {
    case .version(let text) where text.first == "r" && PlainNumber.isDigits(text.dropFirst()):
      return
        "the token is of format \(text), and this build reads r1; replay it with the build that told it"
    case .version(let text): return "the token begins with \"\(text)\" instead of \"r1\"; \(form)"
    case .parts(let count): return "the token has \(count) parts instead of 5 or 6; \(form)"
    case .scenario(let text): return "\"\(text)\" names no scenario; \(form)"
    case .profile(let text):
      return "\"\(text)\" has an @ and no network profile behind it; name one, or leave the @ out"
    case .seed(let text):
      return "\"\(text)\" is not a seed: a whole number from 0 to 2^64-1, in digits alone"
    case .schedule(let error): return "\(error); \(form)"
    case .mode(let text): return "\"\(text)\" is no build mode; \(form)"
    case .choice(let text):
      return
        "\"\(text)\" is no fixed choice: STREAM@NAME#ORDINAL=VALUE or stream.entity.ordinal=value in hexadecimal"
    case .strike(let error): return "\(error)"
    case .repeated(let text):
      return "\"\(text)\" fixes what was fixed before it; keep one of the two"
    case .faults(let text):
      return "\"\(text)\" is no number of faults from 0 to \(RunConfiguration.mostFaults)"
    case .path:
      return "path= has no name of a path to the backend behind it; name one, or leave it out"
    case .knobs(let error): return "\(error)"
    case .day(let text):
      return "\"\(text)\" is no day: pNuM for N phones of M users, or d and a day in base 64"
    }
  }
}
