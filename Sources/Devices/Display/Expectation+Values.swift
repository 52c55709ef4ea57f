internal import Harness
internal import Simulator

extension Display {
  /// A value that was shown, and the instant since which it was.
  struct ShownText: Equatable {
    let since: Instant
    let text: String
  }

  /// The values that a look finds on the present and past screens, without repetitions, in their order.
  ///
  /// - Returns: Also whether that is all there was: nothing is forgotten.
  func history(
    looksThrough: Bool, _ see: (Screen) -> String
  ) -> (shown: [ShownText], isAll: Bool) {
    let (frames, hasForgotten) = state.withValue { ($0.frames, $0.hasForgotten) }
    var shown: [ShownText] = []
    for frame in frames where !frame.isUnseen {
      let text: String
      if let screen = frame.screen {
        text = frame.isCovered && !looksThrough ? "behind another app" : see(screen)
      } else {
        text = "no app"
      }
      if shown.last?.text != text { shown.append(ShownText(since: frame.since, text: text)) }
    }
    return (shown, !hasForgotten)
  }

  /// The screens that a person has seen since an instant, the one of that instant first.
  func screens(
    since start: Instant, looksThrough: Bool
  ) -> (screens: [(since: Instant, screen: Screen)], areAll: Bool) {
    let (frames, hasForgotten) = state.withValue { ($0.frames, $0.hasForgotten) }
    let first = frames.lastIndex { $0.since <= start } ?? 0
    let seen = frames.suffix(from: min(first, frames.count)).compactMap { frame in
      frame.isUnseen || frame.isCovered && !looksThrough
        ? nil : frame.screen.map { (frame.since, $0) }
    }
    return (seen, !hasForgotten || (frames.first.map { $0.since <= start } ?? true))
  }
}

extension Expectation {
  /// The number of earlier values that a failure tells.
  private static var earlierMost: Int { 3 }

  /// The expected values in words, such as "the status of the bubble to be read on Alice's screen".
  var wish: String {
    guard !conditions.isEmpty else { return "\(surface) to become as expected" }
    let parts = conditions.map { $0.words() }.map { "\($0.kind) to be \($0.wanted)" }
    return parts.joined(separator: ", and ") + " \(whereabouts)"
  }

  /// The same for what must stay.
  var lastingWish: String {
    guard !conditions.isEmpty else { return "\(surface) to stay as expected" }
    let parts = conditions.map { $0.words() }.map { "\($0.kind) to stay \($0.wanted)" }
    return parts.joined(separator: ", and ") + " \(whereabouts)"
  }

  /// What each condition saw: its value, since when, and its last changes.
  var values: [String] {
    conditions.map { condition in
      let subject = condition.words().subject
      let (shown, isAll) = display.history(looksThrough: looksThrough) {
        condition.seen(visible($0))
      }
      let isMet =
        display.isCovered && !looksThrough
        ? false : display.screen.map { condition.holds(visible($0)) } ?? false
      guard let present = shown.last else { return "✗ \(subject): nothing was shown" }
      // The oldest screen that is left is not the first that was shown.
      let since =
        isAll || shown.count > 1
        ? "since \(present.since)" : "at least since \(present.since), as far as is remembered"
      var text = "\(isMet ? "✓" : "✗") \(subject) is \(present.text) \(since)"
      let earlier = shown.dropLast().suffix(Self.earlierMost)
      if !earlier.isEmpty {
        text +=
          "; before that "
          + earlier.reversed().map { "\($0.text) from \($0.since)" }.joined(separator: ", ")
      } else if present.text == ShownValue.missing {
        text += isAll ? "; it never was" : ""
      }
      return text
    }
  }

  /// The ids that the conditions name, and the phone.
  var about: [String] {
    var ids: [String] = []
    for id in conditions.compactMap(\.about) where !ids.contains(id) { ids.append(id) }
    return ids + [owner]
  }

  /// Waits until a value has taken exactly these values one after the other; fails at the first one that does not belong.
  func timeline<Content, Value: Equatable & Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable, of element: ScreenElement<Screen, Content>,
    _ wanted: [Value], within limit: Duration, since: Instant?
  ) async throws {
    let start = since ?? .zero
    var deadline = world.now.advanced(by: extended(limit))
    try await requireSenseOfTimeline(limit)
    func wish() -> String {
      let texts = wanted.map { ShownValue.text($0) }.joined(separator: ", ")
      return
        "the \(ShownValue.name(of: value)) of the \(element.kind) to be \(texts) one after the other "
        + whereabouts
    }
    let film = film(wish(), from: start, limit: extended(limit))
    defer { finish(film) }
    while true {
      let (screens, areAll) = display.screens(since: start, looksThrough: looksThrough)
      guard areAll else {
        throw world.misuse(
          Misuse(
            "\(owner).expectTimeline to look back as far as screens are remembered; give it since:"),
          at: location)
      }
      var seen: [Value] = []
      var times: [Instant] = []
      for (since, screen) in screens {
        guard let content = element.find(visible(screen)) else { continue }
        let present = content[keyPath: value]
        guard seen.last != present else { continue }
        seen.append(present)
        times.append(since)
      }
      if seen == wanted { return }
      let isBeginning = seen.count < wanted.count && seen == Array(wanted.prefix(seen.count))
      if isBeginning {
        if try await firstChange(until: deadline, { _ in true }) != nil { continue }
        if let later = world.nemesis?.binding(limit), later > deadline {
          deadline = later
          continue
        }
      }
      throw giveUp(
        "\(wish()), within \(limit.stopwatch)" + (isBeginning ? "" : "; another value came"),
        values: [
          "✗ \(ShownValue.name(of: value)) of \(element.name) was "
            + (seen.isEmpty
              ? "never shown"
              : zip(seen, times).map { "\(ShownValue.text($0)) from \($1)" }
                .joined(separator: ", "))
        ], about: (element.id.map { [$0] } ?? []) + [owner])
    }
  }

  private func requireSenseOfTimeline(_ limit: Duration) async throws {
    guard world.takes(limit, "\(owner).expectTimeline(within:)", at: location), !world.isOver else {
      try await World.stop()
    }
  }
}
