internal import RehearsalCollections

extension Journal {
  /// One of the last events of a run.
  public struct Event: Hashable, Codable, Sendable {
    /// The instant of the event.
    public let instant: Instant
    /// A readable description of the event.
    public let text: String

    /// Describes an event.
    public init(instant: Instant, text: String) {
      self.instant = instant
      self.text = text
    }
  }

  /// The last events about one subject, such as a phone or a link.
  public struct Timeline: Hashable, Codable, Sendable {
    /// The subject's name.
    public let subject: String
    /// The events, in order.
    public let events: [Event]

    /// Describes what happened to a subject.
    public init(subject: String, events: [Event]) {
      self.subject = subject
      self.events = events
    }
  }
}

/// The last entries about each subject of a journal, subjects in the order of their first.
package struct LastEntries {
  /// The number of entries that are kept about each subject.
  package static let limit = 6

  private var places: [UInt64: Int] = [:]
  /// The subjects and their entries, the oldest first.
  private var subjects: [(subject: String, events: Deque<Journal.Event>)] = []

  package init() {}

  /// The same as a story tells it.
  package var timelines: [Journal.Timeline] {
    subjects.map { Journal.Timeline(subject: $0.subject, events: $0.events.elements) }
  }

  /// Adds an entry.
  package mutating func add(_ text: String, at instant: Instant, about subject: JournalSource) {
    let event = Journal.Event(instant: instant, text: text)
    guard let place = places[subject.identifier] else {
      places[subject.identifier] = subjects.count
      var events = Deque<Journal.Event>()
      events.append(event)
      subjects.append((subject.name, events))
      return
    }
    subjects[place].events.append(event, keeping: Self.limit)
  }
}
