import Backend
import Network
import Simulator
import Testing

@testable import Chat
@testable import Devices

@Suite("The chat's vocabulary, asked for what cannot be")
struct VocabularyMisuseTests {
  /// A call of the vocabulary that asks for what cannot be, and what its failure must say.
  struct Case: Sendable, CustomTestStringConvertible {
    typealias Call = @Sendable (ChatWorld, ChatPhone, ConversationID) async throws -> Void

    let testDescription: String
    let said: String
    let call: Call

    init(_ name: String, _ said: String, _ call: @escaping Call) {
      testDescription = name
      self.said = said
      self.call = call
    }
  }

  static let nowhere = ConversationID("nonsense")
  static let nothing = MessageID("nonsense")

  static let ofTheWorld: [Case] = [
    Case("time that runs backwards", "advance(by:) to be given a duration") { world, _, _ in
      try await world.advance(by: .seconds(-5))
    },
    Case("more time than there is", "to 100 years") { world, _, _ in
      try await world.advance(by: .minutes(.min))
    },
    Case("a phone without a name", "phone(\"\") to be possible") { world, _, _ in
      _ = try await world.phone("")
    },
    Case("a second phone of a name", "already is a host “Alice”") { world, _, _ in
      _ = try await world.phone("Alice")
    },
    Case("a phone called as the simulator's own lanes", "a name that no lane has") { world, _, _ in
      _ = try await world.phone("network")
    },
    Case("a user who is no key", "phone(\"Carl\") to be possible") { world, _, _ in
      _ = try await world.phone("Carl", user: "a/b")
    },
    Case("a link that cannot be", "is impossible (down)") { world, _, _ in
      let direction = DirectionProfile(latency: .constant(.seconds(Int64.max)))
      _ = try await world.phone("Carl", on: LinkProfile("mine", bothWays: direction))
    },
    Case("a clock that cannot be", "WallClock.skew") { world, _, _ in
      _ = try await world.phone("Carl", clock: WallClock(skew: .days(.max)))
    },
    Case("a viewport of less than nothing", "ChatPolicies.viewport") { world, _, _ in
      world.setPolicies { $0.viewport = -1 }
    },
    Case("a sheet of less than no rows", "ChatPolicies.sheetRows") { world, _, _ in
      world.setPolicies { $0.sheetRows = .min }
    },
    Case("receipts collected backwards", "ChatPolicies.receiptWindow") { world, _, _ in
      world.setPolicies { $0.receiptWindow = .seconds(-1) }
    },
    Case("a history of no messages", "importMessages(_:)") { world, _, chat in
      _ = await world.importMessages(0, from: "bob", into: chat)
    },
    Case("a history of less than nothing", "it was given -3") { world, _, chat in
      _ = await world.importMessages(-3, from: "bob", into: chat)
    },
    Case("no refusals", "a number from 1 to") { world, alice, _ in
      world.refuseNext(.message, by: alice, count: 0)
    },
    Case("a swizzle of nobody", "at least one host") { world, _, _ in
      world.swizzle(for: .seconds(1))
    },
    Case("a swizzle of negative length", "it was given -1 s") { world, alice, _ in
      world.swizzle(alice, for: .seconds(-1))
    },
    Case("an acknowledgement lost in the past", "an instant from now") { world, alice, _ in
      world.loseNextAcknowledgement(to: alice, at: .zero)
    },
    Case("a write lost for less than nothing", "it was given -1 s") { world, alice, _ in
      world.loseNextWrite(of: .message, by: alice, for: .seconds(-1))
    },
  ]

