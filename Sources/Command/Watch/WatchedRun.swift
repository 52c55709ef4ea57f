internal import Harness
import Simulator

/// A recorded run as a terminal shows it: the phones side by side, what is waited for, and what happened last.
struct WatchedRun {
  let run: FinishedRun
  let recording: Recording
  /// The events at which something that a person sees changed or an expectation was over, in order.
  let stops: [Int]
  /// The rows that the longest screen of the run takes, as far as there is room for them.
  private let tallest: Int

  /// The columns within a phone's frame: as wide as this where there is room, and no narrower than the other.
  private static let phoneWidths = 22...34
  private static let phoneHeights = 5...18
  /// The kinds of events that are told.
  private static let told: Set<Journal.Kind> = [.scenario, .fault, .life, .screen]

  /// - Parameter recording: All that happened in the run.
  init(_ run: FinishedRun, _ recording: Recording) {
    self.run = run
    self.recording = recording
    let seen = recording.frames.filter { [.screen, .life, .shade].contains($0.part) }.map(\.event)
    let judged = recording.spans.filter { $0.kind == .expectation && $0.finish >= 0 }
      .map(\.finish)
    var stops: [Int] = []
    // order: sorted.
    for event in Set(seen + judged).sorted() where recording.events.indices.contains(event) {
      // Of the changes at one instant the last is the one that a person sees.
      if let last = stops.last,
        recording.events[last].instant == recording.events[event].instant
      {
        stops.removeLast()
      }
      stops.append(event)
    }
    self.stops = stops.isEmpty ? [max(0, recording.events.count - 1)] : stops
    let drawer = TextPhone(recording: recording, width: Self.phoneWidths.upperBound, height: 0)
    var tallest = Self.phoneHeights.lowerBound
    for frame in recording.frames where frame.part == .screen && frame.value >= 0 {
      tallest = max(tallest, drawer.rows(of: frame.value))
      if tallest >= Self.phoneHeights.upperBound { break }
    }
    self.tallest = min(tallest, Self.phoneHeights.upperBound)
  }

  // MARK: - Pages

  /// The whole terminal after an event: at most `rows` lines of at most `columns` columns.
  func page(_ state: WatchState, columns: Int, rows: Int, style: Style) -> [String] {
    let event = state.event
    var lines = [style.strong(cut(run.plan.scenario.title, columns))]
    lines.append(head(state, columns, style))
    let shown = phones(at: event, columns: columns)
    let width = min(
      max(columns / max(1, shown.count) - 5, Self.phoneWidths.lowerBound),
      Self.phoneWidths.upperBound)
    let height = min(max(rows - 12, Self.phoneHeights.lowerBound), tallest)
    let drawer = TextPhone(recording: recording, width: width, height: height)
    let drawn = shown.map { drawer.lines(of: $0, at: event, style: style) }
    for row in 0..<(height + 2) where !drawn.isEmpty {
      lines.append(drawn.map { $0[row] }.joined(separator: " "))
    }
    if shown.count < recording.phones.count {
      let text = "\(shown.count) of \(recording.phones.count) phones: those that changed last"
      lines.append(style.faint(cut(text, columns)))
    }
    lines += source(at: event, columns, style)
    lines += waits(at: event, columns, style).prefix(3)
    let foot = style.faint(
      cut(
        "space play or pause · ← → screen change · , . event · g G ends · + - speed · q quit",
        columns))
    let room = max(0, rows - lines.count - 2)
    lines += history(upTo: event, columns, style).suffix(room)
    return Array(lines.prefix(max(1, rows - 1))) + [foot]
  }

  /// The run as lines, for those who have no terminal.
  var plainLines: [String] {
    recording.events.indices.compactMap { event in line(event) }
  }

  // MARK: - Parts of a page

  private func head(_ state: WatchState, _ columns: Int, _ style: Style) -> String {
    let number = stops.lastIndex { $0 <= state.event }.map { $0 + 1 } ?? 0
    let result = run.result
    let speed =
      state.speed < 1 ? "1/\(Int((1 / state.speed).rounded()))" : "\(Int(state.speed.rounded()))"
    let text =
      "\(instant(state.event))  \(state.isPlaying ? "playing" : "paused") ×\(speed)  change \(number) of \(stops.count)"
      + "  \(result.scenario), seed \(result.configuration.seed), "
      + "schedule \(result.configuration.schedule): "
    let outcome = result.outcome.rawValue
    return cut(text, columns - outcome.count) + style.outcome(result.outcome, outcome)
  }

  /// The phones that there is room for: those that changed last, in their order.
  private func phones(at event: Int, columns: Int) -> [Int] {
    let most = max(1, (columns + 1) / (Self.phoneWidths.lowerBound + 5))
    guard recording.phones.count > most else { return Array(recording.phones.indices) }
    var chosen: [Int] = []
    for frame in recording.frames.reversed() where frame.event <= event {
      if !chosen.contains(frame.phone) { chosen.append(frame.phone) }
      if chosen.count == most { break }
    }
    return chosen.sorted()
  }

  private func source(at event: Int, _ columns: Int, _ style: Style) -> [String] {
    guard let line = recording.lines.last(where: { $0.event <= event }) else { return [] }
    let location = recording.places[line.place]
    let path = ScenarioFile.path(of: location, of: run.plan.scenario)
    let statement = SourceQuote(location)?.statement ?? ""
    return [cut("\(path):\(location.line)  \(statement)", columns)].map(style.faint)
  }

  private func waits(at event: Int, _ columns: Int, _ style: Style) -> [String] {
    let now = recording.events[event].instant
    return recording.spans.filter {
      $0.kind == .expectation && $0.begin <= event && ($0.finish < 0 || $0.finish >= event)
    }.map { span in
      let isOver = span.finish == event && span.end != .open
      let sign = !isOver ? "…" : span.end == .failed ? "✗" : "✓"
      let time = Duration.nanoseconds(max(0, now - span.from)).stopwatch
      let limit = span.limit < 0 ? "" : " of \(Duration.nanoseconds(span.limit).stopwatch)"
      let owner = recording.texts[span.owner]
      let text = recording.names.applied(to: recording.texts[span.text])
      let line = cut("\(sign) \(owner): \(text), \(time)\(limit)", columns)
      return isOver ? (span.end == .failed ? style.bad(line) : style.good(line)) : line.visible
    }
  }

  private func history(upTo event: Int, _ columns: Int, _ style: Style) -> [String] {
    let now = recording.events[event].instant
    return recording.events.indices.prefix(event + 1).suffix(400).compactMap { number in
      guard let line = line(number) else { return nil }
      let cut = cut(line, columns)
      return recording.events[number].instant == now ? cut.visible : style.faint(cut)
    }
  }

  /// An event that is told, in one line; nil for others.
  private func line(_ number: Int) -> String? {
    let event = recording.events[number]
    guard Self.told.contains(event.kind) else { return nil }
    let width = recording.phones.map { recording.texts[$0.name].count }.max() ?? 0
    let subject = recording.texts[event.subject].padded(to: width)
    let text = recording.names.applied(to: recording.texts[event.text])
    return "\(instant(number).leftPadded(to: 12))  \(subject)  \(text)".visible
  }

  private func instant(_ event: Int) -> String {
    "\(Instant(nanoseconds: recording.events[event].instant))"
  }

  private func cut(_ text: String, _ columns: Int) -> String {
    TextColumns.cut(text, to: columns)
  }
}
