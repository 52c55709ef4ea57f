import Backend
import Testing

@Suite("Listens and the rules")
struct RevokingTests {
  private static let rules = """
    {"rules": {
      "chats": {"$chat": {
        ".read": "root.child('members/' + $chat + '/' + auth.uid).exists()", ".write": true}},
      "users": {"$user": {".read": "auth.uid === $user", ".write": true}},
      "members": {".write": true}
    }}
    """

  private static func harness() throws -> ServerHarness {
    var harness = try ServerHarness(
      rules: rules, root: ["members": ["one": ["bob": true]], "chats": ["one": ["x": 1]]])
    harness.connect(1, as: "alice")
    harness.connect(2, as: "bob")
    return harness
  }

  @Test("a listen that the rules refuse is answered so, and the values that decided stay here")
  func refusedListen() throws {
    var harness = try Self.harness()
    #expect(harness.listen(1, "chats/one") == .permissionDenied)
    let told = try #require(harness.refusals.last?.description)
    #expect(told.contains("reading /chats/one by alice is refused"))
    #expect(told.contains(".read of /chats/$chat"))
    #expect(told.contains("$chat = \"one\""))
    #expect(harness.server.activeListenCount == 0)
    #expect(harness.listen(2, "chats/one") == .ok)
  }

  @Test("a listen ends when a change of data makes its rule say no")
  func revokedByData() throws {
    var harness = try Self.harness()
    harness.listen(2, "chats/one")
    harness.clear()
    harness.set(1, "members/one/bob", .empty)
    #expect(harness.lines(to: 2) == ["revoked /chats/one"])
    harness.set(1, "chats/one/y", 2)
    #expect(harness.lines(to: 2) == ["revoked /chats/one"])
    #expect(harness.refusals.map(\.kind) == [.listen])
  }

