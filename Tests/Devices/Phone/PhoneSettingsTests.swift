import Devices
import Simulator
import Testing

@Suite("Language and time zone of a phone")
struct PhoneSettingsTests {
  @Test("the app is told when the clock or its zone is set, and when clocks are put")
  func isTold() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      await bob.setTimeZone(.kolkata)
      try await bob.expect(within: .seconds(1)) { $0.lines == ["time changed"] }
      // Months ahead, this clock comes to one in the night of Berlin's change after an hour.
      let change = Duration.milliseconds(1_774_746_000_000 - TrueTime.beginningMilliseconds)
      await bob.setClock { $0.skew = change - .hours(1) }
      try await bob.expect(within: .seconds(1)) { $0.lines.count == 2 }
      await bob.setTimeZone(.berlin)
      try await rig.sleep(.hours(1) - .seconds(1))
      try await bob.expect(within: .zero) { $0.lines.count == 3 }
      try await bob.expect(within: .seconds(2)) { $0.lines.count == 4 }
      try await bob.expect(for: .days(2)) { $0.lines.count == 4 }
    }
  }

  @Test("a suspended app hears of several changes once, on the screen; a dead one never")
  func isQueued() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      try await bob.enterBackground()
      try await bob.suspend()
      await bob.setTimeZone(.newYork)
      await bob.setTimeZone(.kolkata)
      try await rig.sleep(.minutes(1))
      try await bob.enterForeground()
      try await bob.expect { $0.lines == ["background", "foreground", "time changed"] }
      try await bob.expect(for: .minutes(1)) { $0.lines.count == 3 }
      try await bob.enterBackground()
      try await bob.suspend()
      await bob.setTimeZone(.berlin)
      try await bob.kill()
      await bob.setTimeZone(.utc)
      try await bob.launch()
      try await rig.sleep(.minutes(1))
      // Of what happened while it was dead it hears nothing, of this it does.
      await bob.setTimeZone(.kolkata)
      try await bob.expect { $0.lines == ["time changed"] }
    }
  }

  @Test("a language is that of the next launch, which comes at once for an app on the screen")
  func relaunches() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      let first = try bob.app()
      #expect(first.services.locale == .english)
      try await bob.setLocale(.english)
      #expect(first.services.process.isAlive)
      try await bob.setLocale(.arabic)
      #expect(!first.services.process.isAlive && bob.lifeState == .foreground)
      #expect(try bob.app().services.locale == .arabic && bob.locale == .arabic)
      try await bob.kill()
      try await bob.setLocale(.german)
      #expect(bob.lifeState == .terminated)
    }
  }
}
