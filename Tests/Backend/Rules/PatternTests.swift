import Testing

@testable import Backend

@Suite("Regular expressions")
struct PatternTests {
  @Test(
    "A pattern matches any part of the text, and all of it only with anchors",
    arguments: [
      ("a", "ba", true), ("^a", "ba", false), ("a$", "ab", false), ("a|bc", "xbcx", true),
      ("^a*$", "", true), ("^a+$", "", false), ("^a?$", "aa", false), ("^(ab)*$", "abab", true),
      ("........", "Firebase", true), ("^.$", "\n", true), ("[0-9A-F]+", "xyzF", true),
      ("^[^0-9]$", "5", false), ("^[-a-z?]*$", "a-?z", true),
      ("^\\d\\D\\w\\W\\s\\S$", "1aa- x", true), ("^[\\d-]+$", "1-2", true), ("^[a^]$", "^", true),
      ("^a|b$", "ax", true), ("^a|b$", "xb", true), ("^a|b$", "xax", false),
      ("^(19|20)[0-9][0-9]$", "2026", true), ("^(19|20)[0-9][0-9]$", "1826", false),
      ("\\{foo}", "{foo}", true), ("^a{2}$", "aa", true), ("^a{2,}$", "a", false),
      ("^a{2,3}$", "aaaa", false), ("^a{0,1}b$", "b", true), ("^(a|b){2}c$", "abc", true),
      ("^\\$\\^\\.$", "$^.", true), ("^\\n$", "n", true), ("^(?:a)$", "?:a", true),
      ("^(|a)$", "|a", true), ("*a", "*a", true), ("^((a*)*)*$", "aab", false),
    ])
  func matches(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try Pattern(pattern).matches(text) == isMatch)
  }

  @Test(
    "The i flag ignores case in units, ranges and beyond ASCII",
    arguments: [
      ("yes", "YeS", true), ("^[a-f]+$", "ABCdef", true), ("^[^a]$", "A", false),
      ("straße", "STRAßE", true), ("ä", "Ä", true), ("a", "b", false),
    ])
  func matchesIgnoringCase(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try Pattern(pattern, ignoringCase: true).matches(text) == isMatch)
  }

  @Test("A dot matches one UTF-16 code unit, as length counts")
  func countsUnits() throws {
    #expect(try Pattern("^..$").matches("😀"))
    #expect(try Pattern("^😀$").matches("😀"))
    #expect(try Pattern("^é$").matches("e\u{301}") == false)
  }

  @Test(
    "What lies outside the dialect is refused with its place",
    arguments: [
      ("(^a$|b)", 1), ("a^", 1), ("a$b", 1), ("(a|)", 3), ("^(a|)$", 4), ("^$", 1), ("()", 2),
      ("a{", 1), ("a{x}", 1), ("a{01}", 1), ("a{3,2}", 1), ("a{1001}", 1), ("^*", 1), ("(a", 0),
      ("a)", 1), ("[a", 0), ("[]", 0), ("[z-a]", 1), ("a\\", 1), ("a||b", 2),
    ])
  func refuses(pattern: String, offset: Int) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.offset == offset, "\(error?.what ?? "")")
  }

  @Test("A pattern whose counts multiply beyond all bounds is refused")
  func refusesTooLarge() {
    #expect(throws: PatternError.self) { try Pattern("((a{1000}){1000}){1000}") }
    #expect(throws: PatternError.self) {
      try Pattern(String(repeating: "(", count: 70) + "a" + String(repeating: ")", count: 70))
    }
  }

  @Test("A pattern that makes backtracking explode is decided at once")
  func staysLinear() throws {
    let text = String(repeating: "a", count: 20_000) + "!"
    #expect(try Pattern("^(a+)+$").matches(text) == false)
    #expect(try Pattern("^(a|a)*$").matches(String(text.dropLast())))
  }
}
