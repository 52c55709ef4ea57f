internal import Harness
import Simulator

/// The first difference between two recorded runs, of what people did and saw and what the backend took.
struct RunComparison {
  /// The number of the event in each run; nil where nothing differs.
  let difference: (left: Int, right: Int)?

  /// The kinds of events that are compared: messages and steps differ with every nanosecond.
  private static let kinds: Set<Journal.Kind> = [.scenario, .screen, .backend, .life, .fault]
  /// The shortest word that counts as an id, which differs from seed to seed.
  private static let idLength = 18

  /// Compares what each phone and host did, event by event, whenever each happened: the order of what two of them do at one
  /// instant is the schedule's. Of several differences the earliest counts.
  init(_ left: Recording, _ right: Recording) {
    let (first, second) = (Self.events(of: left), Self.events(of: right))
    var earliest: (left: Int, right: Int)?
    for subject in first.subjects + second.subjects.filter({ !first.subjects.contains($0) }) {
      let (ours, theirs) = (first.events[subject] ?? [], second.events[subject] ?? [])
      var place = 0
      while place < ours.count, place < theirs.count,
        Self.told(ours[place], in: left) == Self.told(theirs[place], in: right)
      {
        place += 1
      }
      guard place < ours.count || place < theirs.count else { continue }
      // Where one has no more events, its last one stands for that.
      let found = (
        left: place < ours.count ? ours[place] : left.events.count - 1,
        right: place < theirs.count ? theirs[place] : right.events.count - 1
      )
      func instant(_ pair: (left: Int, right: Int)) -> Int64 {
        min(left.events[pair.left].instant, right.events[pair.right].instant)
      }
      if earliest.map({ instant(found) < instant($0) }) ?? true { earliest = found }
    }
    difference = earliest
  }

  /// The compared events of each subject, and the subjects in the order of their first.
  private static func events(
    of recording: Recording
  ) -> (subjects: [String], events: [String: [Int]]) {
    var subjects: [String] = []
    var events: [String: [Int]] = [:]
    for number in recording.events.indices where kinds.contains(recording.events[number].kind) {
      let subject = recording.texts[recording.events[number].subject]
      if events[subject] == nil { subjects.append(subject) }
      events[subject, default: []].append(number)
    }
    return (subjects, events)
  }

  private static func told(_ event: Int, in recording: Recording) -> String {
    let event = recording.events[event]
    let text = recording.names.applied(to: recording.texts[event.text])
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let isID = word.count >= idLength && word.contains(where: \.isNumber)
      // The number of a request behind who makes it.
      return isID ? "#" : word.prefix { $0 != "#" }
    }
    return "\(recording.texts[event.subject]): \(words.joined(separator: " "))"
  }

  /// An event in words.
  static func line(_ event: Int, of recording: Recording) -> String {
    let event = recording.events[event]
    let text = recording.names.applied(to: recording.texts[event.text])
    return "\(Instant(nanoseconds: event.instant))  \(recording.texts[event.subject]): \(text)"
  }
}
