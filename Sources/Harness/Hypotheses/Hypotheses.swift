internal import Simulator

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
  /// The last event before an invariant broke; nil for other failures.
  package var last: StoryEvent?
  /// The last message of the backend before a screen changed that was to stay; nil for other failures.
  package var news: StoryEvent?

  package init() {}
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
      lines.append("Right before it, at \(last.instant): \(last.subject): \(last.text).")
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

  /// The queued writes that name what the failure is about, and what they wait for.
  private static func waiting(_ facts: FailureFacts) -> [String] {
    facts.holdups.compactMap { holdup -> String? in
      let named = holdup.work.filter { work in facts.about.contains { work.contains($0) } }
      guard let first = named.first else { return nil }
      let more = named.count > 1 ? " (and \(named.count - 1) more)" : ""
      let reason = holdup.obstacle.map { "\(holdup.owner) \($0)" }
      return
        "\(holdup.owner) has it in the queue: \(first)\(more); "
        + (reason ?? "the connection stands, and the backend has not answered") + "."
    }.prefix(2).map(\.self)
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
