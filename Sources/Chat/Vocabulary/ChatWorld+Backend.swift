public import Backend
public import Devices
internal import Simulator

// What the backend has stored, for assertions that no screen can show.

extension ChatWorld {
  /// The readers of a message, with the backend's times, in milliseconds since 1970.
  public func readBy(
    _ message: MessageID, in conversation: ConversationID
  ) async -> [UserID: Int64] {
    times(of: message, in: await backend.read(ChatPaths.receipts(in: conversation)))
  }

  /// The users on whose phones a message is, with the backend's times, in milliseconds since 1970.
  public func deliveredTo(
    _ message: MessageID, in conversation: ConversationID
  ) async -> [UserID: Int64] {
    times(of: message, in: await backend.read(ChatPaths.deliveries(in: conversation)))
  }

  private func times(of message: MessageID, in marksByUser: Node) -> [UserID: Int64] {
    var times: [UserID: Int64] = [:]
    for (user, marks) in marksByUser.children {
      if case .number(let time) = marks[child: message.key].scalar {
        times[UserID(user)] = time.asMilliseconds
      }
    }
    return times
  }

  /// The messages of a conversation by which the backend tells of changes of its members.
  public func systemMessages(in conversation: ConversationID) async -> [MessageID] {
    await backend.read(ChatPaths.messages(in: conversation)).children.compactMap { key, message in
      message[child: ChatField.author].text == UserID.system.text ? MessageID(key) : nil
    }
  }

  /// The members of a conversation, by their ids.
  public func members(of conversation: ConversationID) async -> [UserID] {
    let place = ChatPaths.conversation(conversation).child(ChatField.members)
    return await backend.read(place).children.map { UserID($0.key) }
  }

  /// The name that the backend has of a group; nil where it has none.
  public func name(of conversation: ConversationID) async -> String? {
    await backend.read(ChatPaths.conversation(conversation).child(ChatField.name)).text
  }

  /// The place of a group's photo in file storage; nil where it has none.
  public func photo(of conversation: ConversationID) async -> Path? {
    let place = ChatPaths.conversation(conversation).child(ChatField.photo)
    return await backend.read(place).text.flatMap { try? Path(parsing: $0) }
  }

  /// The admins of a group, by their ids.
  public func admins(of conversation: ConversationID) async -> [UserID] {
    let place = ChatPaths.conversation(conversation).child(ChatField.admins)
    return await backend.read(place).children.filter { $0.node.scalar == .bool(true) }
      .map { UserID($0.key) }
  }

  /// The backend's time of the last change of a group's members, in milliseconds since 1970; nil where there was none
  /// (MA-12).
  public func updatedAt(of conversation: ConversationID) async -> Int64? {
    let path = ChatPaths.conversation(conversation).child(ChatField.updatedAt)
    return await backend.read(path).number?.asMilliseconds
  }

  /// Makes a member an admin as well, as an operator does.
  public func makeAdmin(_ user: UserID, of conversation: ConversationID) async {
    let place = ChatPaths.conversation(conversation).child(ChatField.admins).child(user.key)
    await backend.administer(set: true, at: place, as: "operator")
  }

  /// The tokens for push messages that the backend keeps for a user's phones.
  public func pushTokens(of user: UserID) async -> [String] {
    await backend.read(ChatPaths.tokens(of: user)).children.map(\.key.text)
  }

  /// The users of whom the backend has that they write in a conversation, by their ids.
  public func typists(in conversation: ConversationID) async -> [UserID] {
    await backend.read(ChatPaths.typing(in: conversation)).children.map { UserID($0.key) }
  }

  /// The paths at which the backend stores numbers that are not times, each with its number: counters would be among
  /// them.
  public func numbersOtherThanTimes() async -> [String] {
    func search(_ node: Node, _ path: Path, _ found: inout [String]) {
      if case .number(let number) = node.scalar,
        number.asMilliseconds < TrueTime.beginningMilliseconds
      {
        found.append("\(path): \(number)")
      }
      for (key, child) in node.children { search(child, path.child(key), &found) }
    }
    var found: [String] = []
    search(await backend.read(.root), .root, &found)
    return found
  }

