import Testing

@testable import Chat

@Suite("Texts as the backend's rules count them")
struct StringUnitsTests {
  @Test(
    "keeps whole characters up to the limit of UTF-16 units",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "abc"), ("👍👍", 3, "👍"), ("👍👍", 4, "👍👍"), ("👩‍👩‍👧", 7, ""),
      ("a👩‍👩‍👧b", 9, "a👩‍👩‍👧"), ("e\u{301}e\u{301}", 3, "e\u{301}"), ("", 0, ""), ("a", 0, ""),
    ])
  func cut(text: String, limit: Int, kept: String) {
    #expect(text.prefix(units: limit) == kept)
    #expect(text.prefix(units: limit).utf16.count <= limit)
  }
}
