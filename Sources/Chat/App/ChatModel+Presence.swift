internal import Backend
internal import Devices
internal import Simulator

/// Whether someone has the app connected, as the database shows it.
enum Presence: Hashable, Sendable {
  /// At least one of their phones is connected.
  case online
  /// None is; when the last one went, in milliseconds since 1970.
  case lastSeen(Int64)

  /// Reads what stands at a user's presence; nil where nothing is known.
  init?(_ node: Node) {
    if !node[child: ChatField.phones].isEmpty {
      self = .online
    } else if case .number(let time) = node[child: ChatField.lastSeen].scalar {
      self = .lastSeen(time.asMilliseconds)
    } else {
      return nil
    }
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

  mutating func presenceChanged(of peer: UserID, _ node: Node) {
    navigation.presences[peer] = Presence(node)
  }
}
