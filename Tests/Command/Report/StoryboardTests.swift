import Harness
import Testing

@testable import RehearsalCommand

@Suite("Text and pictures in drawings")
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

  @Test("a picture is as large as on its phone, and of a usual size where nothing tells")
  func drawsSizes() {
    func drawn(_ size: [Int]) -> String {
      var recording = Recording()
      recording.texts = ["", "view", "198×99"]
      recording.nodes = [
        .init(role: .image, traits: 0, texts: [1, 0, 0, 0] + size, parts: []),
        .init(role: .bubble, traits: 0, texts: [0, 0, 0, 0], parts: [0]),
        .init(role: .thread, traits: 0, texts: [0, 0, 0, 0], parts: [1]),
        .init(role: .screen, traits: 0, texts: [0, 0, 0, 0], parts: [2]),
      ]
      return PhoneDrawing(
        recording: recording, screen: 3, clock: "12:00", network: "", absence: .background,
        shade: nil
      ).text
    }
    // 198 of the 393 points of a screen that is drawn 198 wide.
    #expect(drawn([0, 0, 2]).contains(#"width="99.8" height="49.9" rx="6""#))
    #expect(drawn([]).contains(#"height="26" rx="6""#))
  }

  @Test("a scenario without phones gives a drawing without phones, the same each time")
  func drawsNothing() throws {
    let first = try Binary.run(Binary.misbehaving, "storyboard", "fine")
    #expect(first.status == 0)
    #expect(first.results.hasPrefix("<?xml"))
    #expect(first.results == (try Binary.run(Binary.misbehaving, "storyboard", "fine")).results)
  }
}
