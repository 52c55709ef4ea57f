import Testing

@testable import Backend

@Suite("Arbitrary rules")
struct RuleRobustnessTests {
  private static let fragments = [
    "auth", ".uid", ".token", "['uid']", "[$a]", "data", "newData", "root", "query", ".startAt",
    "now", "$a", ".child('a')", ".child($a)", ".child(auth.uid)", ".parent()", ".val()",
    ".exists()", ".hasChildren(['a', $a])", ".hasChildren()", ".length", ".matches(/^a+$/i)",
    ".contains('a')", ".replace('a', 'b')", "(", ")", "?", ":", "==", "!=", "<", ">=", "+", "-",
    "*", "/", "%", "!", "&&", "||", "1", "0.5", "'a'", "null", "true", "false", "[", "]", ",",
    "/a(b|c){2}/", " ",
  ]

  @Test("Whatever is put together either is refused with a place, or has an answer or a fault")
  func neverTraps() {
    var generator = SeededGenerator(seed: 7)
    let before: Node = ["a": ["a": "text", "b": 1], "b": true]
    var compiledCount = 0
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...9, using: &generator)
      let text = (0..<count).map { _ in Self.fragments.randomElement(using: &generator)! }.joined()
      // Comparing with null makes a condition of most expressions.
      for rule in [text, text + " == null"] {
        do throws(RulesError) {
          let expression = try RuleExpression(rule, kind: .write, captures: ["$a"])
          compiledCount += 1
          _ = try? expression.evaluate(at: "a", as: RuleAuth(uid: "b"), in: before)
          let rules = try RuleSet("{\"rules\": {\"$a\": {\".write\": \(JSON.string(rule))}}}")
          let verdict = rules.verdict(
            onWriting: "a", as: nil, from: before, to: before.updating("a", to: 1), at: 0)
          #expect(verdict.isAllowed || verdict.refusal?.description.isEmpty == false)
        } catch {
          #expect(error.position.line == 1 && error.position.column <= rule.count + 1)
        }
      }
    }
    #expect(compiledCount > 100)
  }
}
