public import Simulator

/// An event that a story tells because it has to do with the failure.
public struct StoryEvent: Hashable, Codable, Sendable {
  /// The instant of the event.
  public let instant: Instant
  /// The subject of the event: a phone, a link, the backend.
  public let subject: String
  /// A readable description of the event.
  public let text: String
  /// The weight with which it speaks for being told: gestures, faults and what names the subject of the failure weigh most.
  public let weight: Int
  /// The number of events like it that follow and are folded into it.
  public let repeats: Int

  /// Describes an event.
  public init(instant: Instant, subject: String, text: String, weight: Int, repeats: Int = 0) {
    self.instant = instant
    self.subject = subject
    self.text = text
    self.weight = weight
    self.repeats = repeats
  }
}

/// The events of a journal that have to do with a failure.
package struct StorySelection {
  /// The number of events that a story keeps at the most.
  package static let limit = 60
  /// The weight of a fault that the seed or a strike chose.
  private static let strikeWeight = 8
  /// The weight of the deaths and of the last gesture of a phone that the failure is about.
  private static let keptWeight = 7
  /// The weight of what the backend refused and what names the subject of the failure.
  package static let refusalWeight = 6
  /// The weight of what concerns the very person and thing that the failure is about.
  private static let ownWeight = 5
  /// The least weight of what a story in brief tells.
  package static let briefWeight = 3

  /// Ids and names that the failure is about, such as that of a message.
  private let about: [String]
  /// Short names that stand in many texts, such as a person's: with an id they make an event weigh more.
  private let also: [String]
  /// The phones that the failure is about.
  private let phones: [String]

  /// Selects what has to do with these.
  package init(about: [String], also: [String] = [], phones: [String] = []) {
    self.about = about.filter { !$0.isEmpty }
    self.also = also.filter { !$0.isEmpty }
    self.phones = phones
  }

  /// Those of some phones that texts name, in their order. "Bob" is not named where "Bob's iPad" is.
  package static func named(_ phones: [String], in texts: [String]) -> [String] {
    var rest = texts.joined(separator: "\n")
    let isOutside = { (character: Character?) in
      character.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    var found: [String] = []
    for phone in phones.sorted(by: { ($1.count, $0) < ($0.count, $1) }) where !phone.isEmpty {
      let ranges = rest.ranges(of: phone).filter { range in
        isOutside(rest[..<range.lowerBound].last) && isOutside(rest[range.upperBound...].first)
      }
      guard !ranges.isEmpty else { continue }
      found.append(phone)
      rest = rest.replacing(phone, with: "")
    }
    return phones.filter(found.contains)
  }

  /// The events that matter, in order; neighbours that differ in numbers and ids alone are one.
  package func events(of entries: [Journal.Entry]) -> [StoryEvent] {
    var told: [StoryEvent] = []
    var lastShapes: [String: (shape: String, place: Int)] = [:]
    let kept = keptWeights(of: entries)
    // Of a statement that names nothing, what the backend did last tells most.
    let last =
      about.isEmpty && also.isEmpty && phones.isEmpty
      ? entries.lastIndex { $0.kind == .backend } : nil
    var launched: Set<String> = []
    for (place, entry) in entries.enumerated() {
      let isFirst = entry.kind == .life && launched.insert(entry.subject).inserted
      // It is there in every run.
      let isBeginning = isFirst && Self.isLaunch(entry)
      let weight =
        isBeginning
        ? 1 : kept[place] ?? max(weight(of: entry), place == last ? Self.ownWeight : 0)
      guard weight > 0 else { continue }
      let shape = Self.shape(of: entry.text)
      // What a person does is told each time, and what concerns the very person and thing.
      if entry.kind != .scenario, kept[place] == nil,
        let last = lastShapes[entry.subject], last.shape == shape,
        also.isEmpty || weight == told[last.place].weight && weight < Self.ownWeight
      {
        let first = told[last.place]
        told[last.place] = StoryEvent(
          instant: first.instant, subject: first.subject, text: first.text,
          weight: max(first.weight, weight),
          repeats: first.repeats + 1)
        continue
      }
      lastShapes[entry.subject] = (shape, told.count)
      told.append(
        StoryEvent(
          instant: entry.instant, subject: entry.subject, text: entry.text, weight: weight))
    }
    return Self.heaviest(told, Self.limit)
  }

  /// The heaviest of some events, the later ones of the same weight first, in their order.
  ///
  /// Refusals have no more than about half of the room while there is anything else to tell: they say what did not happen, and
  /// not who did what.
  package static func heaviest(_ events: [StoryEvent], _ limit: Int) -> [StoryEvent] {
    guard events.count > limit else { return events }
    let ranked = events.indices.sorted { left, right in
      (events[right].weight, right) < (events[left].weight, left)
    }
    let refusals = ranked.filter { isRefusal(events[$0].text) }
    let surplus = refusals.dropFirst((limit + 1) / 2)
    let isSurplus = Set(surplus).contains
    let chosen = (ranked.filter { !isSurplus($0) } + surplus).prefix(limit)
    return chosen.sorted().map { events[$0] }
  }

  /// The weights of what is told before all else, by place: the faults that were chosen, and the deaths and the last gesture of
  /// each phone that the failure is about, or of every phone where it names nothing.
  private func keptWeights(of entries: [Journal.Entry]) -> [Int: Int] {
    let isAboutAll = about.isEmpty && also.isEmpty && phones.isEmpty
    var weights: [Int: Int] = [:]
    var gestured: Set<String> = []
    for (place, entry) in entries.enumerated().reversed() {
      if Self.isStrike(entry) { weights[place] = Self.strikeWeight }
      guard isAboutAll || phones.contains(entry.subject) else { continue }
      if entry.kind == .life, entry.text.hasSuffix("→ terminated") {
        // The fault that killed it tells as much.
        let isTold = entries[..<place].reversed().prefix { $0.instant == entry.instant }
          .contains { Self.isStrike($0) && $0.text.contains(entry.subject) }
        if !isTold { weights[place] = Self.keptWeight }
      } else if entry.kind == .scenario, !Self.isSilent(entry),
        gestured.insert(entry.subject).inserted
      {
        weights[place] = Self.keptWeight
      }
    }
    return weights
  }

  /// The weight of an entry; 0 where it is left out.
  private func weight(of entry: Journal.Entry) -> Int {
    let isNamed = about.contains { entry.text.contains($0) }
    let isSubject = [about, also, phones].contains { $0.contains(entry.subject) }
    if !also.isEmpty { return weight(of: entry, isNamed: isNamed, isSubject: isSubject) }
    switch entry.kind {
    case .step: return 0
    case .fault: return entry.text.contains(": struck ") || Self.isHealing(entry) ? 3 : 5
    case .life: return Self.isLaunch(entry) ? 3 : 5
    case .scenario:
      if Self.isSilent(entry) { return 0 }
      return isNamed || isSubject ? 5 : 4
    case .backend:
      if Self.isRefusal(entry) {
        // One that has nothing to do with the failure is told after what people do.
        return isNamed ? Self.refusalWeight : about.isEmpty ? 4 : 3
      }
      return isNamed ? 3 : 0
    case .screen: return isNamed ? 4 : isSubject ? Self.weight(ofScreen: entry) : 0
    case .disk: return isNamed ? 2 : 0
    case .message: return isNamed ? 3 : 0
    }
  }

  /// The weight where short names are known: what happens to others is told last, even gestures, faults and deaths.
  private func weight(of entry: Journal.Entry, isNamed: Bool, isSubject: Bool) -> Int {
    let isTheirs = isSubject || also.contains { entry.text.contains($0) }
    switch entry.kind {
    case .step: return 0
    case .fault: return isTheirs ? Self.ownWeight : 2
    case .life: return isSubject ? 4 : 2
    case .scenario:
      if Self.isSilent(entry) { return 0 }
      return isNamed || isTheirs ? Self.ownWeight : 2
    case .backend:
      if Self.isRefusal(entry) {
        return isTheirs && (isNamed || about.isEmpty) ? Self.refusalWeight : 2
      }
      return isNamed ? (isTheirs ? Self.ownWeight : 3) : 0
    case .screen: return isNamed ? 4 : isSubject ? Self.weight(ofScreen: entry) : 0
    case .disk: return isNamed ? (isTheirs ? 4 : 2) : 0
    case .message: return isNamed ? 3 : 0
    }
  }

  /// A screen that was drawn anew and shows the same says nothing.
  private static func weight(ofScreen entry: Journal.Entry) -> Int {
    entry.text == "redrawn" ? 1 : 3
  }

  /// Whether an app is launched.
  package static func isLaunch(_ entry: Journal.Entry) -> Bool {
    entry.kind == .life && entry.text.hasPrefix("launch ")
  }

  private static func isHealing(_ entry: Journal.Entry) -> Bool {
    entry.subject == Nemesis.name && entry.text.hasPrefix("healed: ")
  }

  private static func isStrike(_ entry: Journal.Entry) -> Bool {
    entry.kind == .fault && entry.subject == Nemesis.name && !isHealing(entry)
  }

  private static func isSilent(_ entry: Journal.Entry) -> Bool {
    entry.subject == "probes" || entry.text.hasPrefix("holds ")
  }

  private static func isRefusal(_ entry: Journal.Entry) -> Bool { isRefusal(entry.text) }

  /// Whether the text of an event tells that the backend refused something.
  package static func isRefusal(_ text: String) -> Bool {
    refusals.contains(where: text.hasPrefix)
  }

  /// The words with which the backend begins to tell that it refuses; further on they may stand in the names of an app's paths.
  private static let refusals = ["refused", "push refused"]

  /// A text without what differs from one event to the next like it: numbers and ids.
  package static func shape(of text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains(where: \.isNumber) ? "#" : String(word)
    }.joined(separator: " ")
  }
}

