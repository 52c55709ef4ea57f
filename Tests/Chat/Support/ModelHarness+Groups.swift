import Backend

@testable import Chat
@testable import Devices

// A group of Alice's, whose admin she is, and what the database tells of it.

extension ModelHarness {
  /// Alice's app in a group that the backend knows of; with a time of joining for those who came later.
  static func grouped(
    with members: [UserID], joined: [UserID: Int64] = [:], policies: ChatPolicies = ChatPolicies()
  ) -> ModelHarness {
    var harness = ModelHarness(policies: policies)
    harness.hear(.memberships, .childAdded, "chat", true)
    harness.learnGroup([alice] + members, joined: joined)
    return harness
  }

  mutating func learnGroup(_ members: [UserID], joined: [UserID: Int64] = [:]) {
    let ends = members.map { user in
      (user.key, joined[user].map(Node.time) ?? Node(.bool(true)))
    }
    hear(
      .conversation(Self.chat), .value, nil,
      ["isGroup": true, "members": Node(children: ends), "admins": ["alice": true]])
  }

  /// A message of Alice's that the backend has taken at a time.
  mutating func sendAccepted(_ text: String, as id: String, at milliseconds: Int64) {
    send(text, as: id)
    guard let number = writes(below: "messages").last?.number else { return }
    receiveOwn(id, text, at: milliseconds)
    answer(number, .committed)
    receiveOwn(id, text, at: milliseconds)
  }

  private mutating func receiveOwn(_ id: String, _ text: String, at milliseconds: Int64) {
    hear(
      .messages(Self.chat), .childAdded, id,
      ["author": "alice", "text": Node(.string(text)), "sentAt": .time(milliseconds)])
  }

  mutating func hearRead(_ id: String, by user: UserID, at milliseconds: Int64) {
    hear(.receipts(Self.chat), of: user, [id: milliseconds])
  }

  mutating func openReceipts(_ id: String) {
    model.openReceipts(of: MessageID(id))
    flush()
  }

  func bubble(_ id: String) -> Screen.Bubble? { screen.bubble(MessageID(id)) }

  /// The feeds that were asked for.
  var followed: [Feed] {
    effects.compactMap { if case .follow(let feed) = $0 { feed } else { nil } }
  }
}
