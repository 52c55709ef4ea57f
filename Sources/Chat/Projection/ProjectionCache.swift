internal import Devices

/// The bubbles of the thread on the screen and the titles of conversations, kept so that only those are drawn anew about
/// which something has changed.
///
/// Nothing is shown from here that the facts would not show: a part is used again only where everything is the same
/// that it was derived from.
struct ProjectionCache: Sendable {
  /// The inputs of every bubble beside the facts of its own message.
  private struct Ground: Equatable {
    let conversation: ConversationFact
    let clock: WallClock
    let decorations: ChangeCount
    let traits: PhoneTraits
  }

  private var ground: Ground?
  private var bubbles: [MessageID: Screen.Bubble] = [:]
  /// Titles with the members that they name.
  private var titles:
    [ConversationID: (name: String?, members: [ConversationFact.Member], text: String)] = [:]

  /// Forgets messages about which facts have changed.
  mutating func forget(_ touched: Set<MessageID>) {
    if bubbles.isEmpty { return }
    // order: each is forgotten, whichever comes first.
    for id in touched { bubbles[id] = nil }
  }

  /// The title of a conversation.
  mutating func title(of conversation: ConversationFact, by projection: ScreenProjection) -> String
  {
    // Lists that nobody has changed since are one in memory, and compared as such.
    if let known = titles[conversation.id], known.members == conversation.members,
      known.name == conversation.name
    {
      return known.text
    }
    let text = projection.title(of: conversation)
    titles[conversation.id] = (conversation.name, conversation.members, text)
    return text
  }

  /// The bubbles of messages, in their order.
  mutating func bubbles(
    of messages: ArraySlice<MessageID>, in conversation: ConversationFact,
    by projection: ScreenProjection
  ) -> [Screen.Bubble] {
    let ground = Ground(
      conversation: conversation, clock: projection.clock,
      decorations: projection.store.decorations, traits: projection.navigation.traits)
    if ground != self.ground {
      self.ground = ground
      bubbles = [:]
    }
    return messages.compactMap { id in
      if let bubble = bubbles[id] { return bubble }
      guard let message = projection.store.messages[id] else { return nil }
      let bubble = projection.bubble(message, in: conversation)
      bubbles[id] = bubble
      return bubble
    }
  }
}
