internal import Simulator

/// Looks for the plainest day that fails in the same way as a given one: fewer steps, phones and settings, plainer links and
/// clocks, shorter waits, smaller numbers (delta debugging, Zeller and Hildebrandt 2002), no knobs and no faults of the
/// nemesis, the plain schedule, and the seed 1, with which a scenario is run that nobody says more of.
public struct DayShrinker<Fault: Error> {
  /// The plainest run that was found.
  public private(set) var best: RunResult
  private var budget: ShrinkBudget
  private var day: Day
  private let original: Day
  private let beginning: RunConfiguration
  private let signature: FailureSignature
  private let play: (RunConfiguration) throws(Fault) -> RunResult

  /// Begins with a run that has failed; nil for one that did not, or that played no day.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of runs that are tried.
  ///   - events: The number of steps of these runs after which no other is tried: a day that goes on until it is exhausted takes as
  ///     many as thousands of others.
  ///   - play: Plays a day.
  public init?(
    _ result: RunResult, limit: Int = 600, events: UInt64 = ShrinkBudget.events,
    play: @escaping (RunConfiguration) throws(Fault) -> RunResult
  ) {
    guard let signature = result.failure, let day = result.day else { return nil }
    self.signature = signature
    self.day = day
    original = day
    beginning = result.configuration
    budget = ShrinkBudget(runs: limit, events: events)
    self.play = play
    best = result
  }

  /// The number of runs that were tried.
  public var runs: Int { budget.played }

  /// What the plainest day has less than the given one, in words; none where no plainer day fails in the same way.
  public var steps: [String] {
    var told: [String] = []
    if best.configuration.schedule != beginning.schedule {
      told.append("in the plain order of steps")
    }
    if best.configuration.faults < beginning.faults { told.append("without faults") }
    let counts = [
      ("step", original.steps.count, day.steps.count),
      ("phone", original.phones.count, day.phones.count),
      ("setting", original.settings.count, day.settings.count),
    ]
    for (noun, before, after) in counts where after < before {
      told.append("\(after) \(noun)\(after == 1 ? "" : "s") of the day instead of \(before)")
    }
    let (before, after) = (Self.waits(in: original), Self.waits(in: day))
    if after < before {
      told.append("waits of \(after.stopwatch) in all instead of \(before.stopwatch)")
    }
    if isPlainer(\.skew) || isPlainer(\.profile) { told.append("plainer clocks and links") }
    if hasSmallerNumbers { told.append("smaller numbers in what is done") }
    return told
  }

  private static func waits(in day: Day) -> Duration {
    day.steps.reduce(.zero) { $0 + $1.wait }
  }

  /// Whether phones that are left have another value than in the given day.
  private func isPlainer<Value: Equatable>(_ value: KeyPath<Day.Phone, Value>) -> Bool {
    day.phones.contains { phone in
      original.phones.contains {
        $0.name == phone.name && $0[keyPath: value] != phone[keyPath: value]
      }
    }
  }

  /// Whether a step that is left does what the given day does nowhere.
  private var hasSmallerNumbers: Bool {
    let deeds = Set(original.steps.map(\.deed))
    return day.steps.contains { !deeds.contains($0.deed) }
  }

  /// Shrinks the day.
  public mutating func shrink() throws(Fault) {
    // What the seed drew is given from here on.
    _ = try tryOut(day)
    try plainRun()
    var before: Day
    repeat {
      before = day
      try dropSteps()
      try plainCast()
      try plainWaits()
      try smallerNumbers()
    } while day != before && !budget.isSpent
    // What the whole day needed, these few steps may not.
    try plainRun()
  }

  /// Tries the run as a scenario file is played by default: each part that is not needed is left out.
  private mutating func plainRun() throws(Fault) {
    _ = try tryOut(day) { $0.schedule = .fifo }
    _ = try tryOut(day) { $0.faults = 0 }
    _ = try tryOut(day) { $0.knobs = [] }
    for knob in best.configuration.knobs.knobs {
      _ = try tryOut(day) { $0.knobs[knob] = nil }
    }
    // Without them the seed decides the order and delays.
    _ = try tryOut(day) { $0.seed = 1 }
  }

  private mutating func tryOut(
    _ candidate: Day, _ change: (inout RunConfiguration) -> Void = { _ in }
  ) throws(Fault) -> Bool {
    var configuration = best.configuration
    configuration.day = .given(candidate)
    change(&configuration)
    guard configuration != best.configuration, !budget.isSpent else { return false }
    let result = try play(configuration)
    budget.take(result)
    guard result.failure == signature else { return false }
    best = result
    day = candidate
    return true
  }

  private mutating func dropSteps() throws(Fault) {
    var size = max(1, day.steps.count / 2)
    while true {
      // From the end: what comes later leans on what came before.
      var end = day.steps.count
      while end > 0 {
        let start = max(0, end - size)
        var candidate = day
        candidate.steps.removeSubrange(start..<end)
        if try !tryOut(candidate), start < candidate.steps.count {
          // The same at the old times.
          let waits = day.steps[start..<end].reduce(Duration.zero) { $0 + $1.wait }
          candidate.steps[start].wait += waits
          if waits > .zero { _ = try tryOut(candidate) }
        }
        end = min(start, day.steps.count)
      }
      if size == 1 { return }
      size /= 2
    }
  }

  private mutating func plainCast() throws(Fault) {
    for place in day.settings.indices.reversed() {
      var candidate = day
      candidate.settings.remove(at: place)
      _ = try tryOut(candidate)
    }
    for place in day.phones.indices.reversed() {
      var candidate = day
      candidate.phones.remove(at: place)
      let name = day.phones[place].name
      candidate.steps.removeAll { $0.phone == name }
      if !candidate.phones.isEmpty, try tryOut(candidate) { continue }
      candidate = day
      candidate.phones[place].skew = .zero
      candidate.phones[place].profile = "wifi"
      if try tryOut(candidate) { continue }
      candidate = day
      candidate.phones[place].skew = .zero
      _ = try tryOut(candidate)
    }
  }

  private mutating func plainWaits() throws(Fault) {
    var candidate = day
    for place in candidate.steps.indices { candidate.steps[place].wait = .zero }
    if try tryOut(candidate) { return }
    for place in day.steps.indices {
      for wait in [Duration.zero, .milliseconds(10), .milliseconds(100), .seconds(1), .seconds(10)]
      where wait < day.steps[place].wait {
        candidate = day
        candidate.steps[place].wait = wait
        if try tryOut(candidate) { break }
      }
    }
  }

  private mutating func smallerNumbers() throws(Fault) {
    for place in day.steps.indices {
      for number in Self.numbers(in: day.steps[place].deed).reversed() {
        for smaller in [1, 10, 100, 1_000] where smaller < number.value {
          var candidate = day
          candidate.steps[place].deed.replaceSubrange(number.range, with: "\(smaller)")
          if try tryOut(candidate) { break }
        }
      }
    }
  }

  /// The whole numbers of a deed that stand in no text.
  private static func numbers(in deed: String) -> [(range: Range<String.Index>, value: Int)] {
    var found: [(Range<String.Index>, Int)] = []
    var isText = false
    var start: String.Index?
    for index in deed.indices {
      let character = deed[index]
      if character == "\"" { isText.toggle() }
      let isDigit = !isText && ("0"..."9" ~= character)
      if isDigit, start == nil { start = index }
      if !isDigit, let first = start {
        if let value = Int(deed[first..<index]) { found.append((first..<index, value)) }
        start = nil
      }
    }
    return found
  }
}
