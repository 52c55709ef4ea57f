internal import RehearsalCollections

/// The entries of a journal from which the story of a failure is chosen.
///
/// What a person, a fault or the system does is rare and kept apart, so that nothing frequent pushes it out. So are messages on
/// their way, which no story tells unless one is lost: they say how far a change has come.
package struct NotableEntries {
  /// The number of rare entries that are kept: gestures, faults, turns of life.
  package static let rareLimit = 500
  /// The number of others.
  package static let limit = 4_000

  private var rare = Deque<(number: Int, entry: Journal.Entry)>()
  private var others = Deque<(number: Int, entry: Journal.Entry)>()
  private var passing = Deque<(number: Int, entry: Journal.Entry)>()
  private var count = 0

  package init() {}

  /// Adds an entry, the oldest of its sort making room.
  package mutating func add(_ entry: Journal.Entry) {
    count += 1
    switch entry.kind {
    case .step: break
    case .fault, .life, .scenario: rare.append((count, entry), keeping: Self.rareLimit)
    case .message:
      if entry.text.hasPrefix("lost") {
        others.append((count, entry), keeping: Self.limit)
      } else if Self.carries(entry.text) {
        passing.append((count, entry), keeping: Self.limit)
      }
    case .screen, .disk, .backend: others.append((count, entry), keeping: Self.limit)
    }
  }

  /// Whether a message carries more than the bookkeeping of its transport: most do not.
  private static func carries(_ text: String) -> Bool {
    !text.hasSuffix("keep-alive (23 bytes)") && !text.contains(" ACK ")
  }

  /// The kept entries that a story may tell, in order.
  package var entries: [Journal.Entry] {
    (rare.elements + others.elements).sorted { $0.number < $1.number }.map(\.entry)
  }

  /// All kept entries and the messages on their way, in order; empty where some messages are forgotten, as then nobody knows
  /// what was not sent.
  package var trail: [Journal.Entry] {
    guard passing.count < Self.limit, others.count < Self.limit else { return [] }
    return (rare.elements + others.elements + passing.elements).sorted { $0.number < $1.number }
      .map(\.entry)
  }
}
