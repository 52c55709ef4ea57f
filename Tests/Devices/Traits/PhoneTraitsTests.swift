import Devices
import Simulator
import Testing

@Suite("Look of a phone's apps")
struct PhoneTraitsTests {
  @Test("body text has the sizes of the guidelines, each larger than the one before")
  func points() {
    #expect(
      TextSize.allCases.map(\.bodyPoints) == [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53])
    #expect(TextSize.large.scaled(300) == 300 && TextSize.extraSmall.scaled(17) == 14)
  }

  @Test("fewer rows of larger text fit, and at least one where there is room for any")
  func rows() {
    let rows = TextSize.allCases.map { $0.fitting(20) }
    #expect(rows == [24, 22, 21, 20, 17, 16, 14, 12, 10, 8, 7, 6])
    #expect(TextSize.accessibilityExtraExtraExtraLarge.fitting(1) == 1)
    #expect(TextSize.accessibilityMedium.fitting(0) == 0 && TextSize.small.fitting(0) == 0)
  }

  @Test("the app is told of each change, a suspended one once on its return, and launched with it")
  func isTold() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      #expect(try bob.app().services.traits == PhoneTraits())
      await bob.setTextSize(.small)
      await bob.setTextSize(.small)
      await bob.setIncreasesContrast(true)
      await bob.setDarkMode(true)
      await bob.setScreenWidth(320)
      await bob.setScreenWidth(PhoneTraits.usualWidth)
      try await bob.expect {
        $0.lines == [
          "look small text", "look small text, increased contrast",
          "look small text, increased contrast, dark",
          "look small text, increased contrast, dark, 320 points wide",
          "look small text, increased contrast, dark",
        ]
      }
      try await bob.enterBackground()
      try await bob.suspend()
      await bob.setDarkMode(false)
      await bob.setTextSize(.large)
      try await rig.sleep(.minutes(1))
      try await bob.enterForeground()
      try await bob.expect { $0.lines.suffix(2) == ["foreground", "look increased contrast"] }
      try await bob.kill()
      await bob.setTextSize(.medium)
      try await bob.launch()
      try await rig.sleep(.minutes(1))
      let traits = try bob.app().services.traits
      #expect(traits == PhoneTraits(textSize: .medium, increasesContrast: true))
      #expect(traits == bob.traits)
    }
  }

  @Test("no look has the digest of another")
  func digests() {
    var digests: Set<UInt64> = []
    for size in TextSize.allCases {
      for number in 0..<8 {
        let traits = PhoneTraits(
          textSize: size, increasesContrast: number & 1 != 0, isDark: number & 2 != 0,
          width: number & 4 != 0 ? 320 : PhoneTraits.usualWidth)
        #expect(digests.insert(traits.digest).inserted, "\(traits)")
      }
    }
  }
}
