import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("The background session of a phone")
struct BackgroundSessionTests {
  private static let photo = FileContent(fingerprint: 7, byteCount: 1_000_000)
  private static let path: Path = "images/bob/photo.jpg"
  private static let quiet = ProbeApp.Configuration(wantsPush: false)

  /// Announces a file and hands it over, and has the app hear of it.
  private static func handOver(
    _ path: Path = path, by phone: ProbePhone, _ rig: ServicesRig, _ log: TransferLog?
  ) async throws {
    let app = try phone.app()
    if let log { listen(app, log) }
    app.services.storage.post { storage in
      storage.beginUpload(
        byteCount: photo.byteCount, to: path, contentType: "image/jpeg"
      ) { result in
        guard case .success(let upload) = result else { return }
        app.services.backgroundSession.upload(
          photo, to: path, contentType: "image/jpeg", resuming: upload)
      }
    }
    try await rig.sleep(.seconds(3))
  }

  /// Bob's phone on 3G, which has handed the photo over, and what it hears of it.
  private static func handedOver(_ rig: ServicesRig) async throws -> (ProbePhone, TransferLog) {
    let bob = try await rig.phone("Bob", on: .threeG, quiet)
    let log = TransferLog(in: rig.world)
    try await handOver(by: bob, rig, log)
    return (bob, log)
  }

  private static func listen(_ app: ProbeApp, _ log: TransferLog) {
    app.services.backgroundSession.connect(app) { _, _, progress in
      log.tell(progress)
    } ended: { app, _, result in
      log.end(result)
      app.show("ended")
    }
  }

  @Test(
    "an upload goes on while the app is suspended, and resumes it for half a minute once all is there"
  )
  func suspended() {
    ServicesRig.run { rig in
      let (bob, log) = try await Self.handedOver(rig)
      try await bob.enterBackground()
      try await rig.sleep(.seconds(6))
      #expect(bob.lifeState == .suspended)
      let before = log.bytes.count
      for _ in 1...120 where bob.lifeState == .suspended { try await rig.sleep(.seconds(1)) }
      #expect(bob.lifeState == .background)
      try await rig.sleep(.milliseconds(1))
      #expect(log.file?.content == Self.photo && log.bytes.count > before)
      try await rig.sleep(.seconds(31))
      #expect(bob.lifeState == .suspended)
    }
  }

  @Test(
    "the app that was ended for its memory is launched behind the screen, and hears of the end"
  )
  func launched() {
    ServicesRig.run { rig in
      let (bob, log) = try await Self.handedOver(rig)
      try await bob.enterBackground()
      try await rig.sleep(.seconds(6))
      await bob.killForMemory()
      try await rig.sleep(.minutes(2))
      #expect(bob.lifeState != .terminated && log.file == nil)
      #expect(await rig.backend.storage.file(at: Self.path)?.content == Self.photo)
      try await bob.enterForeground()
      let app = try bob.app()
      #expect(app.services.backgroundSession.paths == [Self.path])
      Self.listen(app, log)
      try await bob.expect { $0.lines.last == "ended" }
      #expect(log.file?.content == Self.photo)
      #expect(app.services.backgroundSession.paths == [])
    }
  }

  @Test(
    "the person's swipe ends all uploads, of which the next launch hears; a reinstallation forgets them"
  )
  func closed() {
    ServicesRig.run { rig in
      let (bob, log) = try await Self.handedOver(rig)
      try await bob.kill()
      try await rig.sleep(.minutes(5))
      #expect(bob.lifeState == .terminated)
      #expect(await rig.backend.storage.paths == [])
      try await bob.launch()
      Self.listen(try bob.app(), log)
      try await bob.expect { $0.lines == ["ended"] }
      #expect(log.error == .closedByPerson)

      let other = TransferLog(in: rig.world)
      try await Self.handOver("images/bob/other.jpg", by: bob, rig, other)
      try await bob.reinstall()
      try await bob.launch()
      #expect(try bob.app().services.backgroundSession.paths == [])
      try await rig.sleep(.minutes(5))
      #expect(await rig.backend.storage.paths == [] && other.now.end == nil)
    }
  }

