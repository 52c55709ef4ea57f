import Chat
import Rehearsal

// What the security rules hold against a program that speaks the database's protocol without the app. Each refused change
// differs from one that is accepted in a single point.

extension Scenarios {
  static let forgedMessages = Scenario(
    "Nobody writes a message in another's name or for another time, changes one of another's, or reads as a stranger",
    covers: "SE-02", "MO-06", tags: .rules, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    await world.openAccount(of: "mallory", named: "Mallory")
    let chat = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    let thread: Path = "messages/\(chat.text)"
    let first: Path = "messages/\(chat.text)/\(hello.text)"

    try await world.shows(thread, only: ["alice", "bob"], of: ["alice", "bob", "mallory", nil])
    try await world.shows("/", only: [], of: ["alice", "bob", "mallory", nil])
    let plain: [Key: Node] = ["author": "bob", "text": "hi", "sentAt": now]
    func write(_ id: String, _ changes: [Key: Node] = [:]) -> [Path: Node] {
      // order: a node has its children in its own.
      let fields = plain.merging(changes) { $1 }.filter { !$0.value.isEmpty }.map {
        ($0.key, $0.value)
      }
      return ["messages/\(chat.text)/\(id)": Node(children: fields)]
    }
    try await world.accepts("bob", "write a message", write("m1"))
    let picture: Node = [
      "type": "image/jpeg", "bytes": 200_000, "width": 1_600, "height": 1_200, "state": "uploading",
      "file": "0123456789abcdef0123-1",
    ]
    try await world.accepts(
      "bob", "announce a picture", write("m2", ["text": .empty, "attachments": ["1": picture]]))
    try await world.refuses(nil, "write a message", write("m3"))
    try await world.refuses("mallory", "write to strangers", write("m3", ["author": "mallory"]))
    try await world.refuses("bob", "write as Alice", write("m3", ["author": "alice"]))
    let pretended: [Path: Node] = [
      "conversations/trap": [
        "isGroup": true, "createdBy": "bob", "createdAt": now,
        "admins": ["bob": true], "members": ["bob": true, "system": true],
        "seats": ["1": "bob", "2": "system"], "seatOf": ["bob": "1", "system": "2"],
      ]
    ]
    try await world.refuses("bob", "found a group with the system", pretended)
    await world.openAccount(of: "system", named: "System")
    try await world.accepts("bob", "found a group with an account of its name", pretended)
    try await world.refuses(
      "system", "write as the system",
      ["messages/trap/m1": ["author": "system", "text": "hi", "sentAt": now]])
    try await world.refuses("bob", "write for tomorrow", write("m3", ["sentAt": 4e12]))
    try await world.refuses("bob", "write in the past", write("m3", ["sentAt": 1]))
    try await world.refuses("bob", "write without a time", write("m3", ["sentAt": .empty]))
    try await world.refuses("bob", "write nothing", write("m3", ["text": .empty]))
    try await world.refuses("bob", "write an empty text", write("m3", ["text": ""]))
    try await world.refuses("bob", "write a number", write("m3", ["text": 7]))
    let long = String(repeating: "x", count: 10_001)
    try await world.refuses(
      "bob", "write 10,001 characters", write("m3", ["text": .init(.string(long))]))
    try await world.accepts(
      "bob", "write 10,000 characters",
      write("m4", ["text": .init(.string(String(long.dropLast())))]))
    try await world.refuses(
      "bob", "announce an empty picture", write("m3", ["attachments": ["1": ""]]))
    try await world.refuses(
      "bob", "announce a number as a picture", write("m3", ["attachments": ["1": 7]]))
    try await world.refuses("bob", "write what is edited already", write("m3", ["revision": 1]))
    try await world.refuses("bob", "write what is deleted already", write("m3", ["deletedAt": now]))
    try await world.refuses("bob", "write something else as well", write("m3", ["extra": 1]))

    func edit(_ changes: [Path: Node]) -> [Path: Node] {
      // order: the result has none.
      Dictionary(uniqueKeysWithValues: changes.map { (first.appending($0.key), $0.value) })
    }
    let changed: [Path: Node] = ["text": "hello!", "revision": 1]
    try await world.refuses("bob", "edit Alice's message", edit(changed))
    try await world.refuses(
      "bob", "take over Alice's message", edit(["author": "bob", "revision": 1]))
    try await world.refuses("alice", "edit without counting", edit(["text": "hello!"]))
    try await world.refuses("alice", "skip a revision", edit(["text": "hello!", "revision": 2]))
    try await world.refuses(
      "alice", "move a message in time", edit(changed.merging(["sentAt": now]) { $1 }))
    try await world.refuses(
      "alice", "add a picture", edit(changed.merging(["attachments/1": picture]) { $1 }))
    try await world.refuses("alice", "edit the text away", edit(["text": .empty, "revision": 1]))
    try await world.refuses("alice", "count with a word", edit(["text": "x", "revision": "1"]))
    try await world.accepts("alice", "edit a message", edit(changed))
    try await world.refuses(
      "alice", "count from one again", edit(["text": "again", "revision": 1]))
    try await world.accepts("alice", "edit it again", edit(["text": "hello!!", "revision": 2]))
    try await bob.expect(all: .that(\.preview, of: .conversation(chat), isNot: ""))

    let gone: [Path: Node] = ["text": .empty, "revision": .empty, "deletedAt": now]
    try await world.refuses("bob", "delete Alice's message", edit(gone))
    try await world.refuses(
      "alice", "delete at another time", edit(gone.merging(["deletedAt": 1]) { $1 }))
    try await world.refuses("alice", "delete and keep the text", edit(["deletedAt": now]))
    try await world.refuses(
      "alice", "delete and show a picture", edit(gone.merging(["attachments/1": picture]) { $1 }))
    try await world.refuses("alice", "take a message out", [first: .empty])
    try await world.accepts("alice", "delete a message", edit(gone))
    try await world.refuses(
      "alice", "bring it back", edit(["text": "x", "deletedAt": .empty, "revision": 1]))
    try await world.refuses("alice", "delete it twice", edit(gone))
  }

