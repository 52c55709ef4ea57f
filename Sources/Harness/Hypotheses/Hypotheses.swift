package import Simulator

/// The facts of a run that did not pass from which its reasons are told.
package struct FailureFacts: Sendable {
  /// The work of phones that is not finished.
  package var holdups: [Holdup] = []
  /// The outcome with more time; nil where nothing had a limit.
  package var lateness: Lateness?
  /// The ids that the failure is about, those of broken conditions first.
  package var about: [String] = []
  /// How far the last change of the thing has come that the failure is about.
  package var trail: Trail?
  /// The expectation in words; of several queued writes the one that it speaks of is told first.
  package var expected = ""
  /// The last event before an invariant broke that names what it is about, else the one right before it; nil for other
  /// failures, and where there is none but the screen that broke it.
  package var last: StoryEvent?
  /// What ``last`` names; nil where it is just the last event.
  package var named: String?
  /// The last gesture before ``last`` on a phone that the failure is about; nil where there is none.
  package var gesture: StoryEvent?
  /// The instant of the failure.
  package var instant: Instant = .zero
  /// The last message of the backend before a screen changed that was to stay; nil for other failures.
  package var news: StoryEvent?

  package init() {}

  /// Chooses ``last`` from the entries of a journal: of those that name an id that the failure is about the last one that
  /// names most of the other things, such as a person. Where none names one it is the last of the second before the failure.
  ///
  /// The screens of that instant are left out: the story shows them. What people do and the backend commits counts before what is refused, stored and shown. Beside it the last gesture
  /// before it on a phone that the failure is about is kept.
  package mutating func tellLast(of entries: [Journal.Entry], about: [String]) {
    let ids = about.filter { $0.count >= StoryNames.shortestID }
    let others = about.filter { $0.count < StoryNames.shortestID }
    var best: (rank: Int, entry: Journal.Entry, id: String)?
    let failed = instant
    let entries = entries.filter { entry in
      entry.subject != "probes" && (entry.kind != .screen || entry.instant != failed)
    }
    for entry in entries {
      guard let id = ids.first(where: entry.text.contains) else { continue }
      let isDeed = entry.kind == .scenario || entry.text.hasPrefix("backend commit ")
      let rank =
        (isDeed ? 1 : 0) + 2 * others.count { entry.text.contains($0) || entry.subject == $0 }
      if rank >= best?.rank ?? 0 { best = (rank, entry, id) }
    }
    named = best?.id
    let chosen =
      best?.entry
      ?? entries.last {
        $0.kind != .screen && $0.instant.duration(to: failed) <= .seconds(1)
      }
    last = chosen.map(StoryEvent.init(plain:))
    gesture = best.flatMap { best in
      entries.last {
        $0.kind == .scenario && about.contains($0.subject) && $0.instant <= best.entry.instant
          && !$0.text.hasPrefix("holds ")
      }
    }.map(StoryEvent.init(plain:))
  }
}

/// The reasons for which a run failed, in one to three plain lines.
///
/// Each says only what the facts hold, so it is true of the run; which of them is the bug is for the reader to say.
package enum Hypotheses {
  /// The number of lines at the most.
  package static let most = 3

  /// The lines, the most telling first.
  package static func lines(_ facts: FailureFacts) -> [String] {
    var lines: [String] = []
    let late = facts.lateness?.lines ?? []
    let isLate = facts.lateness?.path != nil
    let waiting = waiting(facts)
    lines += waiting
    if let last = facts.last {
      lines.append(text(last, facts))
      if let gesture = facts.gesture, gesture != last {
        let (who, what) = (gesture.subject, gesture.text)
        lines.append("\(who)'s last gesture before that, at \(gesture.instant): \(what).")
      }
    }
    if let news = facts.news {
      lines.append(
        "The last news that reached \(news.subject)'s phone came at \(news.instant): \(news.text).")
    }
    // How far a change has come says nothing where it only took too long.
    if !isLate, waiting.isEmpty, facts.news == nil, let trail = facts.trail {
      lines.append(text(trail, facts.holdups))
    }
    return (lines + late).prefix(most).map { line in
      line.count > longest ? line.prefix(longest - 1) + "…" : line
    }
  }

  /// The number of characters of a line at the most: a write may name thousands of paths.
  private static let longest = 260

  /// The queued writes that name what the failure is about, and what they wait for; those that the expectation speaks of first.
  private static func waiting(_ facts: FailureFacts) -> [String] {
    let words = ExpectedWords(facts.expected, without: facts.holdups.map(\.owner))
    var lines: [(count: Int, text: String)] = []
    for holdup in facts.holdups {
      let named = holdup.work.filter { work in facts.about.contains { work.contains($0) } }
      let counts = named.map { words.count(in: $0) }
      guard let most = counts.max(), let place = counts.firstIndex(of: most) else { continue }
      let more = named.count > 1 ? " (and \(named.count - 1) more)" : ""
      let reason = holdup.obstacle.map { "\(holdup.owner) \($0)" }
      lines.append(
        (
          most,
          "\(holdup.owner) has it in the queue: \(named[place])\(more); "
            + (reason ?? "the connection stands, and the backend has not answered") + "."
        ))
    }
    let ranked = lines.indices.sorted { (-lines[$0].count, $0) < (-lines[$1].count, $1) }
    return ranked.prefix(2).map { lines[$0].text }
  }

  /// An event within a second before the failure stands right before it, whatever else it is.
  private static func text(_ last: StoryEvent, _ facts: FailureFacts) -> String {
    let ago = last.instant.duration(to: facts.instant)
    let event = "\(last.instant): \(last.subject): \(last.text)."
    guard let named = facts.named, ago > .seconds(1) else { return "Right before it, at \(event)" }
    return "The last that names \(named), \(ago.stopwatch) before it, at \(event)"
  }

  private static func text(_ trail: Trail, _ holdups: [Holdup]) -> String {
    let observer = trail.observer
    let obstacle = holdups.first { $0.owner == observer }?.obstacle
    switch trail.end {
    case .sent(let owner, let instant):
      return
        "\(owner) sent a change of \(trail.id) at \(instant) that has not arrived at the backend."
    case .refused(let instant, let text):
      return "The backend's last word on \(trail.id) is a refusal, at \(instant): \(text)."
    case .untold(let instant, let text):
      return
        "\(observer)'s phone was not told the last change of \(trail.id), \(text), at \(instant)"
        + (obstacle.map { ": it \($0)." } ?? ", though its connection stands.")
    case .underWay(let instant):
      return
        "The last change of \(trail.id) is on its way to \(observer)'s phone since \(instant)"
        + (obstacle.map { ", which \($0)." } ?? ".")
    case .known(let instant, let text):
      return
        "\(observer)'s phone knows the last change of \(trail.id) that anybody made: \(text), "
        + "at \(instant). Nothing of it is under way."
    }
  }
}

extension StoryEvent {
  /// An entry as it is, without a weight.
  fileprivate init(plain entry: Journal.Entry) {
    self.init(instant: entry.instant, subject: entry.subject, text: entry.text, weight: 0)
  }
}
