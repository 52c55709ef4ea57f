import Backend
import Testing

@testable import Chat

@Suite("The chat's promises at rest")
struct ChatOracleTests {
  private static let chat = ConversationID("c")

  /// A group of Alice, Bob and Carol, who joined at 20, with Alice's messages of 10, 20 and 30.
  private func oracle(
    receipts: String = "{}", deliveries: String = "{}", ownSide: String = "{}",
    presence: String = "{}", at milliseconds: Int64 = 0,
    _ change: (inout ChatPolicies) -> Void = { _ in }
  ) throws -> ChatOracle {
    var policies = ChatPolicies()
    change(&policies)
    let text = """
      {"conversations": {"c": {"isGroup": true, "members": {"alice": true, "bob": true, "carol": 20}}},
       "messages": {"c": {
         "m1": {"author": "alice", "text": "one", "sentAt": 10},
         "m2": {"author": "alice", "text": "two", "sentAt": 20, "revision": 2},
         "m3": {"author": "alice", "sentAt": 30, "deletedAt": 40},
         "m4": {"author": "system", "sentAt": 30}}},
       "receipts": {"c": \(receipts)}, "deliveries": {"c": \(deliveries)},
       "private": \(ownSide), "presence": {"bob": \(presence)}}
      """
    return ChatOracle(try Node(parsing: text), policies: policies, at: milliseconds)
  }

  private func status(_ oracle: ChatOracle, _ id: String) -> DeliveryStatus? {
    oracle.messages(for: "alice", in: Self.chat).first { $0.id.text == id }
      .map { oracle.status(of: $0, in: Self.chat) }
  }

  @Test("a phone counts as connected until its token ends; about then it may be either")
  func connectedPhones() throws {
    func count(at milliseconds: Int64) throws -> Int? {
      let presence = #"{"phones": {"p": {"1": 3600000}, "q": {"1": 60000, "2": 7200000}}}"#
      return try oracle(presence: presence, at: milliseconds) { $0.sharesPresence = true }
        .connectedPhones(of: "bob")
    }
    #expect(try count(at: 0) == 2)
    #expect(try count(at: 3_540_000) == 2)
    #expect(try count(at: 3_540_001) == nil)
    #expect(try count(at: 3_659_999) == nil)
    #expect(try count(at: 3_660_000) == 1)
    #expect(try count(at: 9_000_000) == 0)
    #expect(try oracle().connectedPhones(of: "bob") == nil)
  }

  @Test("who joined later sees what came from then on, and nobody else sees anything")
  func visible() throws {
    let oracle = try oracle()
    #expect(oracle.messages(for: "bob", in: Self.chat).map(\.id.text) == ["m1", "m2", "m3", "m4"])
    #expect(oracle.messages(for: "carol", in: Self.chat).map(\.id.text) == ["m2", "m3", "m4"])
    #expect(oracle.messages(for: "dave", in: Self.chat).isEmpty)
    #expect(oracle.conversations(of: "carol") == [Self.chat])
    #expect(oracle.conversations(of: "dave").isEmpty)
  }

  @Test("unread is what others wrote and no phone of the user has read, shared or not")
  func unread() throws {
    func count(_ user: UserID, _ oracle: ChatOracle) -> Int {
      oracle.messages(for: user, in: Self.chat).count {
        oracle.isUnread($0, for: user, in: Self.chat)
      }
    }
    let plain = try oracle()
    #expect(count("alice", plain) == 0)
    #expect(count("bob", plain) == 2)
    #expect(count("carol", plain) == 1)
    #expect(count("bob", try oracle(receipts: #"{"bob": {"m1": 50}}"#)) == 1)
    #expect(count("bob", try oracle(ownSide: #"{"bob": {"reads": {"c": {"m1": 50}}}}"#)) == 1)
  }