  static let forgedReceipts = Scenario(
    "Receipts and deliveries are written by their users, at the backend's time, once, and for what they may have read",
    covers: "SE-02", "SE-04", "MO-01", "MO-04", tags: .rules, .receipts, .groups
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("mallory", "Mallory"), ("carol", "Carol")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let chat = try await alice.startConversation(with: bob, isGroup: true)
    let hello = try await alice.send("hello", in: chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    await alice.add(UserID("carol"), to: chat)
    try await alice.expect(\.members.count, of: .thread, is: 3)
    try await world.untilQuiet()
    let later = try await alice.send("later", in: chat)
    try await alice.expect(all: .that(\.status, of: .bubble(later), isNot: .sending))
    try await world.untilQuiet()
    let told = try await world.systemMessages(in: chat).first.orFail("a system message")
    let own = try await bob.send("own", in: chat)
    // Bob sends it from his list, where no bubble of it stands.
    try await world.untilQuiet()

    let kinds: [Path] = ["receipts/\(chat.text)", "deliveries/\(chat.text)"]
    for kind in kinds {
      func mark(_ message: MessageID, by user: Key, _ time: Node = now) -> [Path: Node] {
        [kind.appending("\(user.text)/\(message.text)"): time]
      }
      try await world.shows(
        kind, only: ["alice", "bob", "carol"], of: ["alice", "bob", "carol", "mallory", nil])
      try await world.refuses(nil, "mark for Carol", mark(later, by: "carol"))
      try await world.refuses("bob", "mark for Carol", mark(later, by: "carol"))
      try await world.refuses("mallory", "mark as a stranger", mark(later, by: "mallory"))
      try await world.refuses("carol", "mark for tomorrow", mark(later, by: "carol", 4e12))
      try await world.refuses("carol", "mark with a word", mark(later, by: "carol", "yes"))
      try await world.refuses(
        "carol", "mark what never was", mark(MessageID("nothing"), by: "carol"))
      try await world.refuses("carol", "mark what was before joining", mark(hello, by: "carol"))
      try await world.accepts("carol", "mark a message", mark(later, by: "carol"))
      try await world.refuses("carol", "mark it again", mark(later, by: "carol"))
      try await world.refuses("carol", "take a mark back", mark(later, by: "carol", .empty))
      try await world.refuses("carol", "take back what is not", mark(own, by: "carol", .empty))
      try await world.refuses("alice", "mark her own message", mark(later, by: "alice"))
    }
    func read(_ message: MessageID, by user: String) -> [Path: Node] {
      ["receipts/\(chat.text)/\(user)/\(message.text)": now]
    }
    try await world.refuses("bob", "read what the system tells", read(told, by: "bob"))
    try await world.accepts("bob", "read Alice's message", read(hello, by: "bob"))

    // What a user keeps to the user's own phones.
    try await world.shows("private/bob", only: ["bob"], of: ["alice", "bob", nil])
    func keep(_ user: String, _ message: String, in id: String, _ time: Node = now) -> [Path: Node]
    {
      ["private/\(user)/reads/\(id)/\(message)": time]
    }
    try await world.refuses("alice", "keep a read for Bob", keep("bob", hello.text, in: chat.text))
    try await world.refuses(nil, "keep a read for Bob", keep("bob", hello.text, in: chat.text))
    try await world.refuses(
      "mallory", "keep a stranger's", keep("mallory", hello.text, in: chat.text))
    try await world.refuses("bob", "keep a read of nothing", keep("bob", "nothing", in: chat.text))
    try await world.refuses("bob", "keep another time", keep("bob", hello.text, in: chat.text, 1))
    try await world.refuses(
      "bob", "take back what is not", keep("bob", hello.text, in: chat.text, .empty))
    try await world.accepts("bob", "keep a read", keep("bob", hello.text, in: chat.text))
    try await world.refuses("bob", "keep it again", keep("bob", hello.text, in: chat.text))
    try await world.refuses("bob", "keep something else", ["private/bob/extra": 1])

    func turn(_ user: String, _ id: String, _ isOn: Node, at time: Node = now) -> [Path: Node] {
      ["private/\(user)/sharing/\(id)": ["isOn": isOn, "at": time]]
    }
    try await world.refuses("alice", "turn Bob's switch", turn("bob", "t1", true))
    try await world.refuses("bob", "turn to a number", turn("bob", "t1", 7))
    try await world.refuses("bob", "turn at another time", turn("bob", "t1", true, at: 1))
    try await world.refuses("bob", "turn without a time", turn("bob", "t1", true, at: .empty))
    try await world.refuses("bob", "turn back what is not", ["private/bob/sharing/t1": .empty])
    try await world.refuses(
      "bob", "turn and more", ["private/bob/sharing/t1": ["isOn": true, "at": now, "extra": 1]])
    try await world.accepts("bob", "turn the switch", turn("bob", "t1", true))
    try await world.refuses("bob", "turn it again", turn("bob", "t1", true))
  }

  static let forgedGroups = Scenario(
    "Conversations, members and roles change only as a whole, by those who may, and for accounts that there are",
    covers: "SE-02", "MR-15", "GI-01", "SE-05", "SE-06", tags: .rules, .groups, .members
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    for (id, name) in [("carol", "Carol"), ("dave", "Dave"), ("erin", "Erin")] {
      await world.openAccount(of: UserID(id), named: name)
    }
    let everybody: [String?] = ["alice", "bob", "carol", "dave", nil]
    let group = try await alice.startConversation(with: [bob], and: ["carol"], isGroup: true).text
    let place: Path = "conversations/\(group)"
    try await world.shows(place, only: ["alice", "bob", "carol"], of: everybody)
    try await world.shows("memberships/alice", only: ["alice"], of: everybody)
    try await world.shows("changes/\(group)", only: [], of: everybody)

    // Founding.
    func found(_ id: String, _ changes: [Path: Node] = [:], ends: [String] = ["bob", "dave"])
      -> [Path: Node]
    {
      var node: Node = [
        "isGroup": true, "createdBy": "bob", "createdAt": now,
        "members": ["bob": true, "dave": true], "admins": ["bob": true],
        "seats": ["1": "bob", "2": "dave"], "seatOf": ["bob": "1", "dave": "2"],
      ]
      // order: each change is at a place of its own.
      for (path, new) in changes { node = node.updating(path, to: new) }
      var all: [Path: Node] = ["conversations/\(id)": node]
      for user in ends { all["memberships/\(user)/\(id)"] = true }
      return all
    }
    try await world.accepts("bob", "found a group", found("g1"))
    try await world.refuses(nil, "found a group", found("g2"))
    try await world.refuses("bob", "found it again", found("g1", ends: []))
    try await world.refuses(
      "bob", "write it anew, as of now",
      found(
        "g1", ["members/bob": now, "members/dave": now, "admins": .empty], ends: []))
    try await world.refuses("dave", "found in Bob's name", found("g2"))
    try await world.refuses(
      "bob", "found for others", found("g2", ["members/bob": .empty, "admins": .empty], ends: []))
    try await world.refuses(
      "bob", "found for Carol and Dave",
      found(
        "g2",
        [
          "members": ["carol": true, "dave": true], "admins": .empty,
          "seats": ["1": "carol", "2": "dave"], "seatOf": ["carol": "1", "dave": "2"],
        ], ends: ["carol", "dave"]))
    try await world.refuses(
      "bob", "found neither one nor the other", found("g2", ["isGroup": "yes", "admins": .empty]))
    try await world.refuses("bob", "found without a kind", found("g2", ["isGroup": .empty]))
    try await world.refuses("bob", "found a group by a word", found("g2", ["isGroup": "yes"]))
    try await world.refuses("bob", "found without a time", found("g2", ["createdAt": .empty]))
    try await world.refuses("bob", "found in the past", found("g2", ["createdAt": 1]))
    try await world.refuses("bob", "found without a founder", found("g2", ["createdBy": .empty]))
    try await world.refuses("bob", "date Dave back", found("g2", ["members/dave": 1], ends: []))
    try await world.refuses("bob", "let Dave join", found("g2", ["members/dave": now], ends: []))
    try await world.refuses("bob", "make Dave admin", found("g2", ["admins/dave": true]))
    try await world.refuses("bob", "be admin by a word", found("g2", ["admins/bob": "yes"]))
    try await world.refuses("bob", "begin with a change", found("g2", ["lastChange": "c"]))
    try await world.refuses("bob", "found what is over", found("g2", ["archivedAt": now]))
    try await world.refuses(
      "bob", "found with a guest",
      found("g2", ["invited/carol": "bob"]).merging(["private/carol/invitations/g2": "bob"]) { $1 })
    try await world.refuses(
      "bob", "found a pair in which he alone writes",
      found("g2", ["isGroup": false, "adminsOnly": true, "admins": .empty]))
    try await world.refuses("bob", "found a pair with admin", found("g2", ["isGroup": false]))
    try await world.refuses(
      "bob", "describe it", found("g2", ["isGroup": false, "admins": .empty, "description": "us"]))
    try await world.accepts(
      "bob", "found a pair", found("g3", ["isGroup": false, "admins": .empty]))
    try await world.refuses(
      "bob", "leave a pair as if it were a group, and end it",
      [
        "changes/g3/c": [
          "by": "bob", "at": now, "kind": "removed", "users": ["bob": true], "archives": true,
        ],
        "conversations/g3/lastChange": "c", "conversations/g3/archivedAt": now,
        "conversations/g3/members/bob": .empty, "memberships/bob/g3": .empty,
      ])
    func tell(_ id: String, _ users: [String], as change: String, _ kind: String = "created")
      -> [Path: Node]
    {
      [
        Path(unchecked: "changes/\(id)/\(change)"): [
          "by": "bob", "at": now, "kind": Node(.string(kind)),
          "users": Node(children: users.map { (Key($0), Node(.bool(true))) }),
        ]
      ]
    }
    func founding(_ changes: [Path: Node] = [:], told: [Path: Node]...) -> [Path: Node] {
      // order: each telling has a place of its own.
      told.reduce(into: found("g2", changes)) { all, telling in all.merge(telling) { $1 } }
    }
    try await world.refuses(
      "bob", "tell of the beginning twice",
      founding(told: tell("g2", ["dave"], as: "g2"), tell("g2", ["dave"], as: "c")))
    try await world.refuses(
      "bob", "tell that Erin is there", founding(told: tell("g2", ["dave", "erin"], as: "g2")))
    try await world.refuses(
      "bob", "begin by adding himself", founding(told: tell("g2", ["bob"], as: "g2", "added")))
    try await world.refuses(
      "bob", "tell of a beginning of two",
      founding(["isGroup": false, "admins": .empty], told: tell("g2", ["dave"], as: "g2")))
    try await world.refuses(
      "bob", "tell later that he began it", tell("g1", ["dave"], as: "g1"))
    try await world.refuses(
      "bob", "begin it again by a change",
      tell("g1", ["dave"], as: "c").merging(["conversations/g1/lastChange": "c"]) { $1 })
    try await world.refuses("bob", "found and more", found("g2", ["extra": 1]))
    try await world.refuses("bob", "found only his own end", ["memberships/bob/g2": true])
    try await world.refuses(
      "bob", "bring Carol's end along", found("g2", ends: ["bob", "dave", "carol"]))
    try await world.accepts(
      "bob", "found a group and tell of it", founding(told: tell("g2", ["dave"], as: "g2")))

    // Changing members.
    func change(
      _ kind: String, _ user: String, _ id: String = "c1", by: String = "alice",
      with changes: [Path: Node?] = [:]
    ) -> [Path: Node] {
      let end: Node = kind == "added" ? now : .empty
      // Two who stay, as the rules ask for.
      let staying: Node =
        kind == "added"
        ? .empty : ["first": user == "alice" ? "carol" : "alice", "second": "bob"]
      var all: [Path: Node?] = [
        "changes/\(group)/\(id)": [
          "by": Node(.string(by)), "at": now, "kind": Node(.string(kind)),
          "users": Node(children: [(Key(user), Node(.bool(true)))]), "staying": staying,
        ],
        "conversations/\(group)/lastChange": Node(.string(id)),
        "conversations/\(group)/members/\(user)": end,
        "memberships/\(user)/\(group)": end,
      ]
      if kind == "added" {
        all["conversations/\(group)/seats/4"] = Node(.string(user))
        all["conversations/\(group)/seatOf/\(user)"] = "4"
      }
      // order: each change is at a place of its own.
      for (path, node) in changes { all[path] = node }
      return all.compactMapValues { $0 }
    }
    let record: Path = "changes/\(group)/c1"
    let last: Path = "conversations/\(group)/lastChange"
    func told(_ kind: String, _ fields: [String: Node] = [:]) -> [Path: Node?] {
      var node: Node = [
        "by": "alice", "at": now, "kind": Node(.string(kind)), "users": ["dave": true],
      ]
      for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
        node = node.updating(Path(unchecked: name), to: field)
      }
      return [record: node]
    }
    let member: Path = "conversations/\(group)/members/dave"
    let end: Path = "memberships/dave/\(group)"
    try await world.refuses(nil, "add Dave", change("added", "dave"))
    try await world.refuses(
      "bob", "add Dave without being admin", change("added", "dave", by: "bob"))
    try await world.refuses("dave", "add himself", change("added", "dave", by: "dave"))
    try await world.refuses("alice", "add Dave and tell nobody", [member: now, end: now])
    try await world.refuses(
      "alice", "tell what does not happen", change("added", "dave", with: [member: nil, end: nil]))
    try await world.refuses(
      "alice", "add Dave without his end", change("added", "dave", with: [end: nil]))
    try await world.refuses("alice", "write only his end", [end: now])
    try await world.refuses(
      "alice", "let Dave have joined long ago", change("added", "dave", with: [member: 1, end: 1]))
    try await world.refuses(
      "alice", "let Dave be a founder", change("added", "dave", with: [member: true, end: true]))
    try await world.refuses(
      "alice", "add Dave in Bob's name", change("added", "dave", with: told("added", ["by": "bob"]))
    )
    try await world.refuses(
      "alice", "add Dave yesterday", change("added", "dave", with: told("added", ["at": 1])))
    try await world.refuses(
      "alice", "call it something else", change("added", "dave", with: told("renamed")))
    try await world.refuses(
      "alice", "call it a removal", change("added", "dave", with: told("removed")))
    try await world.refuses(
      "alice", "name Erin instead",
      change("added", "dave", with: told("added", ["users": ["erin": true]])))
    try await world.refuses(
      "alice", "name Erin as well",
      change("added", "dave", with: told("added", ["users/erin": true])))
    try await world.refuses(
      "alice", "name Dave by a word",
      change("added", "dave", with: told("added", ["users/dave": "yes"])))
    try await world.refuses(
      "alice", "tell without a time", change("added", "dave", with: told("added", ["at": .empty])))
    try await world.refuses(
      "alice", "tell and more", change("added", "dave", with: told("added", ["extra": 1])))
    try await world.refuses(
      "alice", "add Dave and say that it ends",
      change("added", "dave", with: told("added", ["archives": true])))
    try await world.refuses(
      "alice", "add Dave and name who stays",
      change(
        "added", "dave", with: told("added", ["staying": ["first": "alice", "second": "bob"]])))
    try await world.refuses("alice", "point nowhere", change("added", "dave", with: [last: "c9"]))
    try await world.refuses("alice", "point to nothing", change("added", "dave", with: [last: nil]))
    try await world.refuses("alice", "add who has no account", change("added", "nobody"))
    try await world.refuses("alice", "add Carol again", change("added", "carol"))
    try await world.accepts("alice", "add Dave", change("added", "dave"))
    try await world.refuses("alice", "use the same change for Erin", change("added", "erin"))
    try await world.refuses("alice", "take the change back", [record: .empty])
    try await world.refuses("alice", "take the last change out", [last: .empty])
    try await world.refuses("bob", "change the last change", [last: "c0"])
    try await world.refuses("dave", "join anew", [member: now, end: now])
    try await world.refuses("dave", "leave at his end only", [end: .empty])
    try await world.refuses(
      "dave", "make himself admin", ["conversations/\(group)/admins/dave": true])
    try await world.refuses(
      "bob", "make Dave admin later", ["conversations/\(group)/admins/dave": true])
    try await world.refuses(
      "alice", "stop being admin", ["conversations/\(group)/admins/alice": .empty])
    try await world.refuses(
      "alice", "turn the group into two", ["conversations/\(group)/isGroup": false])

    // Removing.
    try await world.refuses(
      "bob", "remove Dave without being admin", change("removed", "dave", "c2", by: "bob"))
    try await world.refuses(
      "alice", "remove Erin, who is no member", change("removed", "erin", "c2"))
    try await world.refuses(
      "alice", "remove Dave and keep his end", change("removed", "dave", "c2", with: [end: nil]))
    try await world.refuses(
      "alice", "remove his end only", change("removed", "dave", "c2", with: [member: nil]))
    try await world.refuses(
      "alice", "call the removal an addition",
      change(
        "removed", "dave", "c2",
        with: [
          "changes/\(group)/c2": [
            "by": "alice", "at": now, "kind": "added", "users": ["dave": true],
          ]
        ]))
    try await world.refuses("alice", "leave and stay admin", change("removed", "alice", "c2"))
    try await world.accepts("alice", "remove Dave", change("removed", "dave", "c2"))
    try await world.shows(place, only: ["alice", "bob", "carol"], of: everybody)
    try await world.refuses(
      "dave", "write after leaving",
      [
        "messages/\(group)/m1": ["author": "dave", "text": "hi", "sentAt": now]
      ])

    // Who joins later reads from then on, and has to ask for just that.
    try await world.accepts("alice", "add Dave again", change("added", "dave", "c3"))
    let thread: Path = "messages/\(group)"
    guard case .number(let joined) = await world.backend.read(member).scalar else { return }
    let bySending = try QueryParameters.all.ordered(by: .child("sentAt"))
    try await world.shows(thread, only: ["alice", "bob", "carol"], of: everybody)
    try await world.shows(
      thread, bySending.starting(at: .number(joined)), only: ["alice", "bob", "carol", "dave"],
      of: everybody)
    try await world.shows(
      thread, bySending.starting(at: .number(joined - 1)), only: ["alice", "bob", "carol"],
      of: everybody)
    try await world.shows(
      thread, QueryParameters.all.ordered(by: .key), only: ["alice", "bob", "carol"], of: everybody)

    // A conversation of two stays one of two.
    let pair = try await alice.startConversation(with: bob).text
    try await world.refuses(
      "alice", "be admin of two", ["conversations/\(pair)/admins/alice": true])
    await world.backend.administer(set: true, at: "conversations/\(pair)/admins/alice")
    try await world.refuses(
      "alice", "add Dave to two",
      [
        "changes/\(pair)/c1": ["by": "alice", "at": now, "kind": "added", "users": ["dave": true]],
        "conversations/\(pair)/lastChange": "c1", "conversations/\(pair)/members/dave": now,
        "memberships/dave/\(pair)": now, "conversations/\(pair)/seats/3": "dave",
        "conversations/\(pair)/seatOf/dave": "3",
      ])
  }

