import Testing

@testable import Backend

@Suite("Text that rules make")
struct RuleTextTests {
  /// Nested `replace` of one letter by ten, around the written value.
  private static func bomb(_ count: Int) -> String {
    "newData.val()" + String(repeating: ".replace('a', 'aaaaaaaaaa')", count: count)
  }

  private static func verdict(
    _ rule: String, writing text: String
  ) throws -> RuleVerdict {
    let rules = try RuleSet("{\"rules\": {\".write\": \(JSON.string(rule))}}")
    return rules.verdict(
      onWriting: .root, as: nil, from: .empty, to: Node(.string(text)), at: 0)
  }

  private static func value(_ rule: String, of text: String) throws -> Bool {
    try RuleExpression(rule, kind: .write).evaluate(
      as: nil, in: .empty, leaving: Node(.string(text)))
  }

  @Test("strings of up to 10 MB are made, and longer ones are an error of the rule")
  func bound() throws {
    let half = String(repeating: "a", count: Limits.ruleTextBytesMax / 2)
    #expect(try Self.value("(newData.val() + newData.val()).length === 10485760", of: half))
    for rule in [
      "(newData.val() + newData.val() + 1).length > 0", "(1 + newData.val() + newData.val()) != ''",
      "(newData.val() + newData.val() + 'a').length > 0",
    ] {
      let error = #expect(throws: RuleEvaluationError.self) { try Self.value(rule, of: half) }
      #expect(
        error?.description.hasSuffix("makes a string of more than 10485760 bytes") == true,
        "\(error?.description ?? "")")
    }
  }

  @Test("letters that grow when they change their case are bounded, too")
  func cases() throws {
    // Two bytes that become three.
    let capital = String(repeating: "İ", count: 5_000_000)
    #expect(throws: RuleEvaluationError.self) {
      try Self.value("newData.val().toLowerCase().length > 0", of: capital)
    }
  }

  @Test("nested replacements that would make gigabytes end at the bound", arguments: [6, 7])
  func nested(count: Int) throws {
    let text = String(repeating: "a", count: 1_000)
    let error = #expect(throws: RuleEvaluationError.self) {
      try Self.value(Self.bomb(count) + ".length > 0", of: text)
    }
    #expect(error?.description.hasSuffix("bytes") == true)
  }

  @Test("a write whose rule makes too much text is denied, and the refusal says why")
  func denied() throws {
    let half = String(repeating: "a", count: 6_000_000)
    let rule = "(newData.val() + newData.val()).length > 0"
    let refusal = try Self.verdict(rule, writing: half).refusal
    let told = try #require(refusal?.description)
    #expect(told.contains("has no answer: "))
    #expect(told.contains("newData.val() + newData.val()"))
    #expect(told.contains(" makes a string of more than 10485760 bytes"))
    #expect(told.utf8.count < 2_000)
    #expect(try !Self.verdict("true && \(rule)", writing: half).isAllowed)
    #expect(try Self.verdict("true || \(rule)", writing: half).isAllowed)
  }

  @Test("texts are found and replaced as before, also where they overlap themselves")
  func replacing() {
    let cases: [(String, String, String, String)] = [
      ("aaaa", "aa", "b", "bb"), ("aaaaa", "aa", "b", "bba"), ("abcabcabd", "abcabd", "-", "abc-"),
      ("", "a", "b", ""), ("text", "", "b", "text"), ("a", "abc", "b", "a"),
      ("aabaab", "aab", "", ""), ("xayaz", "a", "aa", "xaayaaz"), ("ä€ä", "€", "e", "äeä"),
    ]
    for (text, old, new, expected) in cases {
      #expect(Program.replacing(old, in: text, with: new) == expected, "\(old) in \(text)")
    }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let text = String((0..<12).map { _ in "ab".randomElement(using: &generator)! })
      let old = String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          "ab".randomElement(using: &generator)!
        })
      let places = text.indices.filter { text[$0...].hasPrefix(old) }
      #expect(Program.test(.contains, text, old) == !places.isEmpty, "\(old) in \(text)")
    }
  }

  @Test("a long text is looked for in a longer one of the same letters in a moment")
  func longNeedle() throws {
    let text = String(repeating: "a", count: 400_000)
    let needle = String(repeating: "a", count: 200_000) + "b"
    #expect(Program.test(.contains, text, needle) == false)
    #expect(Program.test(.contains, text + "b", needle))
    #expect(Program.replacing(needle, in: text, with: "c") == text)
  }
}