  static let ofAPhone: [Case] = [
    Case("a message to nowhere", "no conversation nonsense") { _, alice, _ in
      _ = try await alice.send("hello", in: nowhere)
    },
    Case("a thread that is not there", "no conversation nonsense") { _, alice, _ in
      await alice.open(nowhere)
    },
    Case("reading what is not there", "no conversation nonsense") { _, alice, _ in
      await alice.markRead(nowhere)
    },
    Case("reading what is read", "no control to mark as read") { _, alice, chat in
      await alice.markRead(chat)
    },
    Case("preparing what is not there", "no conversation nonsense") { _, alice, _ in
      await alice.prepare(nowhere)
    },
    Case("a message of blanks", "nothing to send") { _, alice, chat in
      _ = try await alice.send(" \n", in: chat)
    },
    Case("a picture that cannot be sent", "the app of Alice has made nothing of it") {
      _, alice, chat in
      _ = try await alice.send("look", picture: Picture("sea", isCorrupt: true), in: chat)
    },
    Case("a conversation with nobody", "the app of Alice has made nothing of it") { _, alice, _ in
      _ = try await alice.startConversation(withUsers: [], isGroup: true)
    },
    Case("a member added to a pair", "no control to add carl to") { _, alice, chat in
      await alice.add("carl", to: chat)
    },
    Case("a second way back", "no thread to leave") { _, alice, _ in
      await alice.close()
      await alice.close()
    },
    Case("the end of no muting", "no control to unmute") { _, alice, chat in
      await alice.unmute(chat)
    },
    Case("an archive that it is not in", "no control to unarchive") { _, alice, chat in
      await alice.unarchive(chat)
    },
    Case("members of nowhere", "no conversation nonsense") { _, alice, _ in
      await alice.add("carl", to: nowhere)
    },
    Case("leaving nowhere", "no conversation nonsense") { _, alice, _ in
      await alice.remove("alice", from: nowhere)
    },
    Case("a picker of nowhere", "no control to add anybody to nonsense") { _, alice, _ in
      await alice.openPicker(in: nowhere)
    },
    Case("another text for nothing", "no control to edit message nonsense") { _, alice, _ in
      await alice.edit(nothing, to: "else")
    },
    Case("the end of nothing", "no control to delete message nonsense") { _, alice, _ in
      await alice.delete(nothing)
    },
    Case("nothing once more", "no control to retry message nonsense") { _, alice, _ in
      await alice.retry(nothing)
    },
    Case("who has read nothing", "no message nonsense") { _, alice, _ in
      await alice.openReceipts(of: nothing)
    },
    Case("a row of no sheet", "no row of bob") { _, alice, _ in await alice.tapRow(of: "bob") },
    Case("Done on no sheet", "no control that closes a sheet") { _, alice, _ in
      await alice.closeSheet()
    },
    Case("Add in no picker", "no control to add anybody") { _, alice, _ in await alice.addPicked()
    },
    Case("typing into no thread", "no thread on the screen") { _, alice, _ in
      await alice.close()
      await alice.type("hello")
    },
    Case("scrolling no thread", "nothing to scroll") { _, alice, _ in
      await alice.close()
      await alice.scroll(revealing: 3)
    },
    Case("going down where one is down", "no arrow to the newest message") { _, alice, _ in
      await alice.scrollToNewest()
    },
    Case("an answer to no alert", "no alert") { _, alice, _ in await alice.answerAlert() },
    Case("an answer to no prompt", "no prompt of the system") { _, alice, _ in
      try await alice.answerPrompt(.allow)
    },
    Case("check marks that are not there", "no check marks at message nonsense") { _, alice, _ in
      await alice.openReceipts(of: nothing, by: .tapOnStatus)
    },
    Case("scrolling below what is newest", "no messages below the window") { _, alice, _ in
      await alice.scrollDown(revealing: 1)
    },
    Case("scrolling up by less", "scroll(revealing:) to be given a number from 1") { _, alice, _ in
      await alice.scroll(revealing: -1)
    },
    Case("scrolling down by nothing", "scrollDown(revealing:) to be given a number from 1") {
      _, alice, _ in await alice.scrollDown(revealing: 0)
    },
  ]

  private func verdict(
    _ body: @escaping @Sendable (ChatWorld, ChatPhone, ConversationID) async throws -> Void
  ) -> Verdict {
    let world = World(seed: 1)
    return world.run {
      let chat = try await ChatWorld(in: world)
      let (alice, bob) = try await chat.phones("Alice", "Bob")
      let conversation = try await alice.startConversation(with: bob)
      try await chat.advance(by: .seconds(1))
      try await body(chat, alice, conversation)
    }
  }

  @Test("ends its own run, with verb, value and line", arguments: ofTheWorld + ofAPhone)
  func misused(_ misuse: Case) {
    let verdict = verdict { world, alice, conversation in
      try await misuse.call(world, alice, conversation)
      try await world.advance(by: .seconds(1))
      Issue.record("the scenario went on")
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.kind == Misuse.kind || failure.kind == "gesture")
    #expect(failure.expected.contains(misuse.said), "\(failure.expected)")
    #expect(failure.location?.fileID.hasSuffix("VocabularyMisuseTests.swift") == true)
    #expect(self.verdict { _, _, _ in }.outcome == .passed)
  }

