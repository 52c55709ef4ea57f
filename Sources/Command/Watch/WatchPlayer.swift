internal import Harness
import Simulator
internal import SystemSupport

/// Plays one run for somebody who watches: on a terminal phone by phone, elsewhere as lines.
struct WatchPlayer {
  private let plan: PlannedRun
  private let engine: RunEngine
  private let speed: Double

  /// Nil where nobody asked to watch.
  ///
  /// - Throws: Where the arguments ask for more than one run, or for what cannot be watched.
  init?(
    asked arguments: ParsedArguments, _ plan: RunPlan, _ engine: RunEngine
  ) throws(UsageError) {
    guard arguments.has(.watch) else {
      if arguments.has(.speed) { throw .missingArgument("--watch, which --speed is for,") }
      return nil
    }
    let others: [CommandOption] = [
      .format, .output, .report, .chromeTrace, .packets, .shrink, .save, .verifyDeterminism,
      .statics,
      .journal, .trace,
    ]
    for other in others where arguments.has(other) {
      throw .conflict("--watch", other.name, reason: "one run is played to look at; leave one out")
    }
    guard plan.ordinals.count == 1 else {
      throw .conflict(
        "--watch", "\(plan.ordinals.count) runs", reason: "it shows one; name one scenario")
    }
    self.plan = plan[plan.ordinals.lowerBound]
    self.engine = engine
    speed = try arguments.value(.speed, default: 1) { text throws(Misfit) in
      guard let speed = Double(text), WatchState.speeds.contains(speed) else {
        throw Misfit(
          "a speed is a number from \(WatchState.speeds.lowerBound) to \(WatchState.speeds.upperBound)"
        )
      }
      return speed
    }
  }

  /// Plays the run, shows it, and tells its outcome.
  func run(on console: Console) throws -> ExitStatus {
    Interrupts.listen()
    let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
    let finished = try session.play(plan.scenario, plan.configuration, .film)
    let style = Style(hasColour: console.hasColour)
    if let recording = finished.recording {
      let watched = WatchedRun(finished, recording)
      if let terminal = console.isWatched ? Terminal() : nil {
        try show(watched, on: terminal, style)
      } else {
        console.results(watched.plainLines.joined(separator: "\n") + "\n\n")
      }
    } else {
      console.notes("\(plan.scenario.name) could not be recorded: it ended its process\n")
    }
    let result = finished.result
    if let story = StoryText(finished, style: style) { console.results(story.text) }
    console.results(
      "\(result.scenario) \(style.outcome(result.outcome, result.outcome.rawValue)) in "
        + "\(Instant(nanoseconds: result.virtualNanoseconds)) of virtual time, digest \(result.digestText)\n"
    )
    if Interrupts.isAsked { return .interrupted }
    return result.outcome == .passed ? .passed : .failed
  }

  private func show(_ watched: WatchedRun, on terminal: Terminal, _ style: Style) throws {
    try write(Self.enter)
    defer { try? write(Self.leave) }
    var state = WatchState(event: watched.stops[0], speed: speed)
    var drawn: (state: WatchState, size: (columns: Int, rows: Int))?
    var due = SuspendingClock.now + pause(state, in: watched)
    while !Interrupts.isAsked {
      let size = terminal.size
      if drawn.map({ $0.state != state || $0.size != size }) ?? true {
        let page = watched.page(state, columns: size.columns, rows: size.rows, style: style)
        let text = page.joined(separator: Self.endOfLine + "\r\n")
        try write(Self.home + text + Self.endOfLine + Self.endOfPage)
        drawn = (state, size)
      }
      let left = state.isPlaying ? SuspendingClock.now.duration(to: due) : .milliseconds(200)
      let wait = Int32(clamping: max(0, left.milliseconds))
      for key in WatchKey.read(try terminal.keys(within: min(wait, 200))) {
        guard state.press(key, stops: watched.stops, count: watched.recording.events.count) else {
          return
        }
        due = SuspendingClock.now + pause(state, in: watched)
      }
      if state.isPlaying, SuspendingClock.now >= due {
        if let next = state.next(in: watched.stops) { state.event = next }
        if state.next(in: watched.stops) == nil { state.isPlaying = false }
        due = SuspendingClock.now + pause(state, in: watched)
      }
    }
  }

  private func pause(_ state: WatchState, in watched: WatchedRun) -> Duration {
    let events = watched.recording.events
    guard let next = state.next(in: watched.stops) else { return state.pause(before: 0) }
    return state.pause(before: events[next].instant - events[state.event].instant)
  }

  private func write(_ text: String) throws(OutputFault) {
    do throws(SystemError) {
      try StandardDescriptors.write(text, to: StandardDescriptors.output)
    } catch {
      throw OutputFault(reason: error.reason)
    }
  }

  // Control sequences of ECMA-48, and the alternate screen of xterm.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"
  private static let home = "\u{1B}[H"
  private static let endOfLine = "\u{1B}[K"
  private static let endOfPage = "\u{1B}[J"
}
