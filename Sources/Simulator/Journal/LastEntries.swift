/// The last entries about each subject of a journal, subjects in the order of their first.
struct LastEntries {
  /// How many are kept about a subject.
  static let limit = 6

  private var places: [UInt64: Int] = [:]
  /// The subjects and their entries, the oldest first.
  private(set) var subjects: [(subject: String, events: [FailureStory.Event])] = []

  /// The same as a story tells it.
  var timelines: [FailureStory.Timeline] {
    subjects.map { FailureStory.Timeline(subject: $0.subject, events: $0.events) }
  }

  mutating func add(_ text: String, at instant: Instant, about subject: Subject) {
    let event = FailureStory.Event(instant: instant, text: text)
    guard let place = places[subject.identifier] else {
      places[subject.identifier] = subjects.count
      subjects.append((subject.name, [event]))
      return
    }
    if subjects[place].events.count == Self.limit { subjects[place].events.removeFirst() }
    subjects[place].events.append(event)
  }
}
