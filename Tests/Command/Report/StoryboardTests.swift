import Testing

@testable import RehearsalCommand

@Suite("Text in drawings")
struct StoryboardTests {
  @Test("words stay whole where they fit, and nothing is lost")
  func wraps() {
    #expect(SVG.lines(of: "one two three", in: 60, size: 12) == ["one two", "three"])
    #expect(SVG.lines(of: "", in: 60, size: 12) == [""])
    #expect(SVG.lines(of: "abcdefghijkl", in: 60, size: 12) == ["abcdefgh", "ijkl"])
  }

  @Test("a text that does not fit ends with an ellipsis")
  func cuts() {
    #expect(SVG.cut("abcdefghijkl", to: 60, size: 12) == "abcdefg…")
    #expect(SVG.cut("abc", to: 60, size: 12) == "abc")
  }

  @Test("numbers have at most one digit behind the point, and marks of XML are escaped")
  func writes() {
    #expect([1.0, 1.04, -0.25, 12.96].map(SVG.number) == ["1", "1", "-0.3", "13"])
    #expect(SVG.escaped("<a & b>") == "&lt;a &amp; b&gt;")
  }

  @Test("a scenario without phones gives a drawing without phones, the same each time")
  func drawsNothing() throws {
    let first = try Binary.run(Binary.misbehaving, "storyboard", "fine")
    #expect(first.status == 0)
    #expect(first.results.hasPrefix("<?xml"))
    #expect(first.results == (try Binary.run(Binary.misbehaving, "storyboard", "fine")).results)
  }
}
