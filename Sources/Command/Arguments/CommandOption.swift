internal import Backend

/// An option of the command: how it is typed and what it does.
struct CommandOption: Hashable {
  /// The name with its dashes, such as `--seed`.
  let name: String
  /// The placeholder for the option's value in the help; nil for an option without a value.
  let placeholder: String?
  /// The effect of the option, in one line of help.
  let summary: String
  /// Whether the help leaves it out: it is for the command itself.
  let isHidden: Bool

  private init(
    _ name: String, _ placeholder: String?, _ summary: String, isHidden: Bool = false
  ) {
    self.name = name
    self.placeholder = placeholder
    self.summary = summary
    self.isHidden = isHidden
  }

  /// The name with its placeholder, as it stands in the help.
  var synopsis: String { placeholder.map { "\(name) \($0)" } ?? name }

  static let help = CommandOption("--help", nil, "print this help")
  static let seed = CommandOption("--seed", "N", "the seed of every choice (default 1)")
  static let playedSeed = CommandOption(
    "--seed", "N",
    "play as a sweep plays seed N: schedule, faults and knobs are drawn (default: 1, all plain)")
  static let schedule = CommandOption(
    "--schedule", "fifo|random|pct:D", "which ready lane goes next (default fifo)")
  static let drawnSchedule = CommandOption(
    "--schedule", "fifo|random|pct:D", "which ready lane goes next (default: drawn by each seed)")
  static let anySchedule = CommandOption(
    "--schedule", "fifo|random|pct:D|exhaustive",
    "which ready lane goes next (default fifo); exhaustive tries every order")
  static let knobs = CommandOption(
    "--knobs", "none|all|NAME+…",
    "conditions that scenarios leave open, such as links+clocks (default: drawn by each seed)")
  static let maxRuns = CommandOption(
    "--max-runs", "N", "with exhaustive: how many runs of a scenario at the most (default 10000)")
  static let maxDeviations = CommandOption(
    "--max-deviations", "D",
    "with exhaustive: in how many choices a run may differ from fifo (default: any number)")
  static let everyOrder = CommandOption(
    "--every-order", nil,
    "with exhaustive: play orders too that come to the same as a played one")
  static let faults = CommandOption(
    "--faults", "none|declared|random[:N]",
    "faults from the seed, in the scenarios that allow them (default: as each scenario says)")
  static let drawnFaults = CommandOption(
    "--faults", "none|declared|random[:N]",
    "faults from the seed, in the scenarios that allow them (default: drawn by each seed)")
  static let kinds = CommandOption("--kinds", "KIND,…", "only these kinds of faults (default: all)")
  static let events = CommandOption(
    "--events", "EVENT,…", "only at these kinds of events (default: all)")
  static let anyway = CommandOption(
    "--anyway", nil, "play scenarios whose statements do not allow faults, too")
  static let format = CommandOption(
    "--format", "text|json|junit", "a table, JSON Lines, or JUnit's XML (default text)")
  static let plainFormat = CommandOption(
    "--format", "text|json", "a table, or JSON Lines (default text)")
  static let output = CommandOption(
    "--output", "FILE", "write the results to FILE, whole or not at all")
  static let verifyDeterminism = CommandOption(
    "--verify-determinism", nil,
    "play every run again in another process; fail where digests differ")
  static let noVerifyDeterminism = CommandOption(
    "--no-verify-determinism", nil,
    "play no run of ordinary code again, as is done by itself where the variable CI is set")
  static let statics = CommandOption(
    "--statics", nil,
    "play every run again with statics of its own for each launch; fail where that differs")
  static let strict = CommandOption(
    "--strict", nil, "fail a run in which something is tried with a process that has ended")
  static let hashSeeds = CommandOption(
    "--hash-seeds", "fixed|compared",
    "whether the order of a Set may differ in the second process (default compared; unasked: fixed)"
  )
  static let jobs = CommandOption(
    "--jobs", "N", "how many runs are played at a time (default: one a core)")
  static let hangTimeout = CommandOption(
    "--hang-timeout", "TIME",
    "real time after which a step that does not end is given up (default 10s)")
  static let runTimeout = CommandOption(
    "--run-timeout", "TIME",
    "real time that a run may take in all, such as 30s or 2m (default: no limit)")
  static let seeds = CommandOption(
    "--seeds", "N|A..<B", "how many seeds from --seed on, or which ones (default 1000)")
  static let shard = CommandOption(
    "--shard", "I/K|auto", "play only the I-th of K equal parts; auto: as the environment says")
  static let failFast = CommandOption("--fail-fast", nil, "stop at the first run that fails")
  static let time = CommandOption(
    "--time", "TIME", "stop after this much real time, such as 90s, 10m or 2h")
  static let profiles = CommandOption(
    "--profiles", "NAME,…",
    "links such as wifi,lte,3g; measured or constant for a family (default: the scenarios' own)")
  static let backendPath = CommandOption(
    "--path", "NAME",
    "the way to the backend behind the links: \(BackendPath.named.map(\.name).joined(separator: ", "))"
  )
  static let trace = CommandOption(
    "--trace", "UP,DOWN",
    "play on a recorded link too: a file of delivery opportunities for each direction")
  static let budgetFormat = CommandOption(
    "--format", "text|json|svg", "tables, JSON Lines, or a drawing (default text)")
  static let allow = CommandOption(
    "--allow", "SHARE", "pass when at most this share, such as 0.1%, is over budget for sure")
  static let journal = CommandOption("--journal", nil, "print everything that happened")
  static let report = CommandOption(
    "--report", "FILE",
    "write a page to look at: runs that failed, or a few that passed, phone by phone (.json: data)")
  static let instants = CommandOption(
    "--at", "TIME,…",
    "draw every phone at these instants, such as 1s,90s (default: moments that matter)")
  static let frames = CommandOption(
    "--frames", "N", "how many moments are drawn at the most (default \(Storyboard.usual))")
  static let chromeTrace = CommandOption(
    "--chrome-trace", "FILE",
    "write the first run that --report would show as trace events, for Perfetto")
  static let packets = CommandOption(
    "--pcap", "FILE",
    "write the segments of that run as a packet capture (pcapng), for Wireshark; addresses are made up"
  )
  static let watch = CommandOption(
    "--watch", nil, "play one run on the terminal, the phones side by side, step by step with keys")
  static let speed = CommandOption(
    "--speed", "X", "with --watch: the seconds of virtual time in a second (default 1)")
  static let reportAll = CommandOption(
    "--report-all", nil, "with --report: record every run, also those that passed")
  static let withoutPlaying = CommandOption(
    "--without-playing", nil, "only show what is covered; play nothing")
  static let shrink = CommandOption(
    "--shrink", nil, "look for the plainest run that fails in the same way, and tell its story")
  static let save = CommandOption(
    "--save", nil, "keep the first failure of each scenario as a regression")
  static let regressions = CommandOption(
    "--regressions", "FOLDER",
    "where regressions are kept (default: \(RegressionFolder.standardName), beside the scenario files)"
  )
  static let memory = CommandOption(
    "--memory", "SIZE",
    "memory that a process which plays runs may hold, such as 500m or 4g (default 1536m)")
  static let dependency = CommandOption(
    "--dependency", "PATH|URL@VERSION",
    "where the new package finds Rehearsal (default: the checkout of this program)")
  static let days = CommandOption(
    "--days", "N", "how many days are played in all (default: one for each seed)")
  static let phones = CommandOption(
    "--phones", "A...B", "how many phones a fresh day begins with (default 2...6)")
  static let users = CommandOption(
    "--users", "A...B", "how many users they belong to (default: from 2 up to one a phone)")
  static let corpus = CommandOption(
    "--corpus", "FOLDER", "keep the days that reach something new there, and play them first")
  static let unguided = CommandOption(
    "--unguided", nil, "play fresh days only, none that are changes of kept ones")
  static let withoutShrinking = CommandOption(
    "--without-shrinking", nil, "tell failures as they were found")
  static let daySchedule = CommandOption(
    "--schedule", "fifo|random|pct:D",
    "which ready lane goes next (default: drawn by the seed of each day)")
  static let duration = CommandOption(
    "--for", "TIME", "how long, such as 10m or 8h (default: until it is stopped)")
  static let runs = CommandOption("--runs", "N", "stop after so many runs")
  static let folder = CommandOption(
    "--folder", "FOLDER",
    "where the soak keeps what it knows and found, to go on from there (default: \(SoakFolder.standardName))"
  )
  static let briefStories = CommandOption(
    "--brief", nil, "tell failures in twenty lines")
  static let longStories = CommandOption(
    "--long", nil,
    "tell failures in full: the whole screen, all that was under way, every last event")
  static let again = CommandOption(
    "--again", nil, "its runs were played elsewhere already", isHidden: true)
}
