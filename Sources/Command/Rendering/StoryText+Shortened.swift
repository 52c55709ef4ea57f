internal import Harness
import Simulator

extension StoryText {
  /// The most lines of each part of a story.
  private struct Room {
    /// The expectation, its values and its place.
    let statement: Int
    /// The screen, or the last words of a process.
    let screen: Int
    /// The reasons, by their number.
    let reasons: Int
    /// The run near it that passes.
    let near: Int
    let printed: Int
    /// The lines that events have at the least.
    let events: Int

    /// Narrower from one to the next.
    static let all = [
      Room(statement: .max, screen: 7, reasons: 3, near: 4, printed: 3, events: 5),
      Room(statement: 12, screen: 5, reasons: 3, near: 4, printed: 2, events: 4),
      Room(statement: 9, screen: 4, reasons: 2, near: 4, printed: 2, events: 3),
      Room(statement: 7, screen: 2, reasons: 1, near: 2, printed: 1, events: 3),
      Room(statement: 6, screen: 2, reasons: 1, near: 2, printed: 1, events: 2),
    ]
  }

  private static let mostUnderWay = 4
  /// The fewest lines of a screen that is cut: its title, its first line, and the number of those left out.
  private static let leastScreen = 3
  /// The fewest lines of events among which a refusal has its reasons.
  private static let roomForReasons = 5

  /// The parts of the story that matter, in so many lines at the most.
  func parts(inLines most: Int) -> [String] {
    var parts: [String] = []
    for room in Room.all {
      parts = self.parts(in: room, most)
      if Self.lineCount(of: parts) <= most { return parts }
    }
    return narrowed(parts, to: most)
  }

  /// Parts that are still too long, whatever there is to tell: line by line the longest of them loses its end.
  ///
  /// The heading and the command that plays the run again stay whole, and the statement as far as its place goes. Each other
  /// part keeps two lines at least; where they are too many for that, the last ones are left out.
  private func narrowed(_ whole: [String], to height: Int) -> [String] {
    var parts = whole
    let (ends, statementLines) = (Self.lineCount(parts[0]) + Self.lineCount(reproduction), 4)
    while ends + statementLines + 2 * (parts.count - 3) > height, parts.count > 3 {
      parts.remove(at: parts.count - 2)
    }
    var most = parts.map { Self.lineCount($0) }
    let statement = 1
    while most.reduce(0, +) > height {
      let places = most.indices.dropFirst().dropLast().filter { place in
        most[place] > (place == statement ? statementLines : 2)
      }
      guard let longest = places.max(by: { most[$0] < most[$1] }) else { break }
      most[longest] -= 1
    }
    return parts.indices.map { place in
      if place == statement { return self.statement(in: most[place]) }
      // A line says more than the number of lines that are left out.
      return most[place] == 2
        ? parts[place].split(separator: "\n", omittingEmptySubsequences: false).prefix(2)
          .joined(separator: "\n") : Self.shortened(parts[place], to: most[place])
    }
  }

