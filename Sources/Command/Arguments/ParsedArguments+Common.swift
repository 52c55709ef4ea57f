import Foundation
import Simulator

/// How results are written.
enum ResultFormat: String, CaseIterable {
  case text
  case json
  case junit
}

extension ParsedArguments {
  /// The seed of `--seed`.
  func seed() throws(UsageError) -> UInt64 {
    try value(.seed, default: 1, expected: "a seed is a whole number from 0 to 2^64-1") {
      UInt64($0)
    }
  }

  /// The seeds of `--seeds`.
  func seeds() throws(UsageError) -> SeedRange {
    let first = try seed()
    return try value(
      .seeds, default: SeedRange(first: first, count: 1000),
      expected: "seeds are a number of them, or a range such as 1..<1001"
    ) { SeedRange($0, from: first) }
  }

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
    let shard = try value(
      .shard, default: .whole,
      expected: "a shard is I/K, such as 1/4 for the first of four, or auto"
    ) { Shard($0) }
    return (shard, nil)
  }

  /// The schedule of `--schedule`.
  func schedule(_ option: CommandOption = .schedule) throws(UsageError) -> Schedule {
    guard let name = text(option) else { return .fifo }
    if name == "exhaustive" {
      throw .badValue(
        option: option.name, value: name, expected: "only `rehearse run` tries every order")
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
      for option in [CommandOption.maxRuns, .maxDeviations] where has(option) {
        throw .conflict(
          option.name, "--schedule \(text(.anySchedule) ?? "fifo")",
          reason: "only --schedule exhaustive explores")
      }
      return nil
    }
    if has(.verifyDeterminism) {
      throw .conflict(
        "--schedule exhaustive", "--verify-determinism", reason: "it plays no run twice")
    }
    var limits = Exploration.Limits()
    limits.runs = try value(
      .maxRuns, default: limits.runs,
      expected: "the number of runs is a whole number from 1 to 100000000"
    ) { Int($0).flatMap { (1...100_000_000).contains($0) ? $0 : nil } }
    if has(.maxDeviations) {
      limits.deviations = try value(
        .maxDeviations, default: 0,
        expected: "the number of deviations is a whole number from 0 to 1000"
      ) { Int($0).flatMap { (0...1000).contains($0) ? $0 : nil } }
    }
    return limits
  }

  /// The faults of `--faults`.
  func faults() throws(UsageError) -> FaultChoice {
    try value(
      .faults, default: .asDeclared,
      expected: "faults are none, random, or random:N for at most N of them"
    ) { FaultChoice($0) }
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
    try value(
      .jobs, default: ProcessInfo.processInfo.activeProcessorCount,
      expected: "the number of jobs is a whole number from 1 to 1024"
    ) { Int($0).flatMap { (1...1024).contains($0) ? $0 : nil } }
  }

  /// The patience of `--hang-timeout`.
  func hangTimeout() throws(UsageError) -> Duration {
    try value(.hangTimeout, default: .seconds(10), expected: Self.durationForm) {
      Self.duration($0)
    }
  }

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

  /// What plays the runs of a command: `--jobs`, `--hang-timeout`, `--memory`, `--verify-determinism`.
  func engine(on host: RunEngine.Host) throws(UsageError) -> RunEngine {
    var host = host
    let (patience, memory) = (try hangTimeout(), try memoryLimit())
    if case .processes(let program) = host {
      host = .processes(
        WorkerProgram(path: program.path, hangTimeout: patience, memoryLimit: memory))
    }
    return RunEngine(host: host, jobs: try jobs(), playsTwice: has(.verifyDeterminism))
  }

  /// The limit of `--time`, nil when there is none.
  func timeLimit() throws(UsageError) -> Duration? {
    guard has(.time) else { return nil }
    return try value(.time, default: .zero, expected: Self.durationForm) { Self.duration($0) }
  }

  private static let durationForm =
    "a time is a whole number above 0 with ms, s, m or h, such as 90s"

  /// Reads `500ms`, `90s`, `10m` or `2h`; a number alone is in seconds.
  static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), (1...1_000_000_000).contains(number) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "", "s": return .seconds(number)
    case "m": return .minutes(number)
    case "h": return .hours(number)
    default: return nil
    }
  }
}
