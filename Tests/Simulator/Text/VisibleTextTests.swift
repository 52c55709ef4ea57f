import Simulator
import Testing

@Suite("Texts as a person may see them")
struct VisibleTextTests {
  @Test(
    "what a terminal would act upon is written out",
    arguments: [
      ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\0b", #"a\0b"#), ("a\rb", #"a\rb"#), ("\u{7F}", #"\u{7F}"#),
      ("\u{9B}31m", #"\u{9B}31m"#), ("\u{202E}abc", #"\u{202E}abc"#), ("\u{2066}", #"\u{2066}"#),
      ("\u{200F}", #"\u{200F}"#), ("\u{2028}", #"\u{2028}"#), ("\u{7}", #"\u{7}"#),
      ("\r\n", "\\r\n"),
    ])
  func writtenOut(text: String, visible: String) {
    #expect(text.visible == visible)
  }

  @Test(
    "everything else stays as it is",
    arguments: [
      "", "plain", "two\nlines\tand a tab", "é 👩‍👩‍👧 日本語 שלום ✓✓", "\u{A0}\u{2009}…", "\u{AD}",
    ])
  func untouched(text: String) {
    #expect(text.visible == text)
  }

  @Test("as part of one line, a text has no ends of lines")
  func oneLine() {
    #expect("a\nb\tc".visibleLine == #"a\nb\tc"#)
  }

  @Test("nothing that acts is left of any of the first 2^16 scalars")
  func allScalars() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b".visibleLine
      let general = scalar.properties.generalCategory
      let acts =
        general == .control || general == .lineSeparator || general == .paragraphSeparator
        || scalar.properties.isBidiControl
      #expect(text.unicodeScalars.contains(scalar) == !acts, "U+\(String(value, radix: 16))")
    }
  }
}
