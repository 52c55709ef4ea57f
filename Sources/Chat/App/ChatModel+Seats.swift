internal import Backend

// The seats of a conversation's members, by which the backend's rules keep it at 256 of them (MA-11): rules cannot count, but
// they can see to it that each member has a seat of their own.

extension ChatModel {
  /// The name of a seat in the database.
  static func seatKey(_ seat: Int) -> Key { Key("\(seat)") }

  /// Chooses seats for those whom a change adds that stands at a place in the outbox.
  mutating func chooseSeats(for change: MembershipChange, at number: Int) {
    guard change.kind == .added else { return }
    chosenSeats[change.id] = freeSeats(change.users.count, in: change.conversation, at: number)
  }

  /// The lowest seats that are free, as far as the database has shown; those behind the members before it has.
  private func freeSeats(_ count: Int, in id: ConversationID, at number: Int) -> [Int] {
    let known = starting.contains(id) ? begun(id, before: number) : shownConversations[id]
    guard let shown = known else {
      let taken = store.conversations[id]?.members.count ?? 0
      return Array((taken + 1)...(taken + count))
    }
    return Array(
      (1...Self.sizes.upperBound).lazy.filter { !Self.isTaken($0, in: shown) }.prefix(count))
  }

  /// Whether somebody else was faster to take one of the seats that were chosen for a change.
  func hasLostSeats(of change: MembershipChange) -> Bool {
    guard let seats = chosenSeats[change.id], let shown = shownConversations[change.conversation]
    else { return false }
    return seats.contains { Self.isTaken($0, in: shown) }
  }

  /// Whether a member has a seat: that of somebody who has gone is free.
  private static func isTaken(_ seat: Int, in conversation: Node) -> Bool {
    guard let user = conversation[child: ChatField.seats][child: seatKey(seat)].text else {
      return false
    }
    return !conversation[child: ChatField.members][child: Key(user)].isEmpty
  }
}
