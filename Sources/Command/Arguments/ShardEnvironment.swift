import Simulator

/// The part of a sweep that this process is to play, as the system that started it says in the environment.
struct ShardEnvironment: Hashable {
  /// The part.
  let shard: Shard
  /// A file to touch, by which the system learns that the test shards itself; nil where none is wanted.
  let statusFile: String?

  /// Reads `variables`.
  ///
  /// A pair of its own, `REHEARSE_SHARD_INDEX` (from 0) and `REHEARSE_SHARD_COUNT`, comes before all others; it is what
  /// a GitHub matrix passes from `strategy.job-index` and `strategy.job-total`, which are in no variable.
  ///
  /// - Throws: ``ShardEnvironmentError`` where nothing is found, or not enough, or more than one answer.
  init(_ variables: [String: String]) throws(ShardEnvironmentError) {
    if variables[Self.index] != nil {
      self = try Self.own(variables)
      return
    }
    var found: [(system: String, environment: Self)] = []
    for reader in Self.readers {
      if let environment = try reader.read(variables) { found.append((reader.system, environment)) }
    }
    guard let first = found.first else { throw .nothing }
    guard found.count == 1 else { throw .several(found.map(\.system)) }
    self = first.environment
  }

  private init(_ shard: Shard, statusFile: String? = nil) {
    self.shard = shard
    self.statusFile = statusFile
  }

  // MARK: - The systems

  private static let index = "REHEARSE_SHARD_INDEX"
  private static let count = "REHEARSE_SHARD_COUNT"

  private struct Reader {
    let system: String
    let read: @Sendable ([String: String]) throws(ShardEnvironmentError) -> ShardEnvironment?
  }

  private static let readers = [
    Reader(system: "Slurm", read: slurm), Reader(system: "Kubernetes", read: kubernetes),
    Reader(system: "Bazel", read: bazel), Reader(system: "GitLab", read: gitlab),
  ]

  private static func own(
    _ variables: [String: String]
  ) throws(ShardEnvironmentError) -> ShardEnvironment {
    ShardEnvironment(
      try shard(
        try number(index, variables), of: try number(count, variables), names: [index, count]))
  }

  /// Job arrays of Slurm: the indices run from `SLURM_ARRAY_TASK_MIN` in steps of `SLURM_ARRAY_TASK_STEP` to
  /// `SLURM_ARRAY_TASK_MAX` (sbatch(1), "Output environment variables").
  private static func slurm(
    _ variables: [String: String]
  ) throws(ShardEnvironmentError) -> ShardEnvironment? {
    let names = ["ID", "COUNT", "MIN", "MAX", "STEP"].map { "SLURM_ARRAY_TASK_" + $0 }
    guard variables[names[0]] != nil else { return nil }
    let task = try number(names[0], variables)
    let count = try number(names[1], variables)
    let first = try number(names[2], variables)
    let last = variables[names[3]] == nil ? nil : try number(names[3], variables)
    let step = variables[names[4]] == nil ? 1 : try number(names[4], variables)
    // A list of indices such as 1,2,9 leaves gaps; which place an index has in it is told nowhere.
    guard step > 0, task >= first, (task - first).isMultiple(of: step),
      last.map({ $0 >= first && ($0 - first) / step == count - 1 }) ?? true
    else { throw .contradiction(names.filter { variables[$0] != nil }) }
    return ShardEnvironment(try shard((task - first) / step, of: count, names: names))
  }

  /// Indexed jobs of Kubernetes: the index, from 0, is in `JOB_COMPLETION_INDEX`; the number of completions is in no
  /// variable, so the manifest gives it once more (Kubernetes documentation, "Indexed Job for Parallel Processing with
  /// Static Work Assignment").
  private static func kubernetes(
    _ variables: [String: String]
  ) throws(ShardEnvironmentError) -> ShardEnvironment? {
    let name = "JOB_COMPLETION_INDEX"
    guard variables[name] != nil else { return nil }
    return ShardEnvironment(
      try shard(
        try number(name, variables), of: try number(count, variables), names: [name, count]))
  }

  /// Bazel's sharded tests: the index, from 0, and the number of shards; a test that knows about them touches a file
  /// (Bazel, "Test encyclopedia", "Test sharding").
  private static func bazel(
    _ variables: [String: String]
  ) throws(ShardEnvironmentError) -> ShardEnvironment? {
    let names = ["TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"]
    guard names.contains(where: { variables[$0] != nil }) else { return nil }
    return ShardEnvironment(
      try shard(try number(names[0], variables), of: try number(names[1], variables), names: names),
      statusFile: variables["TEST_SHARD_STATUS_FILE"])
  }

  /// GitLab's `parallel:` jobs: the index, from 1, and the number, which is 1 where there is no index (GitLab, "Predefined
  /// CI/CD variables").
  private static func gitlab(
    _ variables: [String: String]
  ) throws(ShardEnvironmentError) -> ShardEnvironment? {
    let names = ["CI_NODE_INDEX", "CI_NODE_TOTAL"]
    guard names.contains(where: { variables[$0] != nil }) else { return nil }
    let total = try number(names[1], variables)
    if total == 1, variables[names[0]] == nil { return ShardEnvironment(.whole) }
    return ShardEnvironment(
      try shard(try number(names[0], variables) - 1, of: total, names: names))
  }

  // MARK: -

  private static func number(
    _ name: String, _ variables: [String: String]
  ) throws(ShardEnvironmentError) -> Int {
    guard let text = variables[name] else { throw .missing(name) }
    guard let number: Int = PlainNumber.read(text) else { throw .noNumber(name, text) }
    return number
  }

  private static func shard(
    _ index: Int, of count: Int, names: [String]
  ) throws(ShardEnvironmentError) -> Shard {
    guard count <= Shard.limit else { throw .tooMany(count) }
    guard index < count, let shard = Shard("\(index + 1)/\(count)") else {
      throw .contradiction(names)
    }
    return shard
  }
}

/// The reason why `--shard auto` cannot tell which part to play.
enum ShardEnvironmentError: Error, Hashable, CustomStringConvertible {
  /// No system that is known left a word.
  case nothing
  /// A variable is there, another one that belongs to it is not.
  case missing(String)
  /// A variable holds no whole number.
  case noNumber(String, String)
  /// There are more parts than a sweep has.
  case tooMany(Int)
  /// The variables cannot all be right.
  case contradiction([String])
  /// More than one system left word.
  case several([String])

  var description: String {
    let way = "give --shard I/K, or set REHEARSE_SHARD_INDEX (from 0) and REHEARSE_SHARD_COUNT"
    switch self {
    case .nothing:
      return """
        --shard auto found nothing in the environment: neither a Slurm array, nor an indexed job of \
        Kubernetes, nor a test of Bazel, nor a parallel job of GitLab; \(way)
        """
    case .missing(let name):
      return "--shard auto needs the variable \(name), which is not set; set it, or \(way)"
    case .noNumber(let name, let text):
      return "--shard auto: the variable \(name) is \"\(text)\", which is no whole number; \(way)"
    case .tooMany(let count):
      return "--shard auto: \(count) parts are more than a sweep has, \(Shard.limit); \(way)"
    case .contradiction(let names):
      return """
        --shard auto: the variables \(names.joined(separator: ", ")) do not name one part of \
        several that are numbered without gaps; \(way)
        """
    case .several(let systems):
      return """
        --shard auto found the variables of \(systems.joined(separator: " and of ")), and cannot \
        know which counts; \(way)
        """
    }
  }
}
