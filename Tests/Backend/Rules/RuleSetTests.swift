import Testing

@testable import Backend

@Suite("Rule sets")
struct RuleSetTests {
  private let now: Int64 = 1_780_000_000_000
  private let bob = RuleAuth(uid: "bob")

  private func write(
    _ rules: RuleSet, _ path: Path, _ node: Node, to before: Node = .empty, as auth: RuleAuth?
  ) -> RuleVerdict {
    rules.verdict(
      onWriting: path, as: auth, from: before, to: before.updating(path, to: node), at: now)
  }

  @Test("Comments, line breaks in strings and booleans as rules are read")
  func readsTheFile() throws {
    let rules = try RuleSet(
      """
      /* all */ { // rules
        "rules": {
          ".read": "auth != null
                    && auth.uid == 'bob'", // only Bob
          ".write": false
        }
      }
      """)
    #expect(rules.verdict(onReading: "x", as: bob, in: .empty, at: now).isAllowed)
    #expect(!rules.verdict(onReading: "x", as: nil, in: .empty, at: now).isAllowed)
    #expect(!write(rules, "x", 1, as: bob).isAllowed)
  }

  @Test("Without rules nothing is allowed")
  func refusesByDefault() throws {
    let rules = try RuleSet("{\"rules\": {}}")
    #expect(!rules.verdict(onReading: .root, as: bob, in: .empty, at: now).isAllowed)
    #expect(!write(rules, "x", 1, as: bob).isAllowed)
  }

  @Test("A grant reaches everything below, and nothing above")
  func cascades() throws {
    let rules = try RuleSet(
      """
      {"rules": {"a": {".read": true, ".write": true, "b": {".read": false, ".write": false}}}}
      """)
    for path in ["a", "a/b", "a/b/c"] as [Path] {
      #expect(rules.verdict(onReading: path, as: nil, in: .empty, at: now).isAllowed)
      #expect(write(rules, path, 1, as: nil).isAllowed)
    }
    #expect(!rules.verdict(onReading: .root, as: nil, in: .empty, at: now).isAllowed)
    #expect(!write(rules, .root, ["a": 1], as: nil).isAllowed)
  }

  @Test("A rule that has no answer doesn't grant, and doesn't keep one below from granting")
  func treatsFaultsAsFalse() throws {
    let rules = try RuleSet(
      "{\"rules\": {\".read\": \"auth.x.length > 0\", \"a\": {\".read\": \"true\"}}}")
    #expect(rules.verdict(onReading: "a", as: nil, in: .empty, at: now).isAllowed)
    #expect(!rules.verdict(onReading: "b", as: nil, in: .empty, at: now).isAllowed)
  }

  @Test("A location's own name goes before a capture, and rules there don't mix")
  func prefersNames() throws {
    let rules = try RuleSet(
      """
      {"rules": {"$any": {".read": true, "x": {".read": true}}, "named": {".read": false}}}
      """)
    #expect(rules.verdict(onReading: "other", as: nil, in: .empty, at: now).isAllowed)
    #expect(!rules.verdict(onReading: "named", as: nil, in: .empty, at: now).isAllowed)
    #expect(!rules.verdict(onReading: "named/x", as: nil, in: .empty, at: now).isAllowed)
  }

  @Test("Captures of several levels hold their own keys")
  func captures() throws {
    let rules = try RuleSet(
      """
      {"rules": {"$a": {"x": {"$b": {"$c": {
        ".read": "$a == '1' && $b == '2' && $c == '3'"}}}}}}
      """)
    #expect(rules.verdict(onReading: "1/x/2/3", as: nil, in: .empty, at: now).isAllowed)
    #expect(!rules.verdict(onReading: "1/x/3/2", as: nil, in: .empty, at: now).isAllowed)
  }

  @Suite("Validation")
  struct Validation {
    private let now: Int64 = 1_780_000_000_000
    private let rules: RuleSet

    init() throws {
      rules = try RuleSet(
        """
        {"rules": {".write": true,
          "chats": {"$chat": {
            ".validate": "newData.hasChildren(['title'])",
            "title": {".validate": "newData.isString() && newData.val().length < 10"},
            "members": {"$uid": {".validate": "newData.isBoolean() && $uid.length == 3"}},
            "$other": {".validate": false}}}}}
        """)
    }

    private func isAllowed(_ path: Path, _ node: Node, before: Node = .empty) -> Bool {
      rules.verdict(
        onWriting: path, as: nil, from: before, to: before.updating(path, to: node), at: now
      ).isAllowed
    }

