internal import Backend
internal import Simulator

// What the backend has stored, for assertions that no screen can show.

extension ChatWorld {
  /// Who has read a message, with the backend's time, in milliseconds since 1970.
  public func readBy(
    _ message: MessageID, in conversation: ConversationID
  ) async -> [UserID: Int64] {
    var readers: [UserID: Int64] = [:]
    for (user, marks) in await backend.read(ChatPaths.receipts(in: conversation)).children {
      if case .number(let time) = marks[child: message.key].scalar {
        readers[UserID(user.text)] = Int64(time)
      }
    }
    return readers
  }

  /// When the backend took a message, in milliseconds since 1970; nil when it has none.
  public func sentAt(_ message: MessageID, in conversation: ConversationID) async -> Int64? {
    let path = ChatPaths.messages(in: conversation).child(message.key).child(ChatField.sentAt)
    guard case .number(let time) = await backend.read(path).scalar else { return nil }
    return Int64(time)
  }

  /// How many messages the backend has in a conversation.
  public func messageCount(in conversation: ConversationID) async -> Int {
    await backend.read(ChatPaths.messages(in: conversation)).childCount
  }

  /// Requires the backend to have recorded that exactly these phones' users have read a message.
  ///
  /// - Throws: ``BackendExpectationFailed``; the run has failed then.
  public func expectRead(
    _ message: MessageID, in conversation: ConversationID, by readers: ChatPhone...,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    let found = await readBy(message, in: conversation).keys.sorted()
    let wanted = Set(readers.map(\.userID)).sorted()
    try require(
      found == wanted, "the backend to have \(message) read by \(wanted); it has \(found)",
      SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires the backend to have no receipt in a conversation.
  ///
  /// - Throws: ``BackendExpectationFailed``; the run has failed then.
  public func expectNoReceipts(
    in conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let receipts = await backend.read(ChatPaths.receipts(in: conversation))
    try require(
      receipts.isEmpty, "the backend to have no receipts; it has \(receipts)",
      SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires something that a scenario has found out by itself.
  ///
  /// - Throws: ``BackendExpectationFailed``; the run has failed then.
  public func require(
    _ condition: Bool, _ expected: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    try require(
      condition, expected(), SourceLocation(fileID: fileID, filePath: filePath, line: line))
  }

  private func require(
    _ condition: Bool, _ expected: @autoclosure () -> String, _ location: SourceLocation
  ) throws {
    guard !condition else { return }
    let text = expected()
    world.fail(Failure(kind: "expectation", expected: text, location: location))
    throw BackendExpectationFailed(description: "expected \(text)")
  }
}

/// Thrown by an expectation on the backend that did not hold; the run has failed already.
public struct BackendExpectationFailed: Error, CustomStringConvertible {
  /// What was expected.
  public let description: String
}
