import Harness
import Testing

@Suite("Colours of drawn screens")
struct ScreenColourTests {
  private static let (black, white) = (ScreenColour(0), ScreenColour(0xffffff))

  @Test("black and white have a contrast of 21, equal colours of 1, whichever comes first")
  func bounds() {
    #expect(abs(Self.black.contrast(with: Self.white) - 21) < 1e-9)
    #expect(abs(Self.white.contrast(with: Self.black) - 21) < 1e-9)
    for number in [0, 0x123456, 0xffffff] as [UInt32] {
      #expect(ScreenColour(number).contrast(with: ScreenColour(number)) == 1)
    }
    #expect(Self.black.luminance == 0 && abs(Self.white.luminance - 1) < 1e-9)
  }

  @Test(
    "contrasts are those that others have published",
    arguments: [
      // The greys at the limits of 4.5:1 and 3:1 on white, and pure colours.
      (0x767676, 4.54), (0x777777, 4.48), (0x949494, 3.03), (0x959595, 2.99), (0xff0000, 4.00),
      (0x00ff00, 1.37), (0x0000ff, 8.59),
    ] as [(UInt32, Double)])
  func known(number: UInt32, contrast: Double) {
    #expect(abs(ScreenColour(number).contrast(with: Self.white) - contrast) < 0.006)
  }

  @Test("a colour is written with six digits")
  func text() {
    #expect("\(ScreenColour(0x0a0b0c))" == "#0a0b0c" && "\(Self.white)" == "#ffffff")
    #expect(ScreenColour(0x0a0b0c).green == 0x0b)
  }
}
