import Testing

@testable import Backend

@Suite("Rule expressions")
struct RuleExpressionTests {
  private static let bob = RuleAuth(
    uid: "bob", provider: "password", token: [.init("email", .string("bob@example.com"))])

  private static let root: Node = [
    "users": ["bob": ["name": "Bob", "age": 42, "admin": true]],
    "a": ["b": ["c": 1]],
  ]

  private func answer(_ text: String, at path: Path = .root) throws -> Bool {
    let captures = path.keys.enumerated().map { "$\($0.offset)" }
    return try RuleExpression(text, kind: .write, captures: captures)
      .evaluate(at: path, as: Self.bob, in: Self.root, nowMilliseconds: 1_780_000_000_000)
  }

  @Test(
    "Expressions are true",
    arguments: [
      "1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "10 - 2 - 3 == 5", "-2 + 3 == 1", "7 % 3 == 1",
      "-7 % 3 == -1", "0x10 == 16", ".5 + 5. == 5.5", "1e3 == 1000",
      "1 < 2 == true", "false == false || 1/0 > 1", "true ? true : 1/0 > 1",
      "true || auth.missing.length > 1", "!(false && auth.missing.length > 1)",
      "'a' + 1 == 'a1'", "1.5 + 'a' == '1.5a'", "100 + '' == '100'", "1e21 + '' == '1e+21'",
      "1e-7 + '' == '1e-7'", "0.00001 + '' == '0.00001'", "123456789012345680000 + '' != ''",
      "0.1 + 0.2 + '' == '0.30000000000000004'", "0/0 + '' == 'NaN'", "!(0/0 == 0/0)",
      "1/0 != 1/0", "'b' > 'a'", "'Z' < 'a'", "null <= null", "!(null < null)",
      "'\\u0041' == \"A\"", "'\\x41\\'' == \"A'\"", "'\u{e9}' != 'e\u{301}'",
      "'\u{FFFF}' > '\u{1F600}'", "'😀'.length == 2", "'abc'['length'] == 3",
      "'foo'.contains('')", "'foofoo'.endsWith('foo')", "'foo'.beginsWith('fo')",
      "!'foo'.contains('of')", "'a_b_c'.replace('_', '-') == 'a-b-c'",
      "'aaa'.replace('aa', 'b') == 'ba'", "'ab'.replace('', 'x') == 'ab'",
      "'straße'.toUpperCase() == 'STRASSE'", "'ÄB'.toLowerCase() == 'äb'",
      "auth.token.email.endsWith('@example.com')", "auth['token']['email'].length > 3",
      "auth.provider == 'password'", "auth.token.firebase.sign_in_provider == 'password'",
      "auth.missing == null && auth.missing.deeper == null", "auth.uid.missing == null",
      "auth.token != null && auth.token != true", "now == 1780000000000",
      "root.child('users/bob/name').val() == 'Bob'", "root.child('/users//bob/').hasChildren()",
      "root.child('users').child(auth.uid).child('age').isNumber()",
      "root.child('users/bob').hasChildren(['name', 'age'])",
      "!root.child('users/bob').hasChildren(['name', 'none'])", "root.hasChild('users/bob')",
      "!root.hasChild('')", "!root.child('').exists()", "root.child('users').val() != null",
      "root.val() == root.val()", "root.val() != 'users'", "root.getPriority() == null",
      "root.child('a/b').parent().child('b/c').val() == 1",
      "root.child('a').child('b').child('c').parent().parent().hasChild('b')",
      "(1 < 2 ? root.child('a') : data).hasChild('b')",
      "(1 < 2 ? root.child('a') : data).parent().hasChild('users')",
    ])
  func isTrue(expression: String) throws {
    #expect(try answer(expression))
  }

