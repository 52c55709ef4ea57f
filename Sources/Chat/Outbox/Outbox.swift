internal import Simulator

/// One thing that the backend has to be told, kept on disk until the backend has answered.
struct OutboxOperation: Equatable, Sendable, Digestible {
  /// The change that the backend is told of.
  enum Change: Hashable, Sendable {
    /// A conversation was started, by and with these members.
    case start(ConversationID, members: [UserID])
    /// A message was written.
    case send(MessageID)
    /// Messages reached this phone, in one conversation or in several.
    case deliver([MessageID])
    /// Messages were read on this phone, some of which only the user's own phones may be to know.
    case read([MessageID])
    /// A message has another text, and this is its number of changes.
    case edit(MessageID, text: String, revision: Int)
    /// A picture of a message is uploaded, with its number.
    case attach(MessageID, number: Int)
    /// A message was deleted.
    case delete(MessageID)
    /// An admin deleted the picture of a message.
    case deleteMedia(MessageID)
    /// Members of a group were added or removed.
    case change(MembershipChange)
    /// A group was changed, such as its name; of two people, what is pinned.
    case describe(ConversationID, GroupEdit)
    /// The switch for read receipts was turned.
    case share(SharingFact)
    /// A setting of this user's own for a conversation was turned.
    case set(ConversationSetting)
    /// The notification of a message was swiped away.
    case clear(ConversationID, MessageID)
  }

  /// The place in the outbox; grows from operation to operation.
  let number: Int
  /// The change that the backend is told of.
  let change: Change
  /// How stood before what the phone shows changed already; nil where nothing has to be put back after a refusal.
  var previous: Previous?
  /// The mark by which the backend accepts it once; nil where it needs none.
  var mark: OutboxMark?

  /// The least number of more digits than the key of a row has.
  private static let bound = 1_000_000_000_000

  /// The key of its row, which sorts as the numbers do.
  var rowKey: String {
    // A one before the zeros, which is dropped: to repeat a zero appends one after the other.
    number < Self.bound ? String(String(Self.bound + number).dropFirst()) : String(number)
  }
}

/// The operations that wait for the backend's answer, in order (C-17).
///
/// Every operation is idempotent at the backend and stays here until it was acknowledged or refused for good. After a
/// relaunch all remaining operations are sent again.
struct Outbox: Sendable {
  private(set) var operations: [OutboxOperation] = []
  private var lastNumber = 0

  /// An empty outbox.
  init() {}

  /// An outbox with what a disk holds, in order.
  init(restoring operations: [OutboxOperation]) {
    self.operations = operations
    lastNumber = operations.last?.number ?? 0
  }

  mutating func append(
    _ change: OutboxOperation.Change, previous: Previous? = nil, mark: OutboxMark? = nil
  ) -> OutboxOperation {
    lastNumber += 1
    let operation = OutboxOperation(
      number: lastNumber, change: change, previous: previous, mark: mark)
    operations.append(operation)
    return operation
  }

  /// Gives the first operation whose change is such another memory of how things stood before.
  ///
  /// - Returns: The operation; nil where there is none.
  mutating func remember(
    _ previous: Previous?, where isSuch: (OutboxOperation.Change) -> Bool
  ) -> OutboxOperation? {
    guard let index = operations.firstIndex(where: { isSuch($0.change) }) else { return nil }
    operations[index].previous = previous
    return operations[index]
  }

  mutating func remove(_ number: Int) -> OutboxOperation? {
    guard let index = operations.firstIndex(where: { $0.number == number }) else { return nil }
    return operations.remove(at: index)
  }
}

/// Members that an admin adds or removes in one action.
struct MembershipChange: Hashable, Sendable, Digestible {
  /// The id of the change, and of the one message by which the backend tells of it.
  let id: MessageID
  /// The group.
  let conversation: ConversationID
  /// The kind of the change.
  let kind: MembershipNotice.Kind
  /// The users who are added or removed, by their ids.
  let users: [UserID]
  /// Two members who stay after a removal, which the backend asks for: its rules cannot count (MR-07).
  var staying: [UserID] = []
  /// Those among the users who were admins when the phone made the change: their role goes with a removal.
  var admins: [UserID] = []
  /// Those among the users who were moderators then.
  var moderators: [UserID] = []
  /// Those among the users who were invited then: an addition ends their invitation.
  var invited: [UserID] = []
  /// Whether the group is over with it, since one member alone is left (C-28).
  var archives = false

  /// The same for some of its users alone; nil where none is left.
  func limited(to isLeft: (UserID) -> Bool) -> MembershipChange? {
    let left = users.filter(isLeft)
    if left.isEmpty { return nil }
    return MembershipChange(
      id: id, conversation: conversation, kind: kind, users: left, staying: staying,
      admins: admins.filter(isLeft), moderators: moderators.filter(isLeft),
      invited: invited.filter(isLeft), archives: archives)
  }
}
