import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Invariants of the backend")
struct BackendLedgerTests {
  /// A database without rules, in which anything can be written, and its ledger.
  private struct Rig {
    var server = DatabaseServer(rules: nil)
    var ledger = BackendLedger()
    var milliseconds: Int64 = 1_000_000

    init() {
      _ = write(
        "/conversations/c/members", ["alice": true, "bob": true])
      _ = write("/messages/c/m", Self.message(by: "alice"))
    }

    static func message(by author: String) -> Node {
      ["author": Node(.string(author)), "text": "hello", "sentAt": Node(.timestamp)]
    }

    mutating func write(_ path: Path, _ node: Node, from phone: String? = nil) -> [String] {
      write([PathChange(path, node)], from: phone)
    }

    mutating func write(_ changes: [PathChange], from phone: String? = nil) -> [String] {
      let actions = server.administer(.root, changes, as: "test", nowMilliseconds: milliseconds)
      return actions.flatMap { action -> [String] in
        guard case .committed(let commit) = action else { return [] }
        return ledger.take(commit, from: phone).compactMap(\.invariant)
      }
    }
  }

  @Test("a receipt of a recipient, with the backend's time, breaks nothing")
  func accepts() {
    var rig = Rig()
    #expect(rig.write("/receipts/c/bob/m", Node(.timestamp)).isEmpty)
    #expect(rig.ledger.readers[MessageID("m")] == ["bob": 1_000_000])
    #expect(rig.ledger.added == [ReceiptKey(message: MessageID("m"), user: "bob")])
  }

  @Test("a reader who is no recipient breaks I-02", arguments: ["alice", "carol"])
  func judgesReaders(reader: String) {
    var rig = Rig()
    #expect(rig.write(Path(["receipts", "c", Key(reader), "m"]), Node(.timestamp)) == ["I-02"])
  }

  @Test("a receipt for what is no message, or the system's, breaks I-02")
  func judgesMessages() {
    var rig = Rig()
    #expect(rig.write("/receipts/c/bob/none", Node(.timestamp)) == ["I-02"])
    #expect(rig.write("/messages/c/s", Rig.message(by: "system")) == ["I-11"])
    #expect(rig.write("/receipts/c/bob/s", Node(.timestamp)) == ["I-02"])
  }

  @Test("who joined after a message was sent is none of its readers (I-02)")
  func judgesJoiners() {
    var rig = Rig()
    rig.milliseconds += 5
    _ = rig.write("/conversations/c/members/carol", true)
    #expect(rig.write("/receipts/c/carol/m", Node(.timestamp)) == ["I-02"])
  }

  @Test("a time of reading that changes, or goes, breaks I-05", arguments: [true, false])
  func judgesChanges(isRemoved: Bool) {
    var rig = Rig()
    _ = rig.write("/receipts/c/bob/m", Node(.timestamp))
    rig.milliseconds += 5
    let path = Path(unchecked: isRemoved ? "receipts/c" : "receipts/c/bob/m")
    #expect(rig.write(path, isRemoved ? .empty : Node(.timestamp)) == ["I-05"])
  }

  @Test("a time of reading that is not the backend's breaks I-05")
  func judgesTimes() {
    var rig = Rig()
    #expect(rig.write("/receipts/c/bob/m", Node(.number(2_000_000))) == ["I-05"])
    var early = Rig()
    early.milliseconds -= 5
    #expect(early.write("/receipts/c/bob/m", Node(.timestamp)) == ["I-05"], "before it was sent")
  }

  @Test("what a commit tells to be read is known, whoever is told")
  func namesFlushes() {
    var rig = Rig()
    _ = rig.write("/receipts/c/bob/m", Node(.timestamp), from: "Bob")
    #expect(rig.ledger.flushed == ReceiptKey(message: MessageID("m"), user: "bob"))
    _ = rig.write("/messages/c/n", Rig.message(by: "alice"), from: "Alice")
    #expect(rig.ledger.flushed == nil)
    _ = rig.write("/private/bob/reads/c/n", Node(.timestamp), from: "Bob")
    #expect(rig.ledger.flushed == ReceiptKey(message: MessageID("n"), user: "bob"))
    #expect(rig.ledger.flushCount(of: "Bob") == 1 && rig.ledger.flushCount(of: "Alice") == 0)
  }