/// Names that stand for ids where a story is read.
package struct StoryNames: Hashable, Codable, Sendable {
  private var names: [[String]] = []
  /// The shortest id that is replaced: a short one might stand for something else.
  package static let shortestID = 8

  package init() {}

  /// The ids that have names.
  package var ids: [String] { names.map { $0[0] } }

  /// Gives an id a name; one that is taken gets a number.
  package mutating func add(_ id: String, _ name: String) {
    guard id.count >= Self.shortestID, !names.contains(where: { $0[0] == id }) else { return }
    let short = name.count > 24 ? name.prefix(23) + "…" : name[...]
    let same = names.count { $0[2] == short }
    names.append([id, "“\(short)”" + (same == 0 ? "" : " #\(same + 1)"), String(short)])
  }

  /// The ids and the names that stand for them, in the order in which they are put in.
  package var pairs: [(id: String, name: String)] { names.map { ($0[0], $0[1]) } }

  /// Puts in what ``pairs`` told.
  package mutating func restore(_ id: String, _ name: String) { names.append([id, name, name]) }

  /// The name of an id; nil where it has none.
  package func name(of id: String) -> String? { names.first { $0[0] == id }?[1] }

  /// A text with names in place of ids. A name that stands in brackets behind its id, or before it, stands once.
  package func applied(to text: String) -> String {
    var text = text
    for entry in names where text.contains(entry[0]) {
      let (id, name) = (entry[0], entry[1])
      text = text.replacing("\(id) (\(name))", with: name)
      // A deleted message has no text of its own any more.
      for quoted in ["“\(entry[2])”", "“”"] {
        text = text.replacing("\(quoted) (\(id))", with: name)
      }
      text = text.replacing(id, with: name)
    }
    return text
  }
}

extension World {
  /// Gives an id a name for stories: a message that of its text, a conversation that of its members. Wherever a story prints the
  /// id, the name stands instead. Of no effect unless the run is told.
  public func nameInStories(_ id: String, _ name: @autoclosure () -> String) {
    guard journal.isRecording, isFurnishable("something was named") else { return }
    record.names.add(id, name())
  }

  /// Whether the run is told, so that names are of use.
  public var isTold: Bool { journal.isRecording }
}