  @Test(
    "Values that don't fit their operation leave a rule without an answer",
    arguments: [
      ("auth.missing.length > 1", "auth.missing.length > 1 compares null with a number"),
      ("auth.uid > 1", "auth.uid > 1 compares a string with a number"),
      ("data.val() + 1 == 2", "data.val() is a node with children, which can't be added"),
      ("auth.token + '' == ''", "auth.token is an object of claims, which can't be added"),
      ("auth.uid - 1 == 0", "auth.uid is a string where a number is needed"),
      ("-auth.uid == 0", "auth.uid is a string where a number is needed"),
      ("root.child(auth.missing).exists()", "auth.missing is null where a string is needed"),
      ("root.parent().exists()", "root.parent() asks for the parent of the root"),
      ("data.parent().exists()", "data.parent() asks for the parent of the root"),
      ("root.child('a').parent().parent().exists()", "root.child('a').parent().parent() asks"),
      ("auth.missing.contains('a')", "auth.missing is null where a string is needed"),
      ("'a'.matches(auth.uid)", "auth.uid is a string where a regular expression is needed"),
      ("(true ? data : 'a') == 'a'", "data is no value"),
      ("(true ? root.child('a') : 'a') + 'a' == 'a'", "root.child('a') is no value"),
      ("data.val().length > 0", "data.val() is a node with children where a string is needed"),
    ])
  func fails(expression: String, text: String) throws {
    let error = #expect(throws: RuleEvaluationError.self) { try answer(expression) }
    #expect(error?.description.hasPrefix(text) == true, "\(String(describing: error))")
  }

  @Test("A fault on the right of && or || counts only when the left leaves it to decide")
  func shortCircuits() throws {
    #expect(try answer("auth.uid == 'bob' || auth.missing.length > 1"))
    #expect(throws: RuleEvaluationError.self) {
      try answer("auth.uid != 'bob' || auth.missing.length > 1")
    }
  }

  @Test("data is the rule's own location and captures are its keys")
  func knowsItsPlace() throws {
    let path: Path = "a/b"
    #expect(try answer("$0 == 'a' && $1 == 'b' && data.child('c').val() == 1", at: path))
    #expect(try answer("data.parent().child($1).hasChild('c')", at: path))
    #expect(try answer("data.parent().parent().child($0).child($1).exists()", at: path))
    #expect(throws: RuleEvaluationError.self) {
      try answer("data.parent().parent().parent().exists()", at: path)
    }
  }

  @Test("Nobody signed in is null, and so is everything about them")
  func knowsNobody() throws {
    let expression = try RuleExpression("auth == null && auth.uid == null && auth.token.a == null")
    #expect(try expression.evaluate(as: nil, in: .empty))
    #expect(try !expression.evaluate(as: Self.bob, in: .empty))
  }

  @Test("A uid with a slash or without a letter leads nowhere it shouldn't")
  func treatsOddIdentifiersAsPaths() throws {
    let expression = try RuleExpression("root.child(auth.uid).exists()")
    #expect(try expression.evaluate(as: RuleAuth(uid: "a/b"), in: Self.root))
    #expect(try !expression.evaluate(as: RuleAuth(uid: ""), in: Self.root))
  }

  @Test("A query shows its order, bounds and limit")
  func readsQueries() throws {
    let query = try QueryParameters.all.ordered(by: .child("age")).starting(at: 18)
      .ending(before: 65).limited(toFirst: 10)
    let expression = try RuleExpression(
      """
      query.orderByChild == 'age' && !query.orderByKey && query.startAt == 18
      && query.endAt == null && query.endBefore == 65 && query.equalTo == null
      && query.limitToFirst <= 10 && query.limitToLast == null
      """)
    #expect(try expression.evaluate(as: nil, in: .empty, query: query))
    #expect(throws: RuleEvaluationError.self) {
      try RuleExpression("query.limitToFirst <= 10").evaluate(as: nil, in: .empty)
    }
    let equality = try QueryParameters.all.ordered(by: .value).equal(to: "x")
    #expect(
      try RuleExpression("query.equalTo == 'x' && query.startAt == null && query.orderByValue")
        .evaluate(as: nil, in: .empty, query: equality))
  }
}