  @Test("the numbers of unread messages since a time have a least and a most (I-07)")
  func unreadBounds() {
    var ledger = UnreadLedger()
    let (c, d) = (ConversationID("c"), ConversationID("d"))
    ledger.insert(MessageID("1"), in: c, for: "bob", at: 10)
    ledger.insert(MessageID("2"), in: d, for: "bob", at: 20)
    #expect(ledger.bounds(of: "bob", since: 0) == 0...2)
    #expect(ledger.bounds(of: "bob", since: 20) == 1...2)
    #expect(ledger.bounds(of: "bob", since: 21) == 2...2)
    ledger.remove(MessageID("1"), in: c, for: "bob", at: 30)
    #expect(ledger.bounds(of: "bob", since: 25) == 1...2)
    #expect(ledger.bounds(of: "bob", since: 31) == 1...1)
    ledger.replace([], in: d, for: "bob", at: 40)
    #expect(ledger.bounds(of: "bob", since: 41) == 0...0)
    #expect(ledger.bounds(of: "carol", since: 0) == 0...0)
  }

  @Test("a message is unread from its commit until it is read or deleted, for who was there (I-07)")
  func unreadNumbers() {
    var rig = Rig()
    rig.ledger.unread = UnreadLedger()
    func number(_ user: UserID) -> ClosedRange<Int>? {
      rig.ledger.unread?.bounds(of: user, since: rig.milliseconds + 1)
    }
    rig.milliseconds += 10
    _ = rig.write("/messages/c/n", Rig.message(by: "alice"))
    #expect(number("bob") == 1...1 && number("alice") == 0...0)
    _ = rig.write("/messages/c/o", Rig.message(by: "alice"))
    #expect(number("bob") == 2...2)
    rig.milliseconds += 10
    _ = rig.write("/messages/c/o/deletedAt", Node(.timestamp))
    #expect(number("bob") == 1...1)
    _ = rig.write("/receipts/c/bob/n", Node(.timestamp))
    #expect(number("bob") == 0...0)
    _ = rig.write("/conversations/c/members/carol", Node(.number(1_000_000)))
    #expect(number("carol") == 1...1)
    _ = rig.write("/private/carol/reads/c/n", Node(.timestamp))
    #expect(number("carol") == 0...0)
    _ = rig.write("/conversations/c/members/dave", Node(.number(1_000_011)))
    #expect(number("dave") == 0...0, "from before they joined")
  }

  @Test("a private read is known like a shared one")
  func privateReads() {
    var rig = Rig()
    #expect(rig.write("/private/bob/reads/c/m", Node(.timestamp), from: "Bob").isEmpty)
    #expect(rig.ledger.added == [ReceiptKey(message: MessageID("m"), user: "bob")])
    #expect(rig.ledger.privateReads[MessageID("m")] == ["bob": 1_000_000])
    #expect(rig.ledger.readers[MessageID("m")] == nil)
  }

  @Test(
    "a write of more than 500 receipts, deliveries or private reads breaks I-14",
    arguments: [
      ["receipts", "c", "bob"], ["deliveries", "c", "bob"], ["private", "bob", "reads", "c"],
    ])
  func judgesBatches(place: [String]) {
    var rig = Rig()
    var changes: [PathChange] = []
    for number in 0..<501 {
      _ = rig.write(Path(["messages", "c", Key("m\(number)")]), Rig.message(by: "alice"))
      changes.append(
        PathChange(Path((place + ["m\(number)"]).map { Key($0) }), Node(.timestamp)))
    }
    #expect(rig.write(Array(changes.dropLast()), from: "Bob") == [])
    rig = Rig()
    for number in 0..<501 {
      _ = rig.write(Path(["messages", "c", Key("m\(number)")]), Rig.message(by: "alice"))
    }
    #expect(rig.write(changes, from: "Bob") == ["I-14"])
  }
}