  private func parts(in room: Room, _ most: Int) -> [String] {
    // A title is told in two lines at the most.
    let titled = heading.split(separator: "\n", omittingEmptySubsequences: false)
    let title = Self.shortened(titled.dropFirst().dropLast().joined(separator: "\n"), to: 2)
    let heading = [String(titled[0]), title, String(titled[titled.count - 1])]
    var parts = [heading.joined(separator: "\n"), statement(in: room.statement)]
    if !story.crash.isEmpty {
      parts.append(section("The last words of its process", cut(story.crash, room.screen)))
    }
    // The values say what the screen shows, but for those that are on none.
    if story.values.isEmpty || story.hasValuesBesideScreens, !story.observed.isEmpty,
      let text = instead(in: room.screen)
    {
      parts.append(section("What there was instead", text))
    }
    if !story.reasons.isEmpty {
      parts.append(section("Why, as far as the run shows", reasons(room.reasons)))
    }
    if let slowest = run.slowest {
      let lines = slowest.text.wrapped(to: Self.width - 4, indent: "    ")
      parts.append(section(Self.slowTitle, lines))
    }
    let placeOfUnderWay = parts.count
    if !run.printed.isEmpty {
      let printed = run.printed.split(separator: "\n").map(String.init)
      parts.append(section("What it printed", cut(printed, room.printed)))
    }
    if let text = story.nondeterminism {
      let lines = text.wrapped(to: Self.width - 4, indent: "    ")
      parts.append(section("Not deterministic", Self.shortened(lines, to: room.statement)))
    }
    if let text = story.sharedStatics {
      let lines = text.wrapped(to: Self.width - 4, indent: "    ")
      parts.append(section(Self.sharedTitle, Self.shortened(lines, to: room.statement)))
    }
    let near = self.near.map {
      $0.split(separator: "\n", omittingEmptySubsequences: false).prefix(room.near)
        .joined(separator: "\n")
    }
    let ends = [near, reproduction].compactMap(\.self)
    // One line for the title of the events, and one for what is left out.
    let hasEvents = !story.events.isEmpty
    let least = hasEvents ? room.events + 2 : 0
    // What is under way gets the lines that the fewest events leave; one more goes to its title.
    let free = most - Self.lineCount(of: parts + ends) - least - 1
    if !underWay.isEmpty, free >= min(2, underWay.count) {
      let text = section("Under way", cut(underWay, min(free, Self.mostUnderWay)))
      parts.insert(text, at: placeOfUnderWay)
    }
    if hasEvents {
      let left = max(room.events, most - Self.lineCount(of: parts + ends) - 2)
      parts.append(section("What led to it", told(in: left).joined(separator: "\n")))
    }
    return parts + ends
  }

  /// The statement in so many lines: its place stays whole as far as a third of them go.
  private func statement(in most: Int) -> String {
    let lines = statement.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > most else { return statement }
    let place = lines.lastIndex { $0.hasPrefix("  at ") } ?? lines.count
    let tail = lines[place...].prefix(most / 3)
    let head = Self.shortened(
      lines[..<place].joined(separator: "\n"), to: most - tail.count)
    return ([head] + tail.map(String.init)).joined(separator: "\n")
  }

  /// A text in so many lines; the last of them says that there are more.
  private static func shortened(_ text: String, to most: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > most else { return text }
    let more = "    … \(lines.count - most + 1) lines more"
    return (lines.prefix(most - 1).map(String.init) + [more]).joined(separator: "\n")
  }

  /// What was under way: on phones first, and on the network without the bookkeeping of transports. What the reasons say is not
  /// said again.
  private var underWay: [String] {
    let told = story.underWay.flatMap { part in
      part.lines.map { (part.title, $0) }
    }.filter { _, line in
      // Feeds are many and seldom the point; the long story has them.
      if line.hasPrefix("follows ") { return false }
      guard let request = line.firstRange(of: ": ").map({ line[$0.upperBound...] }) else {
        return true
      }
      return !story.reasons.contains { $0.contains("queue: " + request) }
    }
    let own = told.filter { $0.0 != "network" }
    let network = told.filter {
      $0.0 == "network" && !$0.1.hasPrefix("under way:") && !$0.1.contains(" ACK ")
    }
    return (own + network).map { "\($0): \($1)" }
  }

  /// The events that fit into so many lines, the heaviest of all, and the number of those that are left out.
  ///
  /// Those of little weight are told only where there are no others.
  private func told(in room: Int) -> [String] {
    let weighty = story.events.filter { $0.weight >= StorySelection.briefWeight }
    var count = room
    while true {
      let events = StorySelection.heaviest(weighty.isEmpty ? story.events : weighty, count)
      // The first refusal that has to do with the failure in full, others in a line.
      let refusal = events.first {
        room >= Self.roomForReasons && $0.weight == StorySelection.refusalWeight
          && StorySelection.isRefusal($0.text)
      }
      let lines = events.map { line(of: $0, isWhole: $0 == refusal) }
      let height = lines.reduce(0) { $0 + Self.lineCount($1) }
      if height > room, count > 1 {
        count -= 1
        continue
      }
      let left = story.events.count - events.count
      return lines + (left > 0 ? ["    and \(left) more; --long tells all"] : [])
    }
  }

