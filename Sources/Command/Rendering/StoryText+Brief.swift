internal import Harness
import Simulator

extension StoryText {
  /// The number of lines of a story in brief.
  static let briefLines = 28
  /// The fewest events that it tells, however much else there is.
  private static let fewestEvents = 5
  /// The most lines of a screen, of what a run printed, and of what was under way.
  private static let mostScreenLines = 7
  private static let mostPrintedLines = 3
  private static let mostUnderWay = 4

  /// The parts of the story that matter.
  var brief: [String] {
    var parts = [heading, statement]
    if !story.crash.isEmpty {
      let words = cut(story.crash, Self.mostScreenLines)
      parts.append(section("The last words of its process", words))
    }
    // The values say what the screen shows.
    if story.values.isEmpty, !story.observed.isEmpty {
      parts.append(section("What there was instead", cut(story.observed, Self.mostScreenLines)))
    }
    if !underWay.isEmpty { parts.append(section("Under way", cut(underWay, Self.mostUnderWay))) }
    if !run.printed.isEmpty {
      let printed = run.printed.split(separator: "\n").map(String.init)
      parts.append(section("What it printed", cut(printed, Self.mostPrintedLines)))
    }
    if let text = story.nondeterminism {
      parts.append(section("Not deterministic", text.wrapped(to: Self.width - 4, indent: "    ")))
    }
    let used = (parts + [reproduction]).reduce(0) { $0 + Self.lineCount($1) }
    // One line for the title, and one for what is left out.
    let room = max(Self.fewestEvents, Self.briefLines - used - 2)
    if !story.events.isEmpty {
      parts.append(section("What led to it", told(in: room).joined(separator: "\n")))
    }
    return parts + [reproduction]
  }

  /// What was under way: on phones first, and on the network without the bookkeeping of transports.
  private var underWay: [String] {
    let told = story.underWay.flatMap { part in
      part.lines.map { (part.title, $0) }
    }
    let own = told.filter { $0.0 != "network" }
    let network = told.filter { $0.0 == "network" && !$0.1.hasPrefix("under way:") }
    return (own + network).map { "\($0): \($1)" }
  }

  /// The events that fit into so many lines, the heaviest of all, and the number of those that are left out.
  private func told(in room: Int) -> [String] {
    var count = room
    while true {
      let events = StorySelection.heaviest(story.events, count)
      let lines = events.map(line)
      let height = lines.reduce(0) { $0 + Self.lineCount($1) }
      if height > room, count > Self.fewestEvents {
        count -= 1
        continue
      }
      let left = story.events.count - events.count
      return lines + (left > 0 ? ["    and \(left) more; --long tells all"] : [])
    }
  }

  /// An event in the one column of time; the reasons of a refusal in full, as far as three lines go.
  func line(of event: StoryEvent) -> String {
    let width = min(16, story.events.map(\.subject.count).max() ?? 0)
    let repeats =
      event.repeats > 0 ? " (and \(event.repeats) more like it)" : ""
    let text = story.names.applied(to: event.text.visibleLine) + repeats
    let head = "    " + "\(event.instant)".leftPadded(to: 12) + "  "
    let subject = event.subject.visibleLine.padded(to: width) + "  "
    guard event.weight >= StorySelection.refusalWeight else {
      return head + Self.fitted(subject + text, Self.width - head.count)
    }
    let margin = String(repeating: " ", count: head.count + subject.count)
    let wrapped = text.wrapped(to: Self.width - margin.count, indent: margin).split(separator: "\n")
    let first = wrapped.first.map { $0.dropFirst(margin.count) } ?? ""
    return
      ([head + subject + first]
      + wrapped.dropFirst().prefix(2).map { Self.fitted(String($0), Self.width) })
      .joined(separator: "\n")
  }

  /// The first lines of some, each as wide as there is room.
  private func cut(_ lines: [String], _ most: Int) -> String {
    let lines = lines.flatMap {
      $0.visible.split(separator: "\n", omittingEmptySubsequences: false)
    }
    var shown = lines.prefix(lines.count > most ? most - 1 : most).map {
      "    " + Self.fitted(story.names.applied(to: String($0)), Self.width - 4)
    }
    if lines.count > most { shown.append("    … \(lines.count - most + 1) lines more") }
    return shown.joined(separator: "\n")
  }

  private static func fitted(_ text: String, _ width: Int) -> String {
    text.count > width ? text.prefix(width - 1) + "…" : text
  }

  private static func lineCount(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count
  }
}
