internal import Devices

/// The numbers of messages that users had not read by the backend, from commit to commit (I-07).
///
/// A push message that sets the number on an icon counts what it finds in several steps, so the number lies between the least and
/// the most that each conversation had while its function can have looked.
struct UnreadLedger: Sendable {
  /// A change of the number in one conversation.
  private struct Turn {
    /// The backend's time, in milliseconds since 1970.
    let milliseconds: Int64
    let conversation: ConversationID
    let count: Int
  }

  private var unread: [UserID: [ConversationID: Set<MessageID>]] = [:]
  private var turns: [UserID: [Turn]] = [:]

  /// A message counts for a user from now on.
  mutating func insert(
    _ id: MessageID, in conversation: ConversationID, for user: UserID, at milliseconds: Int64
  ) {
    guard unread[user, default: [:]][conversation, default: []].insert(id).inserted else { return }
    note(conversation, for: user, at: milliseconds)
  }

  /// A message does not count any more.
  mutating func remove(
    _ id: MessageID, in conversation: ConversationID, for user: UserID, at milliseconds: Int64
  ) {
    guard unread[user]?[conversation]?.remove(id) != nil else { return }
    note(conversation, for: user, at: milliseconds)
  }

  /// A user has become a member, or is one no more: these count, and no others.
  mutating func replace(
    _ ids: Set<MessageID>, in conversation: ConversationID, for user: UserID,
    at milliseconds: Int64
  ) {
    let before = unread[user, default: [:]].updateValue(ids, forKey: conversation) ?? []
    if before.count != ids.count { note(conversation, for: user, at: milliseconds) }
  }

  private mutating func note(
    _ conversation: ConversationID, for user: UserID, at milliseconds: Int64
  ) {
    let count = unread[user]?[conversation]?.count ?? 0
    turns[user, default: []].append(
      Turn(milliseconds: milliseconds, conversation: conversation, count: count))
  }

  /// The least and the most that a user can have been told since a time of the backend's, in milliseconds since 1970: the time of
  /// a message whose commit may have come first or last in its millisecond.
  func bounds(of user: UserID, since milliseconds: Int64) -> ClosedRange<Int> {
    var bounds: [ConversationID: (least: Int, most: Int)] = [:]
    for turn in turns[user] ?? [] {
      guard turn.milliseconds >= milliseconds, let known = bounds[turn.conversation] else {
        // What was there before, or nothing, until the first change.
        let isFirst = turn.milliseconds >= milliseconds
        bounds[turn.conversation] = (isFirst ? 0 : turn.count, turn.count)
        continue
      }
      bounds[turn.conversation] = (min(known.least, turn.count), max(known.most, turn.count))
    }
    // order: sums are the same in any.
    let (least, most) = bounds.values.reduce((0, 0)) { ($0.0 + $1.least, $0.1 + $1.most) }
    return least...most
  }
}
