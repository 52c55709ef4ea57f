import Devices
import Harness
import Simulator
import Testing

@testable import Backend
@testable import Chat

@Suite("Invariants of what push messages bring notice what the backend has not stored")
struct FiringPushTests {
  /// The invariant that a run breaks; nil where it passes.
  private func broken(
    _ body: @escaping @Sendable (ChatWorld) async throws -> Void
  ) -> String? {
    Runner.run(Scenario("run", body: body).named("run"), RunConfiguration()).failure?.kind
  }

  /// Something that the backend tells phones of by a push message.
  enum Event: CaseIterable {
    case addition, invitation, deletion, dismissal

    /// The pattern of the location that changes.
    fileprivate var pattern: String {
      switch self {
      case .addition: "changes/{conversation}/{change}"
      case .invitation: "private/{user}/invitations/{conversation}"
      case .deletion: "messages/{conversation}/{message}/deletedAt"
      case .dismissal: "private/{user}/cleared/{conversation}"
      }
    }

    /// The push message that tells of the event in a conversation.
    fileprivate func push(_ key: String, in group: String, badge: Int?) -> PushMessage {
      let words = PushMessage.Notification(title: "Group", body: "news")
      return switch self {
      case .addition:
        PushMessage(
          notification: words, badge: badge, data: ["conversation": group],
          collapseKey: "change:\(key)")
      case .invitation:
        PushMessage(
          notification: words, badge: badge, data: ["invitation": group],
          collapseKey: "invitation:\(group)")
      case .deletion, .dismissal: PushMessage(badge: badge, data: ["cleared": key])
      }
    }
  }

  /// Has the backend send a push message of its own for each event of a kind.
  private static func deploy(
    _ event: Event, to user: UserID, badge: Int? = nil, as key: String? = nil, in world: ChatWorld
  ) async throws {
    let function = try ServerFunction("another", .onWrite, at: event.pattern) { run in
      let group = run.event.parameters["conversation"] ?? ""
      let push = event.push(key ?? run.event.path.last?.text ?? "", in: group, badge: badge)
      let tokens = try await run.read(ChatPaths.tokens(of: user))
      _ = try await run.send(
        tokens.children.map { (message: push, token: PushToken($0.key.text)) })
    }
    await world.backend.deploy(function)
  }

  @Test(
    "an icon whose number is not what its user has not read breaks I-07, whatever has brought it",
    arguments: Event.allCases, [7, nil] as [Int?])
  func icon(event: Event, badge: Int?) {
    let kind = broken { world in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol")
      let group = try await alice.startConversation(withUsers: [carol.userID], isGroup: true)
      let chat = try await alice.startConversation(with: bob)
      let message = try await alice.send("hello", in: chat)
      await alice.open(chat)
      try await world.advance(by: .seconds(5))
      try await bob.kill()
      try await Self.deploy(event, to: bob.userID, badge: badge, in: world)
      let own = ChatPaths.ownSide(of: bob.userID)
      switch event {
      case .addition: await alice.add(bob.userID, to: group)
      case .invitation:
        await world.backend.administer(
          set: Node(.string("alice")), at: own.child(ChatField.invitations).child(group.key))
      case .deletion: await alice.delete(message)
      case .dismissal:
        await world.backend.administer(
          set: Node(.string(message.text)), at: own.child(ChatField.cleared).child(chat.key))
      }
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == (badge == nil ? nil : "invariant I-07"))
  }

  @Test(
    "a notification of an addition for whom the backend does not name, or for who has made it, breaks I-15",
    arguments: [
      ("bob", nil, nil), ("alice", nil, "invariant I-15"), ("carol", nil, "invariant I-15"),
      ("bob", "none", "invariant I-15"),
    ] as [(String, String?, String?)])
  func additions(recipient: String, key: String?, breaks statement: String?) {
    let kind = broken { world in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob, carol) = try await world.phones("Alice", "Bob", "Carol")
      let group = try await alice.startConversation(withUsers: [carol.userID], isGroup: true)
      try await world.advance(by: .seconds(5))
      try await Self.deploy(.addition, to: UserID(recipient), as: key, in: world)
      await alice.add(bob.userID, to: group)
      // With the group open there would be no banner on her phone.
      await alice.close()
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == statement)
  }

  @Test("a notification of an invitation for who is not invited breaks I-15")
  func invitations() {
    let guests: [(String, String?)] = [("bob", nil), ("dave", "invariant I-15")]
    for (guest, statement) in guests {
      let kind = broken { world in
        world.setPolicies { $0.usesPush = true }
        let (alice, _, carol) = try await world.phones("Alice", "Bob", "Carol")
        let group = try await alice.startConversation(withUsers: [carol.userID], isGroup: true)
        try await world.advance(by: .seconds(5))
        try await Self.deploy(.invitation, to: "bob", in: world)
        await world.backend.administer(
          set: Node(.string("alice")), at: ["private", Key(guest), "invitations", group.key])
        try await world.advance(by: .seconds(5))
      }
      #expect(kind == statement)
    }
  }

  @Test(
    "a notification of a message that the backend has not got, or has elsewhere, or of nothing at all, breaks I-15",
    arguments: [
      (["conversation": "", "message": ""], nil),
      (["conversation": "", "message": "none"], "invariant I-15"),
      (["conversation": "elsewhere", "message": ""], "invariant I-15"),
      (["note": "news"], "invariant I-15"),
    ] as [([String: String], String?)])
  func messages(data: [String: String], breaks statement: String?) {
    let kind = broken { world in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      let message = try await alice.send("hello", in: chat)
      try await world.advance(by: .seconds(5))
      let usual = ["conversation": chat.text, "message": message.text]
      let push = PushMessage(
        notification: PushMessage.Notification(title: "Alice", body: "hello"),
        data: data.merging(usual) { $0.isEmpty ? $1 : $0 }.filter { data[$0.key] != nil },
        collapseKey: chat.text)
      let function = try ServerFunction(
        "another", .onWrite, at: "messages/{conversation}/{message}"
      ) { run in
        let tokens = try await run.read(ChatPaths.tokens(of: bob.userID))
        _ = try await run.send(
          tokens.children.map { (message: push, token: PushToken($0.key.text)) })
      }
      await world.backend.deploy(function)
      try await bob.kill()
      _ = try await alice.send("again", in: chat)
      try await world.advance(by: .seconds(5))
    }
    #expect(kind == statement)
  }
}
