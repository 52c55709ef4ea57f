import Devices
import Harness
import Testing

@testable import Chat

@Suite("Colours of the chat")
struct ChatColoursTests {
  @Test(
    "with Increase Contrast the border of a picture has 3:1 against each bubble and the thread (AX-04)",
    arguments: [false, true])
  func contrast(isDark: Bool) {
    func least(_ increases: Bool) -> Double {
      let colours = ChatColours(PhoneTraits(increasesContrast: increases, isDark: isDark))
      return [colours.ground, colours.own, colours.other, colours.failed]
        .map { colours.pictureBorder.contrast(with: $0) }.min() ?? 0
    }
    #expect(least(true) >= 3)
    #expect(least(false) > 1 && least(false) < 3)
  }
}