  @Test(
    "rules that are deployed hold at once: for open listens, writes, reads, and what their consent depends on"
  )
  func deployed() throws {
    var harness = try Self.harness()
    harness.listen(2, "chats/one")
    harness.clear()
    let closed = try RuleSet(#"{"rules": {"members": {".write": true, ".read": true}}}"#)
    harness.take(harness.server.deploy(closed, nowMilliseconds: 1))
    #expect(harness.lines(to: 2) == ["revoked /chats/one"])
    #expect(harness.set(1, "chats/one/x", 2) == .permissionDenied)
    #expect(harness.request(2, .get(QuerySpec("chats/one"))) == .permissionDenied)
    harness.listen(2, "members")
    let guarded = try RuleSet(
      #"{"rules": {"members": {".write": true, ".read": "data.hasChild('one')"}}}"#)
    harness.take(harness.server.deploy(guarded, nowMilliseconds: 1))
    harness.clear()
    harness.set(1, "members/one", .empty)
    #expect(harness.lines(to: 2) == ["revoked /members"])
  }

  @Test("a client hears that a listen is no longer permitted, and not why")
  func bareRevocation() throws {
    var harness = try Self.harness()
    harness.listen(2, "chats/one")
    harness.clear()
    harness.set(1, "members/one/bob", .empty)
    let reasons = harness.actions.compactMap {
      if case .send(_, .revoked(_, let reason)) = $0 { reason } else { nil }
    }
    #expect(reasons == ["permission denied"])
    #expect(harness.refusals.last?.description.contains("root.child('members/'") == true)
  }

  @Test("a listen ends when what its rule looks at is replaced from above")
  func revokedFromAbove() throws {
    var harness = try Self.harness()
    harness.listen(2, "chats/one")
    harness.clear()
    harness.set(1, "members", ["two": ["bob": true]])
    #expect(harness.lines(to: 2) == ["revoked /chats/one"])
  }

  @Test("nothing of the change that ends a listen is told to it")
  func nothingLeaks() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {".write": true, ".read": "data.child('open').val() === true"}}"#,
      root: ["open": true])
    harness.connect(1)
    harness.connect(2)
    harness.listen(2, .root)
    harness.clear()
    harness.update(1, .root, [("open", false), ("secret", 1)])
    #expect(harness.lines(to: 2) == ["revoked /"])
  }

  @Test("only listens whose rule looks at the changed data are judged again")
  func othersStay() throws {
    var harness = try Self.harness()
    harness.listen(2, "chats/one")
    harness.listen(2, "users/bob")
    harness.set(1, "members/one/carol", true)
    harness.set(1, "members/two/bob", true)
    harness.set(1, "users/bob", ["name": "Bob"])
    #expect(harness.server.activeListenCount == 2)
  }

  @Test("a sign-out ends the listens that nobody may have, and keeps the others")
  func signOut() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {"open": {".read": true}, "own": {".read": "auth !== null"}}}"#)
    harness.connect(1, as: "alice")
    harness.listen(1, "open")
    harness.listen(1, "own")
    harness.clear()
    harness.request(1, .authenticate(uid: nil))
    #expect(harness.lines(to: 1) == ["revoked /own", "4 ok"])
    #expect(harness.server.activeListenCount == 1)
  }

  @Test("after a change of user the rules watch the new user's data")
  func watchedDataFollowUser() throws {
    var harness = try Self.harness()
    harness.set(1, "members/one/alice", true)
    harness.listen(2, "chats/one")
    harness.request(2, .authenticate(uid: "alice"))
    harness.clear()
    harness.set(1, "members/one/bob", .empty)
    #expect(harness.lines(to: 2).isEmpty)
    harness.set(1, "members/one/alice", .empty)
    #expect(harness.lines(to: 2) == ["revoked /chats/one"])
  }

  @Test("a credential that is taken away signs the connection out")
  func revokedCredential() throws {
    var harness = try Self.harness()
    harness.listen(2, "chats/one")
    harness.clear()
    harness.take(
      harness.server.revokeAuthentication(
        of: ConnectionID(2), reason: "disabled", nowMilliseconds: 0))
    #expect(harness.lines(to: 2) == ["signed out: disabled", "revoked /chats/one"])
    #expect(harness.server.uid(on: ConnectionID(2)) == nil)
  }

  /// Read rules of every shape, with a write that makes each say no.
  @Test(
    "whatever a rule looks at, a change of it is noticed",
    arguments: [
      ("data.child('a').exists()", "x/a"),
      ("data.parent().child('allow').val() === true", "allow"),
      ("root.child('allow').val() === true", "allow"),
      ("root.child(root.child('where').val()).exists()", "where"),
      ("root.child(root.child('where').val()).exists()", "there"),
      ("root.hasChildren(['allow', 'where'])", "where"),
      ("data.hasChild('a')", "x/a"),
      ("root.child(auth.uid).child('list').child('x').exists()", "alice/list/x"),
      ("root.child('alice').child('list/x').parent().hasChildren()", "alice/list"),
      ("(auth.uid === 'alice' ? root.child('allow') : data).exists()", "allow"),
      ("auth !== null && (false || root.child('allow').isBoolean())", "allow"),
      ("root.child('text').val().beginsWith('ab')", "text"),
      ("root.child('there').getPriority() === 3", "there"),
      ("root.child('text').val().length + 1 === 5", "text"),
    ])
  func dependencies(rule: String, written: String) throws {
    let root: Node = [
      "x": ["a": 1], "allow": true, "where": "there",
      "there": Node(1).updatingPriority(.number(3)), "text": "abcd",
      "alice": ["list": ["x": 1]],
    ]
    var harness = try ServerHarness(
      rules: #"{"rules": {".write": true, "x": {".read": "\#(rule)"}}}"#, root: root)
    harness.connect(1, as: "alice")
    try #require(harness.listen(1, "x") == .ok)
    harness.connect(2)
    harness.set(2, "unrelated", 1)
    #expect(harness.server.activeListenCount == 1)
    harness.clear()
    harness.set(2, Path(unchecked: written), .empty)
    #expect(harness.lines(to: 1) == ["revoked /x"])
    #expect(harness.server.activeListenCount == 0)
  }
}