  /// An event in the one column of time.
  ///
  /// - Parameter isWhole: Whether a refusal, or what weighs as much, has three lines.
  func line(of event: StoryEvent, isWhole: Bool) -> String {
    let width = min(16, story.events.map(\.subject.count).max() ?? 0)
    let repeats =
      event.repeats > 0 ? " (and \(event.repeats) more like it)" : ""
    let text = story.names.applied(to: event.text.replacing("\n", with: " ").visibleLine) + repeats
    let head = "    " + "\(event.instant)".leftPadded(to: 12) + "  "
    let subject = event.subject.visibleLine.padded(to: width) + "  "
    let isLong =
      StorySelection.isRefusal(event.text) || event.weight >= StorySelection.refusalWeight
    guard isWhole, isLong else {
      return head + Self.fitted(subject + text, Self.width - head.count)
    }
    let margin = String(repeating: " ", count: head.count + subject.count)
    let wrapped = text.wrapped(to: Self.width - margin.count, indent: margin).split(separator: "\n")
    let start = wrapped.first.map { $0.dropFirst(margin.count) } ?? ""
    return
      ([head + subject + start]
      + wrapped.dropFirst().prefix(2).map { Self.fitted(String($0), Self.width) })
      .joined(separator: "\n")
  }

  /// What was found in so many lines: the facts that broke an invariant whole, and as much of the screen as there is room for.
  /// Nil where there is room for no line of a screen.
  private func instead(in most: Int) -> String? {
    let facts = story.facts.flatMap { fact in
      story.names.applied(to: fact.visible).split(separator: "\n").map {
        String($0).wrapped(to: Self.width - 4, indent: "    ")
      }
    }
    if facts.isEmpty { return screens(in: most) }
    let told = Self.shortened(facts.joined(separator: "\n"), to: most)
    let left = most - Self.lineCount(told)
    let screen = Array(story.observed.dropFirst(story.facts.count))
    return screen.isEmpty || left < min(Self.leastScreen, screen.count)
      ? told : told + "\n" + cut(screen, left)
  }

  /// The screens in so many lines: those of the phones that the statement names, or else all. Each has its share; one that has no
  /// room for a line of its own is left out. Nil where all are.
  private func screens(in most: Int) -> String? {
    let starts = story.observed.indices.filter { FailureStory.isTitleOfScreen(story.observed[$0]) }
    guard starts.first == story.observed.startIndex else { return cut(story.observed, most) }
    let ends = starts.dropFirst() + [story.observed.endIndex]
    let screens = zip(starts, ends).map { Array(story.observed[$0..<$1]) }
    let phones = screens.compactMap { FailureStory.phone(ofTitle: $0[0]) }
    let named = StorySelection.named(phones, in: [story.summary] + story.values)
    let telling = screens.indices.filter { named.isEmpty || named.contains(phones[$0]) }
      .map { screens[$0] }
    // One line tells how many are left out.
    let room = { (count: Int) in count < screens.count ? most - 1 : most }
    let shown = (1...telling.count).last { count in
      telling.prefix(count).reduce(0) { $0 + min(Self.leastScreen, $1.count) } <= room(count)
    }
    guard let shown else { return nil }
    let share = max(Self.leastScreen, room(shown) / shown)
    var lines = telling.prefix(shown).map { cut($0, share) }
    let left = screens.count - shown
    if left > 0 {
      lines.append("    … \(left) \(left == 1 ? "screen" : "screens") more; --long tells all")
    }
    return lines.joined(separator: "\n")
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

  static func fitted(_ text: String, _ width: Int) -> String {
    text.count > width ? text.prefix(width - 1) + "…" : text
  }

  private static func lineCount(of parts: [String]) -> Int {
    parts.reduce(0) { $0 + lineCount($1) }
  }

  private static func lineCount(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count
  }
}