  static let forgedPresence = Scenario(
    "Presence and the addresses of phones are their users' own, and nobody reads where others can be reached",
    covers: "SE-02", tags: .rules
  ) { (world: ChatWorld) in
    _ = try await world.phones("Alice", "Bob", on: .wifi)
    try await world.shows("presence/bob", only: ["alice", "bob"], of: ["alice", "bob", nil])
    try await world.shows("users", only: ["alice", "bob"], of: ["alice", "bob", nil])
    try await world.shows("tokens/bob", only: [], of: ["alice", "bob", nil])
    try await world.refuses("bob", "rename himself", ["users/bob/name": "Alice"])
    try await world.refuses("alice", "be there as Bob", ["presence/bob/phones/p/1": now])
    try await world.refuses(nil, "be there as Bob", ["presence/bob/phones/p/1": now])
    try await world.refuses("bob", "be there without an end", ["presence/bob/phones/p/1": true])
    try await world.refuses("bob", "be there on no connection", ["presence/bob/phones/p": now])
    try await world.accepts("bob", "be there", ["presence/bob/phones/p/1": now])
    try await world.refuses("alice", "say when Bob was there", ["presence/bob/lastSeen": now])
    try await world.refuses("bob", "say another time", ["presence/bob/lastSeen": 1])
    try await world.accepts("bob", "say when he was there", ["presence/bob/lastSeen": now])
    try await world.refuses("bob", "say more", ["presence/bob/extra": 1])
    try await world.refuses("alice", "take Bob's messages", ["tokens/bob/t": true])
    try await world.refuses("bob", "be half reached", ["tokens/bob/t": false])
    try await world.accepts("bob", "be reached", ["tokens/bob/t": true])
  }
}

private let now = Node(.timestamp)

extension Optional {
  fileprivate func orFail(_ what: String) throws -> Wrapped {
    guard let self else { throw Missing(what: what) }
    return self
  }
}

private struct Missing: Error { let what: String }
