import Testing

@testable import Backend

@Suite("Faults of a rules file")
struct RulesErrorTests {
  /// The error that a rules file gives.
  private func fault(in text: String) -> RulesError? {
    #expect(throws: RulesError.self) { try RuleSet(text) }
  }

  @Test(
    "A fault is named with its line and column",
    arguments: [
      ("", 1, 1, "the end of the file"),
      ("[]", 1, 1, "an array"),
      ("{}", 1, 1, "nothing in it"),
      ("{\"rules\": {}} x", 1, 15, "after the end"),
      ("{\"rules\": {},\n \"more\": 1}", 2, 2, "\"more\""),
      ("{\"rules\": true}", 1, 11, "a boolean"),
      ("{\"rules\": {\n  \".reads\": true}}", 2, 3, ".reads"),
      ("{\"rules\": {\n  \".read\": 1}}", 2, 12, "a number"),
      ("{\"rules\": {\".indexOn\": {}}}", 1, 24, "an object"),
      ("{\"rules\": {\".indexOn\": [\"a\", 2]}}", 1, 30, "a number"),
      ("{\"rules\": {\"foo\": null}}", 1, 19, "null"),
      ("{\"rules\": {\"foo\": \"true\"}}", 1, 19, "a string"),
      ("{\"rules\": {\"a/b\": {}}}", 1, 12, "a/b"),
      ("{\"rules\": {\"$\": {}}}", 1, 12, "$"),
      ("{\"rules\": {\"$a\": {},\n\"$b\": {}}}", 2, 1, "beside $a"),
      ("{\"rules\": {\"$a\": {\"x\": {\n\"$a\": {}}}}}", 2, 1, "captured above"),
      ("{\"rules\": {\"a\": {},\n\"a\": {}}}", 2, 1, "stands already at 1:12"),
      ("{\"rules\": {\"a\": {},}}", 1, 20, "nothing stands between"),
      ("{\"rules\": {\"a\" {}}}", 1, 16, "':'"),
      ("{\"rules\": {a: {}}}", 1, 12, "double quotes"),
      ("{\"rules\": {} /* never", 1, 14, "never ends"),
      ("{\"rules\": {\"a\\q\": {}}}", 1, 14, "no escape"),
      ("{\"rules\": {\".read\": \"true", 1, 21, "never ends"),
    ])
  func placesDocumentFaults(text: String, line: Int, column: Int, fragment: String) throws {
    let error = try #require(fault(in: text))
    #expect(error.position == SourcePosition(line: line, column: column), "\(error)")
    #expect(error.description.contains(fragment), "\(error)")
    #expect(!error.fault.remedy.isEmpty)
  }

  @Test("A fault in an expression is placed where it stands in the file's string")
  func placesExpressionFaults() throws {
    let text = """
      {
        // comment
        "rules": {
          ".read": "auth != null &&
                    root.child(\\"a\\").exist()"
        }
      }
      """
    let error = try #require(fault(in: text))
    #expect(error.position == SourcePosition(line: 5, column: 15), "\(error)")
    guard case .unknownMember("exist", _, let known) = error.fault else {
      Issue.record("\(error)")
      return
    }
    #expect(known.contains("exists()"))
  }

  @Test("Escapes before a fault shift its column as they do in the file")
  func countsEscapes() throws {
    let error = try #require(fault(in: "{\"rules\": {\".read\": \"'\\u0041\\n' == x\"}}"))
    #expect(error.position == SourcePosition(line: 1, column: 36), "\(error)")
    #expect(error.fault == .unknownVariable("x", known: RuleKind.read.variables))
  }

  @Test(
    "An expression of the wrong type doesn't compile",
    arguments: [
      ("7", 1), ("'a'", 1), ("null", 1), ("auth", 1), ("root", 1), ("data.val()", 1),
      ("auth.admin && true", 1), ("true || data.val()", 9), ("!data.val()", 2),
      ("data.val() ? true : false", 1), ("true ? 1 : true", 1), ("1 + true == 2", 5),
      ("null + 'a' == 'a'", 1), ("'a' - 1 == 0", 1), ("-'a' == 1", 2), ("1 < 'a'", 1),
      ("data.val() < true", 14), ("root == null", 1), ("data.exists == true", 1),
      ("data.parent().exists(1)", 1), ("data.child()", 1), ("data.child(1).exists()", 12),
      ("data.val().kind == 1", 1), ("data.val()['kind'] == 1", 1), ("data[$a]() == 1", 1),
      ("now.length == 1", 1), ("now() == 1", 1), ("'a'.matches('a')", 13),
      ("'a'.matches(/a/g)", 16), ("'a'.matches(/a$b/)", 15), ("/a/ == null", 1),
      ("['a'] == null", 1), ("root.hasChildren([])", 18), ("root.hasChildren('a')", 18),
      ("root.hasChildren(['a', 1])", 24), ("newData.exists()", 1), ("query.limit == 1", 1),
      ("query.limitToFirst() == 1", 1), ("undefined == null", 1), ("auth.uid = 'a'", 10),
      ("true; true", 5), ("true & true", 6), ("2 ** 2 == 4", 3), ("+1 == 1", 1),
      ("(true", 6), ("true)", 5), ("'a", 1), ("1.2.3 == 1", 1), ("010 == 8", 1), ("", 1),
      ("true // yes", 6), ("auth.a.nothing() == 1", 1), ("typeof auth == 'a'", 8),
    ])
  func refusesTypes(expression: String, column: Int) throws {
    let error = try #require(
      #expect(throws: RulesError.self) { try RuleExpression(expression) })
    #expect(error.position == SourcePosition(line: 1, column: column), "\(error)")
  }

  @Test("newData is for writes and query for reads")
  func limitsVariables() throws {
    let write = #expect(throws: RulesError.self) {
      try RuleExpression("query.orderByKey", kind: .write)
    }
    #expect(write?.fault == .unavailableVariable("query", rule: ".write"))
    #expect(throws: Never.self) { try RuleExpression("newData.exists()", kind: .validate) }
    #expect(throws: Never.self) { try RuleExpression("query.orderByKey", kind: .read) }
  }

  @Test("Nesting without end is refused, not overflowed")
  func boundsNesting() throws {
    let parentheses = String(repeating: "(", count: 5000)
    #expect(throws: RulesError.self) { try RuleExpression(parentheses + "true") }
    #expect(throws: RulesError.self) {
      try RuleExpression(String(repeating: "!", count: 5000) + "true")
    }
    #expect(throws: RulesError.self) {
      try RuleExpression("data" + String(repeating: ".parent()", count: 5000) + ".exists()")
    }
    #expect(throws: RulesError.self) {
      try RuleExpression(Array(repeating: "true", count: 5000).joined(separator: " && "))
    }
    #expect(throws: RulesError.self) {
      try RuleSet(String(repeating: "{\"a\":", count: 5000))
    }
  }
}
