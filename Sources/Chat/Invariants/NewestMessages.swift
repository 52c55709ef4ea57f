internal import Devices

/// The newest message of each conversation on a disk, by its place in the thread.
struct NewestMessages: Sendable {
  private var places: [ConversationID: PlaceAtRest] = [:]
  /// Conversations whose newest message has changed, or is another one, since ``takeRenewed()`` was called.
  private(set) var renewed: Set<ConversationID> = []

  /// The newest message of a conversation; nil where there is none.
  func newest(in conversation: ConversationID) -> MessageID? { places[conversation]?.id }

  /// A row was written; returns whether the newest message of its conversation must be looked for.
  mutating func take(_ message: MessageFact) -> Bool {
    let place = PlaceAtRest(message)
    guard let last = places[message.conversation] else {
      set(place, in: message.conversation)
      return false
    }
    if place < last { return place.id == last.id }
    set(place, in: message.conversation)
    return false
  }

  /// The newest message of a conversation was looked for.
  mutating func set(_ place: PlaceAtRest?, in conversation: ConversationID) {
    places[conversation] = place
    renewed.insert(conversation)
  }

  mutating func takeRenewed() -> Set<ConversationID> {
    if renewed.isEmpty { return [] }
    defer { renewed = [] }
    return renewed
  }
}