  @Test("the status follows receipts and deliveries of those to whom a message was sent")
  func statuses() throws {
    #expect(status(try oracle(), "m1") == .sent)
    let half = #"{"bob": {"m1": 50, "m2": 50}}"#
    #expect(status(try oracle(deliveries: half), "m1") == .delivered)
    #expect(status(try oracle(deliveries: half), "m2") == .sent)
    #expect(status(try oracle(receipts: half), "m2") == .read)
    let all = try oracle(receipts: half) { $0.groupBlue = .all }
    #expect(status(all, "m1") == .read)
    #expect(status(all, "m2") == .sent)
  }

  @Test("who keeps receipts private sees those from before only")
  func privacy() throws {
    let turns = #"{"alice": {"sharing": {"t1": {"isOn": false, "at": 60}}}}"#
    func read(at time: Int) -> String { #"{"bob": {"m1": \#(time)}}"# }
    #expect(status(try oracle(receipts: read(at: 59), ownSide: turns), "m1") == .read)
    #expect(status(try oracle(receipts: read(at: 61), ownSide: turns), "m1") == .sent)
    let shared = try oracle(receipts: read(at: 61), ownSide: turns) {
      $0.groupPrivacy = .alwaysShared
    }
    #expect(status(shared, "m1") == .read)
  }

  @Test("a read that was accepted while receipts were private may be seen or not, no other may")
  func exemptions() throws {
    let turns = #"{"alice": {"sharing": {"t1": {"isOn": false, "at": 60}}}}"#
    func statuses(_ time: Int) throws -> [DeliveryStatus]? {
      let oracle = try oracle(
        receipts: #"{"bob": {"m1": \#(time)}}"#, deliveries: #"{"bob": {"m1": 50}}"#,
        ownSide: turns)
      return oracle.messages(for: "alice", in: Self.chat).first
        .map { oracle.statuses(of: $0, in: Self.chat) }
    }
    #expect(try statuses(59) == [.read])
    #expect(try statuses(61) == [.delivered, .read])
  }

  @Test("who joined before a message may be known after all others have it, and not otherwise")
  func lateNews() throws {
    func statuses(_ deliveries: String) throws -> [[DeliveryStatus]] {
      let oracle = try oracle(deliveries: deliveries)
      return oracle.messages(for: "alice", in: Self.chat).filter { $0.author == "alice" }
        .map { oracle.statuses(of: $0, in: Self.chat) }
    }
    #expect(
      try statuses(#"{"bob": {"m1": 50, "m2": 50}}"#) == [
        [.delivered], [.sent, .delivered], [.sent],
      ])
    #expect(try statuses(#"{"carol": {"m2": 50}}"#) == [[.sent], [.sent], [.sent]])
  }

  @Test(
    "a status that a phone has kept may stand as far as somebody has brought it, and no further"
  )
  func kept() throws {
    func statuses(
      _ receipts: String, _ deliveries: String, kept: DeliveryStatus
    ) throws -> [DeliveryStatus]? {
      let oracle = try oracle(receipts: receipts, deliveries: deliveries) { $0.groupBlue = .all }
      return oracle.messages(for: "alice", in: Self.chat).first { $0.id.text == "m2" }
        .map { oracle.statuses(of: $0, in: Self.chat, kept: kept) }
    }
    let reached = #"{"bob": {"m2": 30}, "carol": {"m2": 30}}"#
    #expect(try statuses("{}", reached, kept: .delivered) == [.delivered])
    #expect(try statuses("{}", reached, kept: .read) == [.delivered])
    #expect(try statuses(#"{"alice": {"m2": 40}}"#, reached, kept: .read) == [.delivered])
    #expect(try statuses(#"{"carol": {"m2": 40}}"#, reached, kept: .read) == [.delivered, .read])
    #expect(try statuses("{}", #"{"carol": {"m2": 30}}"#, kept: .delivered) == [.sent, .delivered])
    #expect(try statuses("{}", "{}", kept: .delivered) == [.sent])
  }
}
