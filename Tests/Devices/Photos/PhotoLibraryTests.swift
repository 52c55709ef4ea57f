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

  private static let pictures = ["hut", "sea", "fog"].map { Picture($0) }

  private static func names(_ phone: ProbePhone, newest limit: Int = 10) throws -> [String] {
    try phone.app().services.photos.newest(limit).photos.map(\.picture.name)
  }

  @Test(
    "an app sees all photos with full access, the selected ones with a limited library, else none")
  func sees() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      for picture in Self.pictures + Self.pictures.prefix(1) {
        await bob.savePhoto(picture)
        try await rig.sleep(.minutes(1))
      }
      #expect(bob.savedPhotos.map(\.name) == ["fog", "sea", "hut"], "each once")
      #expect(try Self.names(bob) == [])
      try await bob.setPhotoAccess(.denied)
      #expect(try Self.names(bob) == [])
      try await bob.setPhotoAccess(.authorized)
      let window = try bob.app().services.photos.newest(2)
      #expect(window.photos.map(\.picture.name) == ["fog", "sea"] && window.count == 3)
      #expect(window.photos[0].milliseconds - window.photos[1].milliseconds == 60_000)
      #expect(try Self.names(bob, newest: -1) == [])
      try await bob.setPhotoAccess(.limited)
      #expect(try Self.names(bob) == [])
      try bob.app().services.photos.selectMore([Self.pictures[0]])
      try bob.app().services.photos.selectMore([Self.pictures[2], Picture("elsewhere")])
      #expect(try Self.names(bob) == ["fog", "hut"])
      await bob.selectPhotos([Self.pictures[1]])
      #expect(try Self.names(bob) == ["sea"] && bob.selectedPhotos.map(\.name) == ["sea"])
    }
  }

  @Test(
    "the photos outlive a reinstallation, the selection does not; without a limited library nothing is selected by the app"
  )
  func photosStay() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      for picture in Self.pictures { await bob.savePhoto(picture) }
      try bob.app().services.photos.selectMore(Self.pictures)
      #expect(bob.selectedPhotos.isEmpty)
      try Self.ask(bob)
      await bob.selectPhotos([Self.pictures[1]])
      try Self.answer(bob, .limit)
      #expect(try Self.names(bob) == ["sea"])
      try await bob.kill()
      try await bob.launch()
      #expect(try Self.names(bob) == ["sea"])
      try await bob.reinstall()
      #expect(bob.selectedPhotos.isEmpty && bob.savedPhotos.count == 3)
      try await bob.launch()
      try Self.ask(bob)
      try Self.answer(bob, .limit)
      #expect(try Self.names(bob) == [])
      #expect(try bob.app().services.photos.holds(Self.pictures[0]))
    }
  }

  @Test("an app is told of changes of what it sees, and of no others")
  func changes() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(wantsPush: false))
      func watch() throws {
        let app = try bob.app()
        app.services.photos.watchChanges(on: app) { app in
          app.show("\(app.services.photos.newest(10).count) photos")
        }
      }
      try watch()
      await bob.savePhoto(Self.pictures[0])
      await bob.selectPhotos([Self.pictures[0]])
      try await rig.sleep(.seconds(1))
      #expect(bob.display.screen?.lines ?? [] == [])
      try await bob.setPhotoAccess(.limited)
      try watch()
      await bob.savePhoto(Self.pictures[1])
      try await rig.sleep(.seconds(1))
      #expect(bob.display.screen?.lines ?? [] == [])
      await bob.selectPhotos(Array(Self.pictures.prefix(2)))
      await bob.selectPhotos(Array(Self.pictures.prefix(2)))
      try await bob.expect { $0.lines == ["2 photos"] }
      try await bob.setPhotoAccess(.authorized)
      try watch()
      await bob.savePhoto(Self.pictures[2])
      await bob.savePhoto(Self.pictures[2])
      await bob.selectPhotos([])
      try await bob.expect { $0.lines == ["3 photos"] }
      try await rig.sleep(.seconds(1))
      #expect(bob.display.screen?.lines == ["3 photos"])
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
