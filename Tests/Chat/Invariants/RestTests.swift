import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("A phone at rest against the backend (I-08)")
struct RestTests {
  private static let chat = ConversationID("c")

  /// A group of Alice, Bob and Carol, with two messages of Bob's, of which Carol has read one and Alice the other.
  private static let data = """
    {"conversations": {"c": {"isGroup": true, "createdBy": "bob",
       "members": {"alice": true, "bob": true, "carol": 20}, "admins": {"bob": true}}},
     "memberships": {"alice": {"c": true}},
     "users": {"bob": {"name": "bob"}, "carol": {"name": "carol"}},
     "messages": {"c": {
       "m1": {"author": "bob", "text": "one", "sentAt": 30},
       "m2": {"author": "bob", "text": "two", "sentAt": 40, "revision": 1}}},
     "receipts": {"c": {"carol": {"m1": 50}, "alice": {"m2": 60}}},
     "deliveries": {"c": {"carol": {"m1": 45}}}}
    """

  private static func message(
    _ id: String, _ text: String, at time: Int64, revision: Int = 0
  ) -> MessageFact {
    MessageFact(
      id: MessageID(id), conversation: chat, author: "bob", text: text, revision: revision,
      localMilliseconds: time, serverMilliseconds: time, submission: .accepted)
  }

  private static func conversation(
    joined: Int64 = 20, admins: Set<UserID> = ["bob"], isMember: Bool = true
  ) -> ConversationFact {
    ConversationFact(
      id: chat, isGroup: true,
      members: [
        .init(user: "alice", joinedMilliseconds: 0), .init(user: "bob", joinedMilliseconds: 0),
        .init(user: "carol", joinedMilliseconds: joined),
      ], admins: admins, isMember: isMember)
  }

  /// What Alice's phone has stored; a test leaves something out or puts something else in its place.
  private enum Row: CaseIterable {
    case conversation, first, second, ownRead, othersRead, othersDelivery
  }

  private static func put(_ row: Row, _ store: inout ChatStore) {
    switch row {
    case .conversation: store.put(conversation())
    case .first: store.put(message("m1", "one", at: 30))
    case .second: store.put(message("m2", "two", at: 40, revision: 1))
    case .ownRead: store.noteOwnRead(of: MessageID("m2"), at: 60)
    case .othersRead: store.noteRead(ReceiptKey(message: MessageID("m1"), user: "carol"), at: 50)
    case .othersDelivery:
      store.noteDelivery(ReceiptKey(message: MessageID("m1"), user: "carol"), at: 45)
    }
  }

  /// - Parameter notice: What the first message says where it is the system's.
  private static func screen(
    _ ids: [String] = ["m1", "m2"], carolJoined: Int64 = 20, notice: String? = nil
  ) -> Screen {
    var screen = Screen()
    screen.conversations = [
      Screen.ConversationRow(id: chat, title: "bob, carol", preview: "two", unread: 0)
    ]
    screen.thread = Screen.MessageThread(
      id: chat, title: "bob, carol", members: conversation(joined: carolJoined).members,
      isReadOnly: false,
      bubbles: ids.map {
        let told = $0 == "m1" ? notice : nil
        return Screen.Bubble(
          id: MessageID($0), author: told == nil ? "bob" : .system, text: told ?? "",
          time: "00:00", status: nil, speaker: told == nil ? "bob" : "")
      })
    return screen
  }

  /// The statements that a phone breaks at rest.
  private func breaches(
    of rows: [Row] = Row.allCases, showing screen: Screen? = Self.screen(),
    data: String = Self.data, refused: Set<MessageID> = [], takenBack: Set<MessageID> = [],
    at milliseconds: Int64 = 0, but change: (inout ChatStore) -> Void = { _ in }
  ) throws -> [String?] {
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    var store = ChatStore(of: "alice")
    for row in rows { Self.put(row, &store) }
    change(&store)
    ledger.store(store.takeUncommitted(), at: .zero)
    ledger.show(screen, at: .zero)
    // The screens of this test are about one thing each, and judged as screens elsewhere.
    _ = ledger.takeBreaches()
    ledger.expectRest(of: [MessageID("m1"), MessageID("m2")], in: Self.chat)
    ledger.judgeRest(
      try Node(parsing: data), [:], refused: refused, takenBack: takenBack, at: milliseconds)
    return ledger.takeBreaches().map(\.invariant)
  }

