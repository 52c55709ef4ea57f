import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("Locked phones")
struct LockTests {
  private static func push(_ data: String, to token: PushToken, _ rig: ServicesRig) {
    rig.push(PushMessage(data: ["key": data]), to: token)
  }

  @Test("files of each class are closed by the lock, by its key's end, by a restart, or never")
  func classes() {
    func closed(_ lock: PhoneLock) -> [FileProtection] {
      FileProtection.allCases.filter(lock.isClosed)
    }
    var lock = PhoneLock()
    #expect(closed(lock).isEmpty)
    lock.loseKey()
    #expect(closed(lock).isEmpty)
    lock.lock()
    #expect(lock.isLocked && closed(lock).isEmpty)
    lock.loseKey()
    #expect(closed(lock) == [.complete])
    lock.unlock()
    #expect(!lock.isLocked && closed(lock).isEmpty)
    lock.restart()
    #expect(lock.isLocked)
    #expect(closed(lock) == [.completeUntilFirstUserAuthentication, .complete])
  }

  @Test("an app that a push launches before the first unlocking finds no disk, until it is told")
  func restarted() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try bob.app().services.process.commit(Self.row("kept"))
      // Closed by hand; after a restart it may be woken all the same.
      try await bob.kill()
      try await bob.restart()
      #expect(bob.lifeState == .terminated)
      Self.push("one", to: token, rig)
      try await rig.sleep(.seconds(10))
      #expect(bob.lifeState == .background)
      let process = try #require(bob.runningProcess)
      #expect(!process.isProtectedDataAvailable)
      #expect(throws: CommitError.disk(.protected)) { try process.storedImage() }
      #expect(throws: CommitError.disk(.protected)) { try process.commit(Self.row("lost")) }
      #expect(bob.display.screen?.lines.contains("files usable") == false)
      try await bob.unlock()
      try await bob.expectDrawn { $0.lines.last == "files usable" }
      #expect(try process.storedImage().rowCount == 1)
      // Locked again it goes on using them.
      try await bob.lock()
      try await rig.sleep(.minutes(1))
      #expect(process.isProtectedDataAvailable)
    }
  }

  @Test("protected completely, files are closed ten seconds after the lock, until it is opened")
  func complete() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", .init(protection: .complete))
      let process = try #require(bob.runningProcess)
      try await bob.lock()
      #expect(bob.lifeState == .background)
      try await rig.sleep(.seconds(9))
      #expect(process.isProtectedDataAvailable)
      try await rig.sleep(.seconds(2))
      #expect(!process.isProtectedDataAvailable)
      try await bob.enterForeground()
      #expect(process.isProtectedDataAvailable)
      try await bob.expect { $0.lines.contains("files usable") }
      // Unlocked in time, they stay open.
      try await bob.lock()
      try await rig.sleep(.seconds(5))
      try await bob.unlock()
      try await rig.sleep(.seconds(20))
      #expect(process.isProtectedDataAvailable)
    }
  }

  @Test("files without protection can be used after a restart, during which there is no network")
  func unprotected() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", .init(protection: .none))
      let token = try await rig.token(of: bob)
      let up = rig.world.now.advanced(by: .seconds(30))
      async let restarted: Void = bob.restart()
      try await rig.sleep(.seconds(10))
      #expect(!rig.network.isInterfaceUp(of: bob.host))
      try await restarted
      #expect(rig.world.now == up && rig.network.isInterfaceUp(of: bob.host))
      Self.push("one", to: token, rig)
      try await rig.sleep(.seconds(10))
      #expect(bob.runningProcess?.isProtectedDataAvailable == true)
    }
  }

  private static func row(_ key: String) -> DiskTransaction {
    var transaction = DiskTransaction()
    transaction.put(Note(text: key), at: key, in: DiskTable<Note>("notes"))
    return transaction
  }

  private struct Note: Digestible {
    let text: String
  }
}
