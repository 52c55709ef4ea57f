internal import Backend
internal import Devices
internal import Simulator

/// Whether someone has the app connected, as the database shows it. Times are of the backend's clock, in milliseconds since 1970.
struct Presence: Hashable, Sendable {
  /// The end of the last token of their connected phones; nil where none is connected.
  var until: Int64?
  /// When the last one went; nil where none has.
  var lastSeen: Int64?

  /// Takes away what has outlived its token.
  ///
  /// The backend does what is to be done at a disconnection with the caller's rights of that moment. When the token has ended while
  /// a phone was out of reach, nobody takes back what it has said.
  mutating func expire(at milliseconds: Int64) {
    guard let until, until <= milliseconds else { return }
    lastSeen = max(lastSeen ?? until, until)
    self.until = nil
  }
}

extension Presence {
  /// Reads what stands at a user's presence; nil where nothing is known.
  init?(_ node: Node) {
    let ends = node[child: ChatField.phones].children.flatMap { _, phone in
      phone.children.compactMap { _, word in word.number?.asMilliseconds }
    }
    until = ends.max()
    lastSeen = node[child: ChatField.lastSeen].number?.asMilliseconds
    if until == nil, lastSeen == nil { return nil }
  }
}

/// Where the app says that this phone is connected, by the key of its launch.
struct PresencePlace: Digestible {
  let key: Key

  static let table = DiskTable<PresencePlace>("presence")
  /// The key of the only row of ``table``.
  static let rowKey = "own"
}

extension ChatModel {
  /// The other member of a 1:1 conversation.
  func peer(in id: ConversationID) -> UserID? {
    guard let conversation = store.conversations[id], !conversation.isGroup else { return nil }
    return conversation.members.first { $0.user != user }?.user
  }

  /// Follows whether the peer of a thread is online, unless another thread with them does: two people who begin at the same
  /// time have two conversations.
  mutating func followPresence(in id: ConversationID) {
    guard policies.sharesPresence, let peer = peer(in: id), !isFollowed(peer, besides: id) else {
      return
    }
    effects.append(.follow(.presence(peer)))
  }

  private func isFollowed(_ peer: UserID, besides id: ConversationID) -> Bool {
    for other in [navigation.open, navigation.prepared] {
      if let other, other != id, self.peer(in: other) == peer { return true }
    }
    return false
  }

  /// Ends what a thread follows of its peer, unless another thread needs it.
  mutating func unfollowPresence(in id: ConversationID) {
    guard policies.sharesPresence, let peer = peer(in: id), !isFollowed(peer, besides: id) else {
      return
    }
    effects.append(.unfollow(.presence(peer)))
    navigation.presences[peer] = nil
  }

  mutating func presenceChanged(of peer: UserID, _ node: Node, at now: Instant) {
    navigation.presences[peer] = Presence(node)
    expirePresences(at: now)
  }

  mutating func presenceTimerFired(at now: Instant) {
    presenceTimer = .distantFuture
    expirePresences(at: now)
  }

  /// Takes away what has outlived its token, and has the app call ``presenceTimerFired(at:)`` when the next has.
  mutating func expirePresences(at now: Instant) {
    // What a kept database tells before there is a connection is not shown either.
    guard let backendTime else { return }
    let present = backendTime.milliseconds(at: now)
    navigation.presences = navigation.presences.mapValues { presence in
      var presence = presence
      presence.expire(at: present)
      return presence
    }
    // order: only the least is asked for.
    guard let next = navigation.presences.values.lazy.compactMap(\.until).min() else { return }
    let due = now.advanced(by: .milliseconds(next - present))
    guard due < presenceTimer else { return }
    presenceTimer = due
    effects.append(.startPresenceTimer(at: due))
  }
}
