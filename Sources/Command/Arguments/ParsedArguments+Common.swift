import Foundation
internal import Harness
import Network
import Simulator

/// The format of results.
enum ResultFormat: String, CaseIterable {
  case text
  case json
  case junit
}

extension ParsedArguments {
  /// The seed of `--seed`.
  func seed() throws(UsageError) -> UInt64 {
    let number = WholeNumber("a seed", in: 0...UInt64.max, greatest: "2^64-1")
    return try value(.seed, default: 1) { text throws(Misfit) in try number.read(text) }
  }

  /// The seeds of `--seeds`.
  func seeds() throws(UsageError) -> SeedRange {
    let first = try seed()
    guard has(.seeds) else {
      do throws(Misfit) {
        return try SeedRange(parsing: "\(Self.standardSeeds)", from: first)
      } catch {
        throw .badValue(
          option: CommandOption.seed.name, value: "\(first)",
          expected: error.reason + ", or give fewer --seeds")
      }
    }
    return try value(.seeds, default: SeedRange(first: first, count: 1)) { text throws(Misfit) in
      try SeedRange(parsing: text, from: first)
    }
  }

  /// So many seeds are played where nothing else is said.
  private static let standardSeeds = 1000

  /// The part of `--shard`, and for `auto` what else the environment asks for.
  func shard(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) -> (shard: Shard, statusFile: String?) {
    if text(.shard) == "auto" {
      do {
        let found = try ShardEnvironment(environment)
        return (found.shard, found.statusFile)
      } catch {
        throw .shardEnvironment(error)
      }
    }
    let shard = try value(.shard, default: Shard.whole) { text throws(Misfit) in
      try Shard(parsing: text)
    }
    return (shard, nil)
  }

  /// The schedule of `--schedule`.
  func schedule(_ option: CommandOption = .schedule) throws(UsageError) -> Schedule {
    guard let name = text(option) else { return .fifo }
    if name == "exhaustive" {
      throw .badValue(
        option: option.name, value: name, expected: "only `\(Program.name) run` tries every order")
    }
    do {
      return try Schedule(named: name)
    } catch {
      throw .badValue(option: option.name, value: name, expected: "\(error)")
    }
  }

  /// The limits of an exploration; nil unless `--schedule exhaustive` was given.
  func explorationLimits() throws(UsageError) -> Exploration.Limits? {
    guard text(.anySchedule) == "exhaustive" else {
      for option in [CommandOption.maxRuns, .maxDeviations, .everyOrder] where has(option) {
        throw .conflict(
          option.name, "--schedule \(text(.anySchedule) ?? "fifo")",
          reason: "only --schedule exhaustive explores")
      }
      return nil
    }
    for option in [CommandOption.verifyDeterminism, .statics] where has(option) {
      throw .conflict("--schedule exhaustive", option.name, reason: "it plays no run twice")
    }
    var limits = Exploration.Limits(isReduced: !has(.everyOrder))
    let runs = WholeNumber("the number of runs", in: 1...100_000_000)
    limits.runs = try value(.maxRuns, default: limits.runs) { text throws(Misfit) in
      try runs.read(text)
    }
    if has(.maxDeviations) {
      let deviations = WholeNumber("the number of deviations", in: 0...1000)
      limits.deviations = try value(.maxDeviations, default: 0) { text throws(Misfit) in
        try deviations.read(text)
      }
    }
    return limits
  }

  /// The faults of `--faults`.
  func faults() throws(UsageError) -> FaultChoice {
    try value(.faults, default: FaultChoice.asDeclared) { text throws(Misfit) in
      try FaultChoice(parsing: text)
    }
  }

  /// The length of stories, from `--brief` and `--long`.
  func storyLength() throws(UsageError) -> StoryText.Length {
    if has(.briefStories), has(.longStories) {
      throw .conflict("--brief", "--long", reason: "a story has one length")
    }
    return has(.briefStories) ? .brief : has(.longStories) ? .long : .usual
  }

  /// The format of `--format`, one of `formats`.
  func format(
    _ option: CommandOption = .plainFormat, of formats: [ResultFormat] = [.text, .json]
  ) throws(UsageError) -> ResultFormat {
    let names = formats.map(\.rawValue).joined(separator: " or ")
    return try value(option, default: .text, expected: "a format is \(names)") { text in
      formats.first { $0.rawValue == text }
    }
  }

  /// The number of threads of `--jobs`.
  func jobs() throws(UsageError) -> Int {
    let number = WholeNumber("the number of jobs", in: 1...1024)
    return try value(.jobs, default: ProcessInfo.processInfo.activeProcessorCount) {
      text throws(Misfit) in try number.read(text)
    }
  }

  /// The patience of `--hang-timeout`.
  func hangTimeout() throws(UsageError) -> Duration {
    try value(.hangTimeout, default: Duration.seconds(10)) { text throws(Misfit) in
      try Self.duration(text)
    }
  }