  /// The time at which the backend accepted a message, in milliseconds since 1970; nil when the backend does not have
  /// it.
  public func sentAt(_ message: MessageID, in conversation: ConversationID) async -> Int64? {
    let path = ChatPaths.messages(in: conversation).child(message.key).child(ChatField.sentAt)
    guard case .number(let time) = await backend.read(path).scalar else { return nil }
    return time.asMilliseconds
  }

  /// The number of messages that the backend has in a conversation.
  public func messageCount(in conversation: ConversationID) async -> Int {
    await backend.read(ChatPaths.messages(in: conversation)).childCount
  }

  /// Puts messages of a user into a conversation, as when a history is imported; returns their ids, oldest first.
  ///
  /// One write takes 100,000 of them, which is about as much as the database accepts (16 MB).
  ///
  /// `count` is from 1 to a million.
  public func importMessages(
    _ count: Int, from author: UserID, into conversation: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async -> [MessageID] {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(count, in: 1...1_000_000, "importMessages(_:)", at: location) else {
      return []
    }
    let ids = Self.importedIDs(count)
    let time = Node(.number(Double(backend.milliseconds)))
    let name = Node(.string(author.text))
    for start in stride(from: 0, to: count, by: Self.importedAtOnceMax) {
      let messages = ids[start..<min(start + Self.importedAtOnceMax, count)].map { id in
        PathChange(
          Path([id.key]),
          Node(children: [
            (ChatField.author, name), (ChatField.text, Node(.string(id.text))),
            (ChatField.sentAt, time),
          ]))
      }
      await backend.administer(ChatPaths.messages(in: conversation), messages, as: "operator")
    }
    return ids
  }

  private static let importedAtOnceMax = 100_000

  /// The ids of imported messages: as many digits for all, so that they sort as the messages do.
  static func importedIDs(_ count: Int) -> [MessageID] {
    var base = 10_000
    while count >= 9 * base { base *= 10 }
    return (1...count).map { MessageID("imported\(base + $0)") }
  }

  /// Removes a message from the backend with everything it says, as an operator does; no tombstone is left.
  public func purge(_ message: MessageID, in conversation: ConversationID) async {
    let place = ChatPaths.messages(in: conversation).child(message.key)
    await backend.administer(set: .empty, at: place, as: "operator")
  }

  /// Takes back that a message has reached a user's phones: a backend that contradicts what it has told.
  public func forgetDelivery(
    of message: MessageID, to user: UserID, in conversation: ConversationID
  ) async {
    await setDelivery(.empty, of: message, to: user, in: conversation)
  }

  /// Takes back that a user has read a message, as ``forgetDelivery(of:to:in:)`` does with its delivery.
  public func forgetRead(
    of message: MessageID, by user: UserID, in conversation: ConversationID
  ) async {
    let place = ChatPaths.receipts(in: conversation).child(user.key).child(message.key)
    await backend.administer(set: .empty, at: place, as: "operator")
  }

  /// Has the backend tell only now, and with the present time, that a message has reached a user's phones.
  public func tellDelivery(
    of message: MessageID, to user: UserID, in conversation: ConversationID
  ) async {
    let now = Node(.number(Double(backend.milliseconds)))
    await setDelivery(now, of: message, to: user, in: conversation)
  }

  private func setDelivery(
    _ node: Node, of message: MessageID, to user: UserID, in conversation: ConversationID
  ) async {
    let place = ChatPaths.deliveries(in: conversation).child(user.key).child(message.key)
    await backend.administer(set: node, at: place, as: "operator")
  }

  /// Requires the backend to have recorded that exactly these phones' users have read a message.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func expectRead(
    _ message: MessageID, in conversation: ConversationID, by readers: ChatPhone...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    let found = await readBy(message, in: conversation).keys.sorted()
    let wanted = Set(readers.map(\.userID)).sorted()
    try require(
      found == wanted, "the backend to have \(message) read by \(wanted); it has \(found)",
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Requires the backend to have no receipt in a conversation.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func expectNoReceipts(
    in conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let receipts = await backend.read(ChatPaths.receipts(in: conversation))
    try require(
      receipts.isEmpty, "the backend to have no receipts; it has \(receipts)",
      fileID: fileID, filePath: filePath, line: line)
  }
}
