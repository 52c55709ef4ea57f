/// The conversations in which somebody was gone on a phone's disk and came back as the same member, with the same time of
/// joining: the backend has refused a removal that the phone had shown already. Who is added anew has another time.
struct ReturnedMembers: Sendable {
  private(set) var conversations: Set<ConversationID> = []
  private var gone: [ConversationID: [ConversationFact.Member]] = [:]

  /// A conversation has changed on the disk.
  mutating func compare(_ before: ConversationFact, _ after: ConversationFact) {
    guard before.members != after.members else { return }
    if let gone = gone[after.id], after.members.contains(where: gone.contains) {
      conversations.insert(after.id)
    }
    let absent = before.members.filter { !after.members.contains($0) }
    if !absent.isEmpty { gone[after.id, default: []] += absent }
  }
}