  @Test(
    "the system tries again by itself when the network is back, and a cancelled upload is told to nobody"
  )
  func network() {
    ServicesRig.run { rig in
      let (bob, log) = try await Self.handedOver(rig)
      try await rig.sleep(.seconds(10))
      await bob.setAirplaneMode(true)
      try await rig.sleep(.hours(2))
      #expect(log.now.end == nil)
      await bob.setAirplaneMode(false)
      try await bob.expect(within: .minutes(2)) { $0.lines.last == "ended" }
      #expect(log.file?.content == Self.photo)

      let other = TransferLog(in: rig.world)
      try await Self.handOver("images/bob/other.jpg", by: bob, rig, other)
      try bob.app().services.backgroundSession.cancel(to: "images/bob/other.jpg")
      try await rig.sleep(.minutes(5))
      #expect(other.now.end == nil)
      #expect(await rig.backend.storage.paths == [Self.path])
    }
  }

  @Test("an upload goes on as the user who handed it over, whoever signs in meanwhile")
  func users() throws {
    let own = try StorageRules.Rule("images/{user}/{name}", [.create]) { request, captures in
      request.uid == captures["user"]
    }
    ServicesRig.run(storageRules: StorageRules([own])) { rig in
      let (bob, log) = try await Self.handedOver(rig)
      try bob.app().services.database.post { $0.signIn(as: "alice") }
      try await rig.sleep(.seconds(1))
      let path: Path = "images/alice/photo.jpg"
      try await Self.handOver(path, by: bob, rig, nil)
      #expect(try bob.app().services.backgroundSession.paths.contains(path))
      try bob.app().services.backgroundSession.cancel(to: path)
      try await rig.sleep(.minutes(3))
      #expect(log.file?.content == Self.photo)
      #expect(await rig.backend.storage.paths == [Self.path])
      try bob.app().services.backgroundSession.connect(bob.app()) { _, _, _ in
      } ended: { _, _, _ in
      }
      try await Self.handOver(path, by: bob, rig, nil)
      try bob.app().services.database.post { $0.signIn(as: "bob") }
      try await rig.sleep(.seconds(1))
      let last: Path = "images/bob/last.jpg"
      try await Self.handOver(last, by: bob, rig, nil)
      try await bob.enterBackground()
      try await rig.sleep(.minutes(5))
      let paths = await rig.backend.storage.paths
      #expect(Set(paths) == [path, last, Self.path], "\(paths)")
    }
  }

  @Test("in Low Power Mode uploads asked for behind the screen wait; one under way goes on")
  func lowPower() {
    ServicesRig.run { rig in
      let (bob, _) = try await Self.handedOver(rig)
      await bob.setLowPowerMode(true)
      try await bob.enterBackground()
      let other: Path = "images/bob/other.jpg"
      let app = try #require(await bob.runningApp)
      app.services.backgroundSession.connect(app) { app, path, _ in app.show("\(path)") }
      app.services.storage.post { storage in
        storage.beginUpload(
          byteCount: Self.photo.byteCount, to: other, contentType: "image/jpeg"
        ) { result in
          guard case .success(let upload) = result else { return }
          app.services.backgroundSession.upload(
            Self.photo, to: other, contentType: "image/jpeg", resuming: upload)
        }
      }
      try await rig.sleep(.minutes(10))
      #expect(await rig.backend.storage.paths == [Self.path])
      #expect(app.services.backgroundSession.paths.contains(other))
      await bob.setLowPowerMode(false)
      try await rig.sleep(.minutes(2))
      #expect(await rig.backend.storage.paths.sorted() == [other, Self.path].sorted())
    }
  }
}
