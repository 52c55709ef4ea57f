import Devices
import Simulator
import Testing

@Suite("Photo library of a phone")
struct PhotoLibraryTests {
  private static func ask(_ phone: ProbePhone) throws {
    let app = try phone.app()
    app.services.photos.requestAccess(on: app) { app, access in
      app.show("photos \(access.rawValue)")
    }
  }

  private static func answer(_ phone: ProbePhone, _ answer: PhotoAnswer) throws {
    try phone.app().services.photos.answerPrompt(answer)
  }

  @Test("the person is asked once: everyone who asks meanwhile, and later, hears of the one answer")
  func once() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      #expect(bob.photoAccess == .notDetermined)
      try Self.answer(bob, .allow)
      #expect(bob.photoAccess == .notDetermined, "nobody has asked")
      try Self.ask(bob)
      try Self.ask(bob)
      try await rig.sleep(.minutes(1))
      try Self.answer(bob, .deny)
      try Self.answer(bob, .allow)
      try await bob.expect { $0.lines == ["photos denied", "photos denied"] }
      try Self.ask(bob)
      try await bob.expect { $0.lines.count == 3 && $0.lines.last == "photos denied" }
      #expect(bob.photoAccess == .denied)
    }
  }

  @Test(
    "the access outlives the process and goes with a reinstallation; a prompt dies with its process"
  )
  func survives() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      try Self.ask(bob)
      try await bob.kill()
      try await bob.launch()
      try Self.answer(bob, .allow)
      #expect(bob.photoAccess == .notDetermined)
      try Self.ask(bob)
      try Self.answer(bob, .limit)
      try await bob.expect { $0.lines == ["photos limited"] }
      try await bob.kill()
      try await bob.launch()
      #expect(try bob.app().services.photos.access == .limited)
      try await bob.reinstall()
      #expect(bob.photoAccess == .notDetermined)
    }
  }

  @Test("a change in Settings ends the app, which comes back where it was on the screen")
  func ends() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      let first = try bob.app()
      try await bob.setPhotoAccess(.notDetermined)
      #expect(first.services.process.isAlive)
      try await bob.setPhotoAccess(.authorized)
      #expect(!first.services.process.isAlive && bob.lifeState == .foreground)
      try bob.app().services.openSettings()
      try await rig.sleep(.milliseconds(1))
      #expect(bob.lifeState == .background)
      try await bob.setPhotoAccess(.denied)
      #expect(bob.lifeState == .terminated && bob.photoAccess == .denied)
      try await bob.setPhotoAccess(.limited)
      #expect(bob.lifeState == .terminated)
    }
  }
}
