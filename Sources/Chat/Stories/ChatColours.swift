internal import Devices
internal import Harness

/// The colours in which the chat draws a thread, by the look that the person has set.
///
/// Grounds and the usual borders are Apple's `systemBackground`, `systemGray5` in the dark, and `opaqueSeparator`; the light
/// bubbles are those of the report, and the dark ones ours.
struct ChatColours {
  /// The thread behind the bubbles.
  let ground: ScreenColour
  /// A bubble of the viewer's own, of somebody else, and of a message that has failed.
  let own, other, failed: ScreenColour
  /// The line around a picture.
  ///
  /// With Increase Contrast it is Apple's `label`, which keeps 3:1 against every bubble and the thread (AX-04). Source: W3C,
  /// WCAG 2.1, 1.4.11, "Non-text Contrast".
  let pictureBorder: ScreenColour

  init(_ traits: PhoneTraits) {
    if traits.isDark {
      ground = ScreenColour(0x000000)
      own = ScreenColour(0x1f3a73)
      other = ScreenColour(0x2c2c2e)
      failed = ScreenColour(0x5a1d1b)
      pictureBorder = ScreenColour(traits.increasesContrast ? 0xffffff : 0x38383a)
    } else {
      ground = ScreenColour(0xffffff)
      own = ScreenColour(0xd9e5ff)
      other = ScreenColour(0xe9ebf0)
      failed = ScreenColour(0xffe3e1)
      pictureBorder = ScreenColour(traits.increasesContrast ? 0x000000 : 0xc6c6c8)
    }
  }
}
