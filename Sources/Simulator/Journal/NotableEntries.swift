internal import RehearsalCollections

/// The entries of a journal from which the story of a failure is chosen.
///
/// What a person, a fault or the system does is rare and kept apart, so that nothing frequent pushes it out. Messages on their
/// way are left out unless one is lost: what they bring shows on disks and screens.
package struct NotableEntries {
  /// The number of rare entries that are kept: gestures, faults, turns of life.
  package static let rareLimit = 500
  /// The number of others.
  package static let limit = 4_000

  private var rare = Deque<(number: Int, entry: Journal.Entry)>()
  private var others = Deque<(number: Int, entry: Journal.Entry)>()
  private var count = 0

  package init() {}

  /// Adds an entry, the oldest of its sort making room.
  package mutating func add(_ entry: Journal.Entry) {
    count += 1
    switch entry.kind {
    case .step: break
    case .fault, .life, .scenario: rare.append((count, entry), keeping: Self.rareLimit)
    case .message:
      if entry.text.hasPrefix("lost") { others.append((count, entry), keeping: Self.limit) }
    case .screen, .disk, .backend: others.append((count, entry), keeping: Self.limit)
    }
  }

  /// The kept entries, in order.
  package var entries: [Journal.Entry] {
    (rare.elements + others.elements).sorted { $0.number < $1.number }.map(\.entry)
  }
}