  @Test("a phone that has what the backend has breaks nothing")
  func agrees() throws {
    #expect(try breaches() == [])
  }

  @Test("whatever a phone lacks breaks I-08, also what third members have done", arguments: 0..<6)
  func lacks(index: Int) throws {
    var rows = Row.allCases
    rows.remove(at: index)
    #expect(try breaches(of: rows) == ["I-08"])
  }

  @Test("a field that differs breaks I-08")
  func differs() throws {
    let changes: [(inout ChatStore) -> Void] = [
      { $0.put(Self.message("m1", "on", at: 30)) },
      { $0.put(Self.message("m2", "two", at: 40)) },
      { $0.put(Self.message("m1", "one", at: 31)) },
      { $0.put(Self.conversation(joined: 21)) },
      { $0.put(Self.conversation(admins: [])) },
      { $0.put(Self.conversation(isMember: false)) },
      { $0.noteOwnRead(of: MessageID("m1"), at: 70) },
      { $0.put(Self.message("m3", "three", at: 50)) },
    ]
    for change in changes { #expect(try breaches(but: change) == ["I-08"]) }
  }

  @Test("a name, a photo or a mark that the screen does not show as the disk has it breaks I-08")
  func shows() throws {
    let place = "/groups/c/bob/1"
    let data = Self.data.replacing(
      #""isGroup": true,"#, with: #""isGroup": true, "name": "N", "photo": "\#(place)","#
    ).replacing(
      #"{"conversations""#,
      with: """
        {"private": {"alice": {"settings": {"c": {"mute": {"t": {"to": "1h", "at": 90}}}}}},
         "conversations"
        """)
    func screen(
      _ row: String = "N", _ header: String = "N", rowPhoto: String? = place,
      photo: String? = place, isMuted: Bool = true
    ) -> Screen {
      var screen = Self.screen()
      let photos = [rowPhoto, photo].map { place in
        place.map { Screen.GroupPhoto(place: $0, content: nil) }
      }
      var line = Screen.ConversationRow(id: Self.chat, title: row, preview: "two", unread: 0)
      line.isMuted = isMuted
      line.photo = photos[0]
      screen.conversations = [line]
      screen.thread = Screen.MessageThread(
        id: Self.chat, title: header, photo: photos[1], members: Self.conversation().members,
        isReadOnly: false, bubbles: screen.thread?.bubbles ?? [], unread: 0, inView: 0..<2)
      return screen
    }
    func breaches(_ screen: Screen, at milliseconds: Int64 = 100) throws -> [String?] {
      try self.breaches(showing: screen, data: data, at: milliseconds) { store in
        var conversation = Self.conversation()
        conversation.name = "N"
        conversation.photo = place
        store.put(conversation)
        store.put(
          ConversationSetting(
            conversation: Self.chat, topic: .mute, id: "t", value: "1h", milliseconds: 90))
      }
    }
    #expect(try breaches(screen()) == [])
    for other in [
      screen("M"), screen("N", "M"), screen(rowPhoto: nil), screen(rowPhoto: "/other"),
      screen(photo: nil), screen(isMuted: false),
    ] {
      #expect(try breaches(other) == ["I-08"])
    }
    // The hour ends at 3,600,090; about that time phones may differ.
    #expect(try breaches(screen(), at: 3_700_000) == ["I-08"])
    for isMuted in [true, false] {
      #expect(try breaches(screen(isMuted: isMuted), at: 3_600_000) == [])
    }
  }

  @Test("a member of whom the backend knows nothing any more breaks I-08")
  func left() throws {
    let data = Self.data.replacing(#""alice": true, "bob""#, with: #""bob""#)
    #expect(try breaches(data: data) == ["I-08"])
    #expect(
      try breaches(data: data) { $0.put(Self.conversation(isMember: false)) } == [])
  }

  @Test(
    "an invitation that is over is told with what is shown, what should be, and what it is about")
  func invitations() throws {
    var screen = Self.screen()
    screen.invitations = [
      Screen.Invitation(
        conversation: ConversationID("group17"), text: "Bob invites you to Hike", accept: nil,
        decline: nil)
    ]
    var ledger = DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies())
    ledger.show(screen, at: .zero)
    _ = ledger.takeBreaches()
    ledger.judgeRest(try Node(parsing: Self.data), [:], at: 0)
    let breach = try #require(ledger.takeBreaches().first)
    #expect(
      breach.observed == [
        """
        it shows an invitation to group17, which is over; the screen has group17, the backend has none
        """
      ])
    #expect(breach.about == ["Alice", "alice", "group17"])
  }

  @Test("a receipt that the backend has refused stays where it was seen (OF-07)")
  func refused() throws {
    let seen: (inout ChatStore) -> Void = {
      $0.put(
        SeenFact(
          message: MessageID("m1"), conversation: Self.chat, isPrivate: false, isSettled: true))
    }
    #expect(try breaches(but: seen) == ["I-08"])
    #expect(try breaches(refused: [MessageID("m1")], but: seen) == [])
  }

  @Test("a thread in another order, or without its newest message, breaks I-08")
  func thread() throws {
    #expect(try breaches(showing: Self.screen(["m2", "m1"])) == ["I-08"])
    #expect(try breaches(showing: Self.screen(["m1"])) == ["I-08"])
    #expect(try breaches(showing: Self.screen([])) == ["I-08"])
    #expect(try breaches(showing: Self.screen(carolJoined: 5)) == ["I-08"])
    var unlisted = Self.screen()
    unlisted.conversations = []
    #expect(try breaches(showing: unlisted) == ["I-08"])
  }

  @Test(
    "what third members have done is asked of phones that follow it, with the conversation open")
  func closed() throws {
    var list = Self.screen()
    list.thread = nil
    #expect(try breaches(of: [.conversation, .first, .second, .ownRead], showing: list) == [])
    #expect(try breaches(showing: list) == [])
    let key = ReceiptKey(message: MessageID("m2"), user: "carol")
    for change: (inout ChatStore) -> Void in [
      { $0.noteRead(key, at: 70) }, { $0.noteDelivery(key, at: 70) },
    ] {
      #expect(try breaches(showing: list, but: change) == ["I-08"], "the backend has none")
      #expect(try breaches(showing: list, takenBack: [key.message], but: change) == [])
    }
    let early = Self.data.replacing(#""m1": 45"#, with: #""m1": 44"#)
    #expect(try breaches(showing: list, data: early) == ["I-08"], "another time of a delivery")
  }

  @Test("what the system tells is on a phone what the backend has, each part of it")
  func notices() throws {
    let stored = Self.data.replacing(
      #""m1": {"author": "bob", "text": "one", "sentAt": 30}"#,
      with: """
        "m1": {"author": "system", "sentAt": 30,
          "notice": {"kind": "added", "actor": "bob", "users": {"carol": true}}}
        """)
    func broken(_ kind: MembershipNotice.Kind, _ actor: UserID, _ users: [UserID]) throws
      -> [String?]
    {
      try breaches(
        of: [.second, .ownRead, .conversation, .othersRead, .othersDelivery],
        showing: Self.screen(notice: "bob added carol"), data: stored
      ) {
        $0.put(
          MessageFact(
            id: MessageID("m1"), conversation: Self.chat, author: .system, text: "",
            notice: MembershipNotice(kind: kind, actor: actor, users: users),
            localMilliseconds: 30, serverMilliseconds: 30, submission: .accepted))
      }
    }
    #expect(try broken(.added, "bob", ["carol"]) == [])
    #expect(try broken(.removed, "bob", ["carol"]) == ["I-08"])
    #expect(try broken(.added, "alice", ["carol"]) == ["I-08"])
    #expect(try broken(.added, "bob", ["dave"]) == ["I-08"])
    #expect(try broken(.added, "bob", ["carol", "dave"]) == ["I-08"])
  }

  @Test("what is shown of a change of members is that change, in any language of the table")
  func words() {
    let names: [UserID: Set<String>] = ["bob": ["Bob"], "carol": ["Carol"]]
    func isTold(_ text: String, to viewer: UserID = "alice") -> Bool {
      StoredNotice(MembershipNotice(kind: .added, actor: "bob", users: ["carol"])).isTold(
        by: text, to: viewer, in: ChatText()
      ) { names[$0] ?? [] }
    }
    #expect(isTold("Bob added Carol"))
    #expect(isTold("Unknown User added Carol"))
    #expect(isTold("Bob added Unknown User"))
    #expect(isTold("Bob hat Carol hinzugefügt"))
    #expect(isTold("You added Carol", to: "bob"))
    #expect(isTold("Bob added you", to: "carol"))
    // Ids are no names.
    for text in [
      "bob added carol", "Bob removed Carol", "You added Carol", "Bob added Dave", "Bob added you",
      "",
    ] {
      #expect(!isTold(text), "\(text)")
    }
  }
}