  @Test("who is no admin has none of an admin's gestures, and who has left none of a member's")
  func roles() {
    typealias Gesture = @Sendable (ChatPhone, ConversationID) async throws -> Void
    let ofAdmins: [Gesture] = [
      { bob, group in await bob.add("dave", to: group) },
      { bob, group in await bob.invite("dave", to: group) },
      { bob, group in await bob.remove("carol", from: group) },
      { bob, group in await bob.openPicker(in: group) },
    ]
    let ofMembers: [Gesture] = [
      { bob, group in _ = try await bob.send("hello", in: group) },
      { bob, _ in await bob.type("hello") },
      { bob, _ in await bob.submit() },
      { bob, group in await bob.mute(group, for: .hour) },
      { bob, group in await bob.archive(group) },
      { bob, group in await bob.tag(group, as: "work") },
    ]
    func verdict(hasLeft: Bool, _ gesture: @escaping Gesture) -> Verdict {
      let world = World(seed: 1)
      return world.run {
        let chat = try await ChatWorld(in: world)
        let (alice, bob, carol) = try await chat.phones("Alice", "Bob", "Carol")
        await chat.openAccount(of: "dave", named: "Dave")
        let group = try await alice.startConversation(with: bob, carol, isGroup: true)
        await bob.open(group)
        if hasLeft {
          await bob.remove(bob.userID, from: group)
          try await bob.expect(\.isReadOnly, of: .thread, is: true)
        }
        try await gesture(bob, group)
        try await chat.advance(by: .seconds(1))
      }
    }
    for (gestures, hasLeft) in [(ofAdmins, false), (ofAdmins, true), (ofMembers, true)] {
      for (number, gesture) in gestures.enumerated() {
        guard case .failed(let failure) = verdict(hasLeft: hasLeft, gesture) else {
          Issue.record("gesture \(number) was made, has left: \(hasLeft)")
          continue
        }
        #expect(failure.kind == "gesture")
      }
    }
    for gesture in ofMembers {
      #expect(verdict(hasLeft: false, gesture).outcome == .passed)
    }
  }

  @Test("a shorthand closes the sheet in front, and leaves the person in their thread")
  func closesSheet() {
    let verdict = verdict { world, alice, conversation in
      let hello = try await alice.send("hello", in: conversation)
      try await alice.expect { $0.bubble(hello)?.status == .delivered }
      await alice.openReceipts(of: hello)
      try await alice.expect { $0.messageInfo != nil }
      await alice.mute(conversation, for: .hour)
      try await alice.expect { $0.sheet == nil && $0.thread?.id == conversation }
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("a thread is scrolled as far as one likes, again and again")
  func scrollsFar() {
    let verdict = verdict { world, alice, conversation in
      let hello = try await alice.send("hello", in: conversation)
      for _ in 0..<3 { await alice.scroll(revealing: .max) }
      try await alice.expect { $0.bubble(hello)?.text == "hello" }
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("settings are changed by a closure that may change settings")
  func nestedSettings() {
    let verdict = verdict { world, _, _ in
      world.setPolicies { policies in
        world.setPolicies { $0.viewport = 5 }
        policies.viewport = 7
      }
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("numbers that are no times, stored past all rules, trap no phone and no invariant")
  func strangeTimes() {
    for number in [1e300, -1e300] {
      let world = World(seed: 1)
      let verdict = world.run {
        let chat = try await ChatWorld(in: world)
        let (alice, bob) = try await chat.phones("Alice", "Bob")
        let conversation = try await alice.startConversation(with: bob)
        let hello = try await alice.send("hello", in: conversation)
        try await alice.expect { $0.bubble(hello)?.status == .delivered }
        let place = ChatPaths.messages(in: conversation).child(hello.key).child(ChatField.sentAt)
        await chat.backend.administer(set: Node(.number(number)), at: place)
        try await chat.advance(by: .seconds(5))
        _ = await chat.sentAt(hello, in: conversation)
        _ = await chat.numbersOtherThanTimes()
      }
      // An invariant may object to it; what counts is that the run has an end.
      #expect([.passed, .failed].contains(verdict.outcome))
    }
  }

  @Test("gestures and expectations that fail in a loop are told, and not a run that never ends")
  func swallowed() {
    let verdict = verdict { world, alice, _ in
      while true {
        await alice.open(Self.nowhere)
        try? await alice.expect(within: .zero) { $0.badge == 7 }
      }
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.expected.contains("no conversation nonsense"))
  }
}
