import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("A client that keeps its queue and cache on the phone's disk")
struct SyncClientPersistenceTests {
  /// A phone whose client is launched again and again.
  private struct Kept: Sendable {
    let rig: DeviceRig
    let host: NetworkHost
    let disk: Disk

    init(_ rig: DeviceRig) throws {
      self.rig = rig
      host = try rig.network.addHost("a", on: .wifi)
      disk = Disk(in: rig.world, of: host.subject)
    }

    func launch(
      _ number: Int, _ set: (SyncClient) -> Void = { $0.isPersistenceEnabled = true }
    ) -> TestClient {
      let name = "a\(number)"
      let process = rig.process(name, disk: disk)
      let sync = SyncClient(
        lane: rig.world.lane("\(name)/sync"), process: process,
        account: PhoneAccount(of: nil, by: nil, in: rig.world), from: host, to: rig.backend.host,
        on: rig.network)
      set(sync)
      sync.post { $0.start() }
      return TestClient(name: name, process: process, host: host, sync: sync, log: rig.log)
    }
  }

  @Test("the queue outlives the process: it goes out in order, and nobody is told")
  func queue() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("x", to: 1)
      await first.set("x", to: Node(.increment(2)))
      first.process.end()
      let second = phone.launch(2)
      rig.network.switchInterface(of: phone.host, on: true)
      try await rig.sleep(.seconds(40))
      #expect(await rig.backend.read("x") == 3)
      #expect(await second.sync.listened.isEmpty)
      #expect(rig.log.texts.isEmpty)
      #expect(phone.disk.image.row("state", in: SyncClient.table)?.writes == [])
    }
  }

  @Test(
    "a launch on a locked phone that asks for something goes on without its files, and leaves the queue there for the next one"
  )
  func protected() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("x", to: 1)
      first.process.end()
      phone.disk.setProtected(true)
      let second = phone.launch(2)
      await second.listen(to: "x")
      phone.disk.setProtected(false)
      await second.set("y", to: 2)
      second.process.end()
      let third = phone.launch(3)
      rig.network.switchInterface(of: phone.host, on: true)
      try await rig.sleep(.seconds(40))
      #expect(await third.sync.listened.isEmpty)
      let (x, y) = (await rig.backend.read("x"), await rig.backend.read("y"))
      #expect(x == 1 && y == .empty)
    }
  }

  @Test(
    "a launch on a locked phone that asks for nothing before it is unlocked has the queue, and keeps what it hears"
  )
  func openedAfterTheLock() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      await first.listen(to: "z")
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("x", to: 1)
      first.process.end()
      await rig.backend.administer(set: 3, at: "z", as: "test")
      phone.disk.setProtected(true)
      let second = phone.launch(2)
      rig.network.switchInterface(of: phone.host, on: true)
      await second.sync.systemClockChanged()
      await second.sync.enteredForeground()
      try await rig.sleep(.seconds(40))
      #expect(await rig.backend.read("x") == .empty)
      phone.disk.setProtected(false)
      await second.listen(to: "z")
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read("x") == 1)
      second.process.end()
      rig.network.switchInterface(of: phone.host, on: false)
      let third = phone.launch(3)
      await third.listen(to: "z")
      #expect(rig.log.texts(of: "a3: ") == ["value 3"])
    }
  }

  @Test("without persistence nothing is on the disk, and the queue dies with the process")
  func volatile() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1) { _ in }
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("x", to: 1)
      first.process.end()
      #expect(phone.disk.commitCount == 0)
      rig.network.switchInterface(of: phone.host, on: true)
      let second = phone.launch(2) { _ in }
      try await rig.sleep(.seconds(40))
      #expect(await rig.backend.read("x") == .empty)
      #expect(await second.sync.listened.isEmpty)
    }
  }

  @Test("a launch without a network is answered from the cache at once, a read after three seconds")
  func offline() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      await rig.backend.administer(set: ["y": 1], at: "x", as: "test")
      let first = phone.launch(1)
      await first.listen(to: "x")
      try await rig.sleep(.seconds(1))
      first.process.end()
      rig.network.switchInterface(of: phone.host, on: false)
      let second = phone.launch(2)
      await second.listen(to: "x/y")
      #expect(rig.log.texts(of: "a2: ") == ["value 1"])
      let third = phone.launch(3)
      await third.sync.get(QuerySpec("x")) { [log = rig.log] result in
        log.add("a3: \(result == .success(["y": 1]))")
      }
      try await rig.sleep(.milliseconds(2_900))
      #expect(rig.log.texts(of: "a3: ").isEmpty)
      try await rig.sleep(.milliseconds(200))
      #expect(rig.log.texts(of: "a3: ") == ["true"])
    }
  }

  @Test("a query stays active that a read could not get; one that needed no server is not tracked")
  func readsTracked() {
    DeviceRig.run(rules: #"{"rules": {".write": true, "open": {".read": true}}}"#) { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      let log = rig.log
      try await rig.sleep(.seconds(1))
      for path in ["closed", "open"] as [Path] {
        await first.sync.get(QuerySpec(path)) { log.add("\(path) \((try? $0.get()) != nil)") }
      }
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("own", to: 7)
      await first.sync.get(QuerySpec("own")) { log.add("own \($0 == .success(7))") }
      #expect(log.texts == ["/closed false", "/open true", "own true"])
      let state = try #require(phone.disk.image.row("state", in: SyncClient.table))
      let isActive = (["closed", "open", "own"] as [Path]).map { path in
        state.tracked(QuerySpec(path))?.isActive
      }
      #expect(isActive == [true, false, nil])
    }
  }

  @Test(
    "what is kept synchronised is known at the next launch without a listener, and no more once it isn't"
  )
  func keepSynced() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      await first.sync.keepSynced(QuerySpec("x"))
      try await rig.sleep(.seconds(1))
      await rig.backend.administer(set: 7, at: "x", as: "test")
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.listens(of: "a") == ["/x"])
      await first.sync.keepSynced(QuerySpec("x"), false)
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.listens(of: "a").isEmpty)
      first.process.end()
      rig.network.switchInterface(of: phone.host, on: false)
      await phone.launch(2).listen(to: "x")
      #expect(rig.log.texts(of: "a2: ") == ["value 7"])
    }
  }

  @Test(
    "a disk that takes nothing stops nothing; what it should have held is there with the next commit"
  )
  func fullDisk() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: phone.host, on: false)
      phone.disk.setFull(true)
      await first.listen(to: "x")
      await first.set("x", to: 1)
      #expect(rig.log.texts(of: "a1: ") == ["value 1"])
      #expect(phone.disk.image.row("state", in: SyncClient.table) == nil)
      phone.disk.setFull(false)
      await first.set("y", to: 2)
      #expect(phone.disk.image.row("state", in: SyncClient.table)?.writes.count == 2)
    }
  }

  @Test("who signs in as another user gives up nothing; who asks for it gives up what waits")
  func purges() {
    DeviceRig.run { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("x", to: 1)
      await first.sync.signIn(as: "bob")
      #expect(phone.disk.image.row("state", in: SyncClient.table)?.writes.count == 1)
      await first.sync.purgeOutstandingWrites()
      #expect(rig.log.texts == ["a1: /x refused"])
      #expect(phone.disk.image.row("state", in: SyncClient.table)?.writes == [])
      rig.network.switchInterface(of: phone.host, on: true)
      try await rig.sleep(.seconds(40))
      #expect(await rig.backend.read("x") == .empty)
    }
  }

  @Test(
    "what one person wrote goes out in the name of the next, unless it was given up",
    arguments: [false, true])
  func writesOfTheUserBefore(isPurged: Bool) {
    let rules = #"{"rules": {"x": {".write": "auth.uid === 'bob'"}}}"#
    DeviceRig.run(rules: rules) { rig in
      let phone = try Kept(rig)
      let first = phone.launch(1)
      await first.sync.signIn(as: "ann")
      try await rig.sleep(.seconds(1))
      rig.network.switchInterface(of: phone.host, on: false)
      await first.set("x", to: 1)
      if isPurged { await first.sync.purgeOutstandingWrites() }
      await first.sync.signIn(as: "bob")
      rig.network.switchInterface(of: phone.host, on: true)
      try await rig.sleep(.seconds(40))
      #expect(rig.log.texts == ["a1: /x \(isPurged ? "refused" : "committed")"])
      #expect(await rig.backend.read("x") == (isPurged ? .empty : 1))
    }
  }

  @Test("without a connection the next person sees what the cache knows from the one before")
  func cacheOfTheUserBefore() {
    let rules = #"{"rules": {"x": {".read": "auth.uid === 'ann'"}}}"#
    DeviceRig.run(rules: rules) { rig in
      let phone = try Kept(rig)
      await rig.backend.administer(set: 1, at: "x", as: "test")
      let first = phone.launch(1)
      await first.sync.signIn(as: "ann")
      try await rig.sleep(.seconds(1))
      await first.listen(to: "x")
      try await rig.sleep(.seconds(1))
      first.process.end()
      rig.network.switchInterface(of: phone.host, on: false)
      let second = phone.launch(2)
      await second.sync.signIn(as: "bob")
      await second.listen(to: "x")
      #expect(rig.log.texts(of: "a2: ") == ["value 1"])
      rig.network.switchInterface(of: phone.host, on: true)
      try await rig.sleep(.seconds(40))
      #expect(rig.log.texts(of: "a2: ") == ["value 1", "cancelled permission denied"])
    }
  }

  @Test(
    "a setting after the start, or a cache of a size that cannot be, crashes the app",
    arguments: [true, false])
  func settings(isLate: Bool) {
    let world = World(seed: 1, schedule: .fifo)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let phone = try Kept(rig)
      let client = phone.launch(1) { if !isLate { $0.persistenceCacheBytes = 1_000 } }
      try await rig.sleep(.seconds(1))
      if isLate { client.sync.isPersistenceEnabled = true }
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("the world ended as \(verdict)")
      return
    }
    #expect(failure.kind == "exception")
  }
}
