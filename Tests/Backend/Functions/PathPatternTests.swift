import Backend
import Testing

@Suite("Path patterns")
struct PathPatternTests {
  @Test(
    "a wildcard takes one level, the last may take the rest",
    arguments: [
      ("a/{x}/c", "a/b/c", ["x": "b"]), ("a/{x}/{y}", "a/1/2", ["x": "1", "y": "2"]),
      ("a/{x=**}", "a/b/c", ["x": "b/c"]), ("a", "a", [:]),
      ("/ä/{größe_2}/", "ä/3", ["größe_2": "3"]),
    ] as [(String, Path, [String: String])])
  func matches(pattern: String, path: Path, captures: [String: String]) throws {
    #expect(try PathPattern(parsing: pattern).captures(at: path) == captures)
  }

  @Test(
    "other shapes don't match",
    arguments: [("a/{x}", "a"), ("a/{x}", "a/b/c"), ("a/{x}", "b/c"), ("a/{x=**}", "a")]
      as [(String, Path)])
  func mismatches(pattern: String, path: Path) throws {
    #expect(try PathPattern(parsing: pattern).captures(at: path) == nil)
  }

  @Test(
    "a wrong pattern is refused with its text",
    arguments: ["a/{x", "a/{}", "a/{x}/{x}", "{x=**}/a", "a/b.c", "a/x{y}", "a/{x-y}", "a/{"])
  func errors(pattern: String) {
    let error = #expect(throws: PathPatternError.self) { try PathPattern(parsing: pattern) }
    #expect(error?.description.contains(pattern) == true)
  }
}
