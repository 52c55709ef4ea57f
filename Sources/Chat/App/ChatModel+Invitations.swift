internal import Backend
internal import Devices

// Invitations to groups (PM-09): an admin invites, and nobody is a member who has not said yes. The yes is a change of the members
// like an admin's, which the guest makes; until then the guest sees the group's name and its members, and no message.

extension ChatModel {
  // MARK: - Hosts

  /// Invites users to a group, as an admin can; those who are members or invited already are left out.
  mutating func invite(_ users: [UserID], to id: ConversationID) {
    guard let conversation = store.conversations[id], conversation.lets(user) else { return }
    for guest in Set(users).sorted()
    where !conversation.contains(guest) && conversation.details?.invited[guest] == nil {
      submit(.describe(id, .invitation(guest, true)))
    }
  }

  /// Takes an invitation back.
  mutating func withdrawInvitation(of guest: UserID, to id: ConversationID) {
    guard let conversation = store.conversations[id], conversation.lets(user),
      conversation.details?.invited[guest] != nil
    else { return }
    submit(.describe(id, .invitation(guest, false)))
  }

  // MARK: - Guests

  /// Says yes or no to an invitation; it takes effect once the backend has heard it.
  mutating func answerInvitation(to id: ConversationID, _ accepts: Bool, as change: MessageID) {
    guard store.invitations[id] != nil, !store.isJoining(id) else { return }
    if accepts {
      submit(.change(MembershipChange(id: change, conversation: id, kind: .added, users: [user])))
      // Its controls go.
      store.appearances.increase()
    } else {
      submit(.describe(id, .invitation(user, false)))
    }
  }

  /// The invitations that the database shows have changed.
  mutating func invitationsChanged(_ before: Node, _ after: Node) {
    var changed: [(id: ConversationID, host: UserID?)] = []
    Node.forEachChildDifference(from: before, to: after) { key, _, host in
      changed.append((ConversationID(key), host?.text.map { UserID($0) }))
    }
    for (id, host) in changed.sorted(by: { $0.id < $1.id }) {
      if let host {
        // One that comes back with the refusal of a yes keeps what the group has told: it does not tell so again.
        var invitation = store.invitations[id] ?? InvitationFact(conversation: id, host: host)
        invitation.host = host
        store.put(invitation)
        watch(id)
      } else if !store.isJoining(id) {
        store.removeInvitation(to: id)
        if joined[id] == nil { unwatch(id) }
      }
    }
  }

  /// Follows a group of which this user is no member, as far as guests may: its name, its members and its seats.
  ///
  /// A former member may hear of the invitation before they hear that they were removed.
  mutating func watch(_ id: ConversationID) {
    guard watched.insert(id).inserted else { return }
    refusedFeeds.remove(.conversation(id))
    effects.append(.follow(.conversation(id)))
  }

  /// The backend lets this user look at a group no more, of which they are no member.
  ///
  /// Where it shows no invitation, the one that was kept is over. It may have ended while the app did not run; then no
  /// change of what the database shows tells so.
  mutating func invitationEnded(to id: ConversationID) {
    let invitations = lastPrivate[ChatField.invitations] ?? .empty
    guard store.invitations[id] != nil, !store.isJoining(id), invitations[child: id.key].isEmpty
    else { return }
    store.removeInvitation(to: id)
    unwatch(id)
  }

  private mutating func unwatch(_ id: ConversationID) {
    guard watched.remove(id) != nil else { return }
    shownConversations[id] = nil
    effects.append(.unfollow(.conversation(id)))
    // A former member asks again when they are one again.
    if followed.contains(id) { refusedFeeds.insert(.conversation(id)) }
  }

  /// The group of an invitation as guests see it.
  ///
  /// Who was removed and invited again while the app was closed hears of the removal by this alone.
  mutating func guestsView(of id: ConversationID, _ node: Node) {
    let members = node[child: ChatField.members].children.map { $0.key.text }.sorted()
    if members.isEmpty { return }
    if !members.contains(user.text) {
      membershipEnded(in: id)
      giveUpUnexplained(in: id)
    }
    guard var invitation = store.invitations[id] else { return }
    invitation.title = node[child: ChatField.name].text?.asPersonName ?? ""
    invitation.members = ConversationFact.TitleMembers(
      // order: they are an array in the order of their keys.
      members.filter { $0 != user.text }.map { UserID($0) })
    store.put(invitation)
  }

  /// The backend has answered this user's yes.
  ///
  /// A refusal may mean that an earlier attempt was accepted, that a seat was taken meanwhile, or that the invitation is over.
  mutating func settleJoining(_ change: MembershipChange, _ outcome: WriteOutcome) {
    let id = change.conversation
    if joined[id] != nil {
      enter(id)
    } else if outcome != .committed, hasLostSeats(of: change) {
      submit(.change(change))
    } else if outcome != .committed {
      navigation.alert = policies.text[.membersUnchanged]
      let invitations = lastPrivate[ChatField.invitations] ?? .empty
      if invitations[child: id.key].isEmpty {
        store.removeInvitation(to: id)
        unwatch(id)
      }
    }
  }

  /// This user has become a member of a group to which they were invited. The group itself is followed already.
  mutating func enter(_ id: ConversationID) {
    store.removeInvitation(to: id)
    watched.remove(id)
    if followed.insert(id).inserted {
      followMessages(of: id)
      effects.append(.follow(.ownReads(id)))
    }
    followAgain(id)
    if let node = shownConversations[id] { conversationChanged(id, node) }
  }
}

extension MembershipChange {
  /// Whether it is a user's yes to an invitation.
  func isJoining(_ user: UserID) -> Bool { kind == .added && users == [user] }

  /// Whether a member leaves by it.
  func isLeaving(_ user: UserID) -> Bool { kind == .removed && users == [user] }
}
