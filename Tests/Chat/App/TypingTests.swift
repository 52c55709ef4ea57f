import Backend
import Simulator
import Testing

@testable import Chat

@Suite("Typing in the model of the app (TY, C-49)")
struct TypingTests {
  private static let policies = ChatPolicies(showsTyping: true)
  /// The backend's time at which the connection of these tests came.
  private static let connected: Int64 = 1_000_000

  /// Alice's app with the conversation open and a connection.
  private func typing(with members: [UserID] = [ModelHarness.bob]) -> ModelHarness {
    var harness = ModelHarness.chatting(with: members, policies: Self.policies)
    harness.open()
    harness.connect(true)
    return harness
  }

  /// Whether the effects so far tell, arm and end typing, in order.
  private func told(_ harness: ModelHarness) -> [String] {
    harness.effects.compactMap { effect in
      switch effect {
      case .armTyping: "arm"
      case .tellTyping(_, let time): "tell \(time - Self.connected)"
      case .endTyping: "end"
      default: nil
      }
    }
  }

  @Test(
    "nothing is told before the backend has promised to take it back, and then at most twice in six seconds"
  )
  func tells() {
    var harness = typing()
    harness.type("a")
    harness.type("ab")
    #expect(told(harness) == ["arm"])
    harness.armed()
    #expect(told(harness) == ["arm", "tell 0"])
    for _ in 1...7 {
      harness.elapse(.seconds(1))
      harness.type("more")
    }
    #expect(told(harness) == ["arm", "tell 0", "tell 3000", "tell 6000"])
    harness.type("\n")
    #expect(told(harness).last == "end")
  }

  @Test("without a connection nothing is told; the next one is asked for its promise anew and told")
  func reconnects() {
    var harness = typing()
    harness.type("a")
    harness.armed()
    harness.connect(false)
    harness.elapse(.seconds(4))
    harness.type("ab")
    #expect(told(harness) == ["arm", "tell 0"])
    harness.connect(true)
    // What the first connection has left is taken back.
    #expect(told(harness) == ["arm", "tell 0", "end", "arm"])
    harness.armed()
    #expect(told(harness).last == "tell 0")
    harness.connect(false)
    harness.type("")
    harness.connect(true)
    #expect(told(harness).suffix(2) == ["tell 0", "end"])
  }

  @Test("a person who pauses for six seconds writes no more")
  func pauses() {
    var harness = typing()
    harness.type("a")
    harness.armed()
    harness.elapse(.seconds(5))
    harness.type("ab")
    harness.elapse(.seconds(1))
    harness.model.typingTimerFired(at: harness.now)
    harness.flush()
    #expect(told(harness).last == "tell 5000")
    harness.elapse(.seconds(5))
    harness.model.typingTimerFired(at: harness.now)
    harness.flush()
    #expect(told(harness).last == "end")
  }

  @Test("of people who are not known yet the line counts two and more (TY-01, C-54)")
  func strangers() {
    var harness = typing()
    harness.learn(members: ["alice", "bob", "dave", "erin"], isGroup: true)
    harness.elapse(.seconds(10))
    var lines: [String?] = []
    for user in ["erin", "dave", "bob"] as [UserID] {
      harness.hearTyping(of: user, [Self.connected + 9_000])
      lines.append(harness.screen.thread?.typingLine)
    }
    #expect(
      lines == [
        "Unknown User is typing…", "2 people are typing…",
        "Bob, Unknown User and 1 other are typing…",
      ])
  }

  @Test(
    "others are shown for six seconds after the backend has heard of them, by whatever connection")
  func shows() {
    var harness = typing()
    harness.elapse(.seconds(10))
    harness.hearTyping(of: "bob", [Self.connected + 1_000, Self.connected + 9_000])
    #expect(harness.screen.thread?.typingLine == "Bob is typing…")
    harness.elapse(.milliseconds(4_999))
    harness.model.typingTimerFired(at: harness.now)
    #expect(harness.screen.thread?.typists == ["bob"])
    harness.elapse(.milliseconds(1))
    harness.model.typingTimerFired(at: harness.now)
    #expect(harness.screen.thread?.typingLine == nil)
    // The trace of a phone that has vanished.
    harness.hearTyping(of: "bob", [Self.connected + 9_000])
    #expect(harness.screen.thread?.typists == [])
    harness.hearTyping(of: "bob", [Self.connected + 9_001])
    #expect(harness.screen.thread?.typists == ["bob"])
    // A time ahead of what this phone knows lives no longer than any other.
    harness.hearTyping(of: "bob", [Self.connected + 99_000])
    harness.elapse(.seconds(6))
    harness.model.typingTimerFired(at: harness.now)
    #expect(harness.screen.thread?.typists == [])
  }

  @Test(
    "whoever has sent a message since, is no member, or has stopped is not shown, and nobody after a reconnection"
  )
  func hides() {
    for ends in 0..<5 {
      var harness = typing(with: ["bob", "carol"])
      harness.hearTyping(of: "bob", [Self.connected + 500])
      harness.hearTyping(of: "dave", [Self.connected + 500])
      harness.hearTyping(of: "alice", [Self.connected + 500])
      harness.receive("m0", at: Self.connected + 499)
      harness.receive("m1", from: "carol", at: Self.connected + 600)
      #expect(harness.screen.thread?.typists == ["bob"])
      switch ends {
      case 0: harness.receive("m2", at: Self.connected + 500)
      case 1: harness.learn(members: ["alice", "carol"])
      case 2: harness.hear(.typing(ModelHarness.chat), .childRemoved, "bob", .empty)
      case 3: harness.connect(false)
      default:
        harness.model.close()
        harness.open()
      }
      #expect(harness.screen.thread?.typists == [], "\(ends)")
    }
  }

  @Test("an app that does not show who writes follows nothing and tells nothing")
  func off() {
    var harness = ModelHarness.chatting()
    harness.open()
    harness.type("a")
    harness.model.close()
    harness.flush()
    #expect(told(harness).isEmpty)
    let feeds = harness.effects.compactMap { effect -> Feed? in
      switch effect {
      case .follow(let feed), .unfollow(let feed): feed
      default: nil
      }
    }
    #expect(!feeds.contains(.typing(ModelHarness.chat)))
  }
}

extension ModelHarness {
  fileprivate mutating func connect(_ isConnected: Bool) {
    model.connectionChanged(isConnected, backendMilliseconds: 1_000_000, at: now)
    flush()
  }

  fileprivate mutating func elapse(_ duration: Duration) { now = now.advanced(by: duration) }

  fileprivate mutating func type(_ text: String) {
    model.perform(.type(text), as: nil, localMilliseconds: 0, at: now)
    flush()
  }

  fileprivate mutating func armed() {
    model.typingArmed(in: Self.chat, at: now)
    flush()
  }

  fileprivate mutating func hearTyping(of user: UserID, _ times: [Int64]) {
    let entries = times.enumerated().map { index, time in
      (Key("c\(index)"), Node(children: [("at", .time(time)), ("said", .time(time))]))
    }
    hear(.typing(Self.chat), .childAdded, user.text, Node(children: entries))
  }
}
