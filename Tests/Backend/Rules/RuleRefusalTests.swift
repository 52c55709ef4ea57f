import Testing

@testable import Backend

@Suite("Refusals")
struct RuleRefusalTests {
  private static let text = """
    {"rules": {
      ".write": false,
      "chats": {"$chat": {
        ".read": "root.child('members').child($chat).child(auth.uid).exists()",
        "messages": {"$message": {
          ".write": "auth != null && !data.exists()",
          ".validate": "newData.hasChildren(['author', 'text']) &&
                        newData.child('author').val() === auth.uid"
        }}
      }}
    }}
    """

  private let rules: RuleSet
  private let bob = RuleAuth(uid: "bob")
  private let path: Path = "chats/c1/messages/m1"

  init() throws { rules = try RuleSet(Self.text) }

  private func refusal(
    _ node: Node, to before: Node = .empty, as auth: RuleAuth?
  ) throws -> RuleRefusal {
    let after = before.updating(path, to: node)
    return try #require(
      rules.verdict(onWriting: path, as: auth, from: before, to: after, at: 0).refusal)
  }

  @Test("Invalid data is explained by its rule, place, captures and values")
  func explainsInvalidData() throws {
    let refusal = try refusal(["author": "eve", "text": "hi"], as: bob)
    #expect(refusal.cause == .invalid(at: path))
    #expect(
      refusal.description == """
        writing /chats/c1/messages/m1 by bob is refused: the data at /chats/c1/messages/m1 would \
        be invalid
          .validate of /chats/$chat/messages/$message (line 7, column 21) is false
            newData.hasChildren(['author', 'text']) && newData.child('author').val() === auth.uid
            where $chat = "c1"
              and $message = "m1"
              and newData.hasChildren(['author', 'text']) = true
              and newData.child('author').val() = "eve"
              and auth.uid = "bob"
        """)
  }

  @Test("What && leaves out isn't shown, and missing children are named")
  func explainsShortCircuits() throws {
    let rule = try #require(try refusal(["author": "bob"], as: bob).rules.first)
    #expect(
      rule.observations == [
        .init(
          expression: "newData.hasChildren(['author', 'text'])",
          value: "false for lack of \"text\"")
      ])
  }

  @Test("Where nothing grants, every rule on the way says why it didn't")
  func explainsMissingGrants() throws {
    let refusal = try refusal(["author": "bob", "text": "hi"], to: .empty, as: nil)
    #expect(refusal.cause == .notGranted)
    #expect(refusal.rules.map(\.place) == ["/", "/chats/$chat/messages/$message"])
    #expect(refusal.rules[0].position == SourcePosition(line: 2, column: 13))
    #expect(refusal.rules[1].observations == [.init(expression: "auth", value: "null")])
    #expect(refusal.description.contains("by nobody signed in is refused: no .write rule"))
  }

  @Test("data shows what stood at the location")
  func showsData() throws {
    let refusal = try refusal(["text": "b"], to: Node.empty.updating(path, to: "a"), as: bob)
    #expect(
      refusal.rules[1].observations == [
        .init(expression: "auth", value: "{uid: \"bob\", …}"),
        .init(expression: "data.exists()", value: "true"),
      ])
  }

  @Test("A rule without an answer says what was wrong")
  func explainsFaults() throws {
    let verdict = rules.verdict(onReading: "chats/c1", as: nil, in: .empty, at: 0)
    let rule = try #require(verdict.refusal?.rules.first)
    #expect(rule.fault == "auth.uid is null where a string is needed")
    #expect(rule.observations == [.init(expression: "auth.uid", value: "null")])
    #expect(rule.description.contains("(line 4, column 15) has no answer: auth.uid is null"))
  }

  @Test("Data below the written location is explained where it is invalid")
  func explainsDataBelow() throws {
    let rules = try RuleSet(
      """
      {"rules": {".write": true, "$a": {"$b": {".validate": "$b != 'x' || data.exists()"}}}}
      """)
    let after: Node = ["p": ["w": 1, "x": 2]]
    let refusal = try #require(
      rules.verdict(onWriting: "p", as: nil, from: .empty, to: after, at: 0).refusal)
    #expect(refusal.cause == .invalid(at: "p/x"))
    #expect(refusal.path == "p")
    let rule = try #require(refusal.rules.first)
    #expect(rule.captures.map(\.description) == ["$a = \"p\"", "$b = \"x\""])
    #expect(rule.observations.map(\.description) == ["data.exists() = false"])
  }

  @Test("A location without rules says so")
  func explainsMissingRules() throws {
    let rules = try RuleSet("{\"rules\": {\"a\": {\".read\": true}}}")
    let refusal = rules.verdict(onReading: "b", as: bob, in: .empty, at: 0).refusal
    #expect(
      refusal?.description
        == "reading /b by bob is refused: the rules file has no .read rule there or above")
  }
}