    @Test("Every rule below the written location counts")
    func looksBelow() {
      #expect(isAllowed("chats", ["c": ["title": "a", "members": ["bob": true]]]))
      #expect(!isAllowed("chats", ["c": ["title": "a", "members": ["bo": true]]]))
      #expect(!isAllowed("chats", ["c": ["title": "a", "members": ["bob": true, "eve": 1]]]))
      #expect(!isAllowed("chats", ["c": ["title": 1]]))
      #expect(!isAllowed("chats", ["c": ["members": ["bob": true]]]))
      #expect(!isAllowed("chats", ["c": ["title": "a", "more": 1]]))
      #expect(isAllowed("elsewhere", ["title": 1]))
    }

    @Test("Rules above the written location count, with the merged data")
    func looksAbove() {
      #expect(!isAllowed("chats/c/members/bob", true))
      #expect(isAllowed("chats/c/members/bob", true, before: ["chats": ["c": ["title": "a"]]]))
    }

    @Test("A rule above that holds doesn't excuse one below that doesn't")
    func doesNotCascade() {
      let before: Node = ["chats": ["c": ["title": "a"]]]
      #expect(!isAllowed("chats/c/members/bob", 1, before: before))
      #expect(!isAllowed("chats/c/title", "much too long a title", before: before))
    }

    @Test("What stays as it was is not validated again below the written location")
    func leavesSiblingsAlone() {
      let before: Node = ["chats": ["c": ["title": "a", "members": ["bob": 1]]]]
      #expect(isAllowed("chats/c/members/eve", true, before: before))
    }

    @Test("A deletion isn't validated, neither there nor above")
    func skipsDeletions() {
      let before: Node = ["chats": ["c": ["title": "a", "members": ["bob": true]]]]
      #expect(isAllowed("chats/c", .empty, before: before))
      #expect(isAllowed("chats/c/title", .empty, before: before))
      #expect(isAllowed("chats/c/members/bob", ["x": .empty], before: before))
    }
  }

  @Test("A multi-path update passes when every path does, each seeing the whole update")
  func updates() throws {
    let rules = try RuleSet(
      """
      {"rules": {
        "members": {"$uid": {".write": "newData.parent().parent().child('log/' + $uid).exists()"}},
        "log": {"$uid": {".write": "auth.uid == $uid", ".validate": "newData.val() == now"}}}}
      """)
    let member: Path = "members/bob"
    let log: Path = "log/bob"
    let time = Node(.number(Double(now)))
    let both = Node.empty.updating(member, to: true).updating(log, to: time)
    func verdict(_ paths: [Path], _ after: Node, as auth: RuleAuth?) -> RuleVerdict {
      rules.verdict(onUpdating: paths, as: auth, from: .empty, to: after, at: now)
    }
    #expect(verdict([member, log], both, as: bob).isAllowed)
    #expect(!verdict([member], Node.empty.updating(member, to: true), as: bob).isAllowed)
    let refused = verdict([member, log], both, as: RuleAuth(uid: "eve")).refusal
    #expect(refused?.path == log)
    let stale = Node.empty.updating(member, to: true).updating(log, to: 1)
    #expect(verdict([member, log], stale, as: bob).refusal?.cause == .invalid(at: log))
  }

  @Test("root and data show what was there before, newData what would be there after")
  func separatesStates() throws {
    let rules = try RuleSet(
      """
      {"rules": {"n": {".write": "newData.val() == data.val() + 1 && root.child('n').val() == 1"}}}
      """)
    #expect(write(rules, "n", 2, to: ["n": 1], as: nil).isAllowed)
    #expect(!write(rules, "n", 3, to: ["n": 2], as: nil).isAllowed)
    #expect(!write(rules, "n", 1, as: nil).isAllowed)
  }

  @Test("Indexes are found through captures, and keys and priorities need none")
  func findsIndexes() throws {
    let rules = try RuleSet(
      """
      {"rules": {"chats": {"$chat": {".indexOn": ["time", "author/name"]}},
        "scores": {".indexOn": ".value"}}}
      """)
    #expect(rules.isIndexed(.child("time"), at: "chats/c1"))
    #expect(rules.isIndexed(.child("author/name"), at: "chats/c1"))
    #expect(!rules.isIndexed(.child("author"), at: "chats/c1"))
    #expect(!rules.isIndexed(.child("time"), at: "chats"))
    #expect(rules.isIndexed(.value, at: "scores"))
    #expect(!rules.isIndexed(.value, at: "chats"))
    #expect(rules.isIndexed(.key, at: "anywhere") && rules.isIndexed(.priority, at: .root))
    #expect(rules.indexedChildren(at: "chats/c1") == ["time", "author/name"])
  }
}