  /// The limit of `--run-timeout`; nil where there is none.
  func runTimeout() throws(UsageError) -> Duration? { try timeLimit(.runTimeout) }

  /// The limit of `--memory`, in bytes.
  func memoryLimit() throws(UsageError) -> Int {
    try value(
      .memory, default: WorkerProgram.standardMemoryLimit,
      expected: "a size is a whole number with k, m or g, at least 64m, such as 500m or 4g"
    ) { Self.size($0) }
  }

  /// Reads `500m` or `4g`; a number alone is in bytes.
  static func size(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let shift: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "": shift = 0
    case "k": shift = 10
    case "m": shift = 20
    case "g": shift = 30
    default: return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    return !overflow && bytes >= 64 << 20 ? bytes : nil
  }

  /// How processes hash, by `--hash-seeds`.
  func hashSeeds(
    default standard: WorkerProgram.HashSeeds
  ) throws(UsageError) -> WorkerProgram.HashSeeds {
    let kinds = WorkerProgram.HashSeeds.allCases.map(\.rawValue).joined(separator: " or ")
    return try value(.hashSeeds, default: standard, expected: "hash seeds are \(kinds)") {
      WorkerProgram.HashSeeds(rawValue: $0)
    }
  }

  /// The engine that plays the runs of a command, from `--jobs`, `--hang-timeout`, `--memory`,
  /// `--verify-determinism`, `--statics`.
  ///
  /// - Parameter unasked: What runs are compared with where these options say nothing; nil for nothing.
  func engine(
    on host: RunEngine.Host, unasked: RunEngine.Comparison? = nil
  ) throws(UsageError) -> RunEngine {
    var host = host
    let comparison = try comparison(unasked: unasked)
    let (patience, memory) = (try hangTimeout(), try memoryLimit())
    if case .processes(let program) = host {
      host = .processes(
        WorkerProgram(
          path: program.path, hangTimeout: patience, runTimeout: try runTimeout(),
          memoryLimit: memory,
          hashSeeds: try hashSeeds(default: comparison == .otherProcess ? .compared : .fixed),
          trace: text(.trace)))
    }
    return RunEngine(host: host, jobs: try jobs(), comparison: comparison)
  }

  /// What runs are compared with, by `--verify-determinism`, `--no-verify-determinism` and `--statics`.
  private func comparison(
    unasked: RunEngine.Comparison?
  ) throws(UsageError) -> RunEngine.Comparison? {
    if has(.verifyDeterminism) {
      for option in [CommandOption.statics, .noVerifyDeterminism] where has(option) {
        throw .conflict(
          option.name, "--verify-determinism",
          reason: option == .statics
            ? "each compares with another second run" : "one plays every run again, the other none")
      }
      return .otherProcess
    }
    if has(.statics) { return .separateStatics }
    return has(.noVerifyDeterminism) ? nil : unasked
  }

  /// What runs are compared with where nobody has asked for it: where CI runs the command, those of ordinary code with another
  /// process.
  ///
  /// - Parameter once: Whether one run of each scenario is enough.
  static func comparisonInCI(
    once: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> RunEngine.Comparison? {
    ContinuousIntegration.isPresent(in: environment) ? .ordinaryCode(once: once) : nil
  }

  /// The recorded link of `--trace`, which is known by its name from now on; nil when there is none.
  func recordedLink() throws(UsageError) -> LinkProfile? {
    guard let text = text(.trace) else { return nil }
    let files = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard files.count == 2, !files.contains("") else {
      throw .badValue(
        option: CommandOption.trace.name, value: text,
        expected: "two files with a comma between them: from the phone, and to it")
    }
    do {
      return try LinkProfile.addTrace(up: files[0], down: files[1])
    } catch {
      throw .unreadable(
        path: error.name, reason: (error.line.map { "line \($0): " } ?? "") + error.flaw)
    }
  }

  /// The limit of `--time`, nil when there is none.
  func timeLimit(_ option: CommandOption = .time) throws(UsageError) -> Duration? {
    guard has(option) else { return nil }
    return try value(option, default: Duration.zero) { text throws(Misfit) in
      try Self.duration(text)
    }
  }

  /// Reads `500ms`, `90s`, `10m` or `2h`; a number alone is in seconds.
  static func duration(_ text: String) throws(Misfit) -> Duration {
    let form = "a time is a whole number above 0 with ms, s, m or h, such as 90s"
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { throw Misfit(form) }
    let number = try WholeNumber("a time", in: 1...1_000_000_000).read(digits)
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "", "s": return .seconds(number)
    case "m": return .minutes(number)
    case "h": return .hours(number)
    case let unit: throw Misfit("\(form); \"\(unit)\" is no unit")
    }
  }
}
