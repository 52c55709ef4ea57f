internal import Harness
import Simulator

/// The runs of a command as the page lists them: counts, the runs that failed in groups, and the recorded ones.
struct ReportIndex {
  /// A run of the list.
  struct Row {
    let scenario: String
    let title: String
    let seed: UInt64
    let schedule: String
    let outcome: Outcome
    let virtual: Int64
    let steps: UInt64
    let digest: String
    let token: String
    /// The command that plays it again.
    let replay: String
    /// The number of its recording in the page; nil where it has none.
    var film: Int?
    /// The worst latency as a share of its limit, and the measure.
    let latency: (name: String, nanoseconds: Int64, limit: Int64?)?
    /// The kind of its failure; nil where it passed.
    let failure: String?
    /// What it says of this run; nil where it says nothing beyond its kind.
    let fact: String?
  }

  /// The command that plays these runs again; empty where the page holds one run's.
  let command: String
  /// The counts and the digest of all runs.
  let tally: Tally
  /// The runs that are listed.
  let rows: [Row]
  /// The number of runs of each kind of failure, the most frequent first, and what one of them says.
  let failures: [(kind: String, count: Int, summary: String)]
  /// The latencies of all runs by their names.
  var latencies: [ReportLatencies.Row] = []
  /// The probes that were reached, and in how many runs.
  var probes: [(name: String, runs: Int)] = []
  /// The faults that struck, and how often.
  var faults: [(name: String, count: Int)] = []
  /// The comparison of its two runs; nil where it lists runs.
  var comparison: RunComparison?
  /// How many orders of events the runs came to.
  var coverage = ReportCoverage()

  /// The JSON object.
  var text: String {
    JSONValue.members([
      "version": .integer(1), "command": .string(command),
      "runs": .integer(Int64(tally.runs)), "passed": .integer(Int64(tally.passed)),
      "failed": .integer(Int64(tally.failed)), "build": .string(BuildMode.current.rawValue),
      "digest": .string(Hexadecimal.text(tally.digest.value)),
      "distinct": .integer(Int64(coverage.distinct)), "coverage": coverage.value,
      "failures": .array(
        failures.map {
          .members([
            "kind": .string($0.kind), "count": .integer(Int64($0.count)),
            "summary": .string($0.summary),
          ])
        }),
      "latencies": .array(latencies.map(\.value)),
      "probes": .array(probes.map { .array([.string($0.name), .integer(Int64($0.runs))]) }),
      "faults": .array(faults.map { .array([.string($0.name), .integer(Int64($0.count))]) }),
      "comparison": comparison.map { comparison in
        .members([
          "difference": comparison.difference.map {
            .array([.integer(Int64($0.left)), .integer(Int64($0.right))])
          } ?? .null
        ])
      } ?? .null,
      "rows": .array(rows.map(\.value)),
    ]).text
  }
}

extension ReportIndex.Row {
  /// The row of a run.
  init(_ run: FinishedRun) {
    let result = run.result
    let worst = result.measures.max { Self.share($0) < Self.share($1) }
    scenario = result.scenario
    title = run.plan.scenario.title
    seed = result.configuration.seed
    schedule = "\(result.configuration.schedule)"
    outcome = result.outcome
    virtual = result.virtualNanoseconds
    steps = result.events
    digest = result.digestText
    token = "\(result.token)"
    replay = StoryText.commandLine(replaying: result.token)
    latency = worst.map { ($0.name, $0.nanoseconds, $0.limit) }
    failure = ReportGallery.kind(of: result)
    fact = result.story.flatMap { story in
      (story.facts.first ?? story.values.first).map(story.names.applied)
    }
  }

  private static func share(_ measure: Measure) -> Double {
    Double(measure.nanoseconds) / Double(max(1, measure.limit ?? 1_000_000_000))
  }

  fileprivate var value: JSONValue {
    .members([
      "scenario": .string(scenario), "title": .string(title), "seed": .string("\(seed)"),
      "schedule": .string(schedule), "outcome": .string(outcome.rawValue),
      "virtual": .integer(virtual), "steps": .unsigned(steps), "digest": .string(digest),
      "token": .string(token), "replay": .string(replay),
      "film": film.map { .integer(Int64($0)) } ?? .null,
      "failure": .optional(failure), "fact": .optional(fact),
      "latency": latency.map {
        .array([.string($0.name), .integer($0.nanoseconds), .optional($0.limit)])
      } ?? .null,
    ])
  }
}
