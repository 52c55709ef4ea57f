import Testing

@testable import Backend

@Suite struct KeyTests {
  @Test("keys order by number first, then by code unit")
  func order() {
    let sorted: [Key] = [
      "-2147483648", "-5", "0", "00", "1", "01", "2", "10", "2147483647", "-", "-2147483649", "-a",
      "10a", "2147483648", "Z", "a", "aa", "b", "é", "\u{1F600}", "\u{FF5E}",
    ]
    #expect(sorted.reversed().sorted() == sorted)
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      #expect(left < right)
      #expect(left != right)
    }
  }

  @Test("canonically equivalent keys are different keys")
  func normalisation() {
    #expect(Key("e\u{301}") != Key("\u{E9}"))
    #expect(Key("\u{212A}") != Key("K"))
  }

  @Test(
    "a key with a reserved character is refused with its place",
    arguments: [".", "$", "#", "[", "]", "/", "\n", "\u{7F}"])
  func forbidden(_ text: String) throws {
    let error = #expect(throws: DataError.self) { try Key(validating: "a\(text)", at: "/rooms") }
    #expect(try #require(error).description.contains("/rooms"))
  }

  @Test("a key may have 768 bytes and no more")
  func length() throws {
    _ = try Key(validating: String(repeating: "é", count: 384))
    #expect(throws: DataError.self) {
      try Key(validating: String(repeating: "é", count: 384) + "a")
    }
    #expect(throws: DataError.emptyKey(place: "/")) { try Key(validating: "") }
  }

  @Test("paths are told apart, contained and cut")
  func paths() throws {
    let path = try Path(parsing: "/a//b/c/")
    #expect(path == "a/b/c")
    #expect(path.description == "/a/b/c")
    #expect(Path.root.description == "/")
    #expect(path.parent == "a/b")
    #expect(path.droppingFirst == "b/c")
    #expect(path.droppingFirst.parent?.child("d") == "b/d")
    #expect(Path("a/b").contains(path))
    #expect(!Path("b").contains(path.droppingFirst.droppingFirst))
    #expect(path.relative(to: "a") == "b/c")
    #expect(path.relative(to: "b") == nil)
    #expect(Path("a").appending("b/c") == path)
    #expect(Path("a") < "a/b")
    #expect(Path("a/b").contentHash != Path("b/a").contentHash)
    #expect(Set([path, path.droppingFirst]).contains("b/c"))
  }

  @Test("a path may have 32 levels and no more")
  func depth() throws {
    let deepest = Array(repeating: "k", count: 32).joined(separator: "/")
    _ = try Path(parsing: deepest)
    #expect(throws: DataError.pathTooDeep(place: "/\(deepest)/k", depth: 33)) {
      try Path(parsing: deepest + "/k")
    }
  }

  @Test("an update's paths must not contain one another")
  func disjoint() throws {
    try Path.checkDisjoint(["a/b", "a/c", "ab"])
    #expect(throws: DataError.overlappingPaths(outer: "/a", inner: "/a/b")) {
      try Path.checkDisjoint(["a/b", "c", "a"])
    }
    #expect(throws: DataError.self) { try Path.checkDisjoint(["a", "a"]) }
  }

  @Test("push ids sort by time and by order within a millisecond")
  func pushIDs() {
    var generator = PushIDGenerator()
    let keys = [
      generator.next(at: 1_700_000_000_000, random: 0xFFF),
      generator.next(at: 1_700_000_000_000, random: 5),
      generator.next(at: 1_700_000_000_001, random: 0),
    ]
    #expect(keys.sorted() == keys)
    #expect(keys[0].text == "-NjEtLV-----------zz")
    #expect(keys[1].text.suffix(12) == "---------0--")
    #expect(PushIDGenerator.milliseconds(of: keys[2]) == 1_700_000_000_001)
    #expect(PushIDGenerator.milliseconds(of: "no push id") == nil)
  }
}
