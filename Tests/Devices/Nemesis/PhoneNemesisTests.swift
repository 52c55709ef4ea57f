import Synchronization
import Testing

@testable import Devices
@testable import Harness
@testable import Network
@testable import Simulator

@Suite("Faults from the seed on a phone")
struct PhoneNemesisTests {
  /// Runs a body in a world with a nemesis that does nothing by itself, with a phone that has run its app.
  private static func run(
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (DeviceRig, Phone<NoteApp>) async throws -> Void
  ) {
    let world = World(seed: 1)
    world.record.nemesis = Nemesis(FaultPlan(budget: 0), in: world)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let phone = try rig.phone("Alice")
      try await phone.launch()
      try await rig.sleep(.seconds(1))
      try await body(rig, phone)
    }
    if case .passed = verdict { return }
    Issue.record("the world ended as \(verdict)", sourceLocation: location)
  }

  private static func begin(
    _ kind: FaultKind, on phone: Phone<NoteApp>, at moment: String = "moment"
  ) throws -> FaultEnd {
    let offers = phone.linkFaults + phone.appFaults
    let offer = try #require(offers.first { $0.kind == kind })
    return try #require(
      offer.begin(
        FaultStrike(
          duration: .seconds(5), moment: FaultMoment(moment, occurrence: 0),
          choices: phone.world.choices)))
  }

  @Test("every kind that phones are said to suffer is offered, and can be taken back")
  func catalog() {
    Self.run { rig, phone in
      let offers = phone.linkFaults + phone.appFaults
      #expect(Set(offers.map(\.kind)) == Set(FaultKind.ofPhones))
      for kind in FaultKind.ofPhones {
        let end = try Self.begin(kind, on: phone)
        try await rig.sleep(.seconds(1))
        end.end()
        try await rig.sleep(.seconds(1))
        #expect(rig.network.activeFaults.isEmpty, "\(kind)")
        #expect(phone.lifeState == .foreground, "\(kind)")
        #expect(phone.isOnline, "\(kind)")
      }
    }
  }

  @Test("a silent break is felt until the phone must have noticed, other faults until they end")
  func aftermath() {
    Self.run { rig, phone in
      let limit = ConnectionConfiguration.noticingMax
      #expect(try Self.begin(.silentBreak, on: phone).aftermath == limit)
      let partition = try Self.begin(.partition, on: phone)
      #expect(partition.aftermath == .zero)
      partition.end()
      // Nothing is as slow as that on Wi-Fi: the phone is connected again.
      try await rig.sleep(limit)
      #expect(await phone.database?.stateName == "ready")
      #expect(limit == .seconds(877))
    }
  }

  @Test("a dead connection has the time until its phone notices, whose app does not stand still")
  func lateNoticing() {
    Self.run { rig, phone in
      let aftermaths = try #require(rig.world.nemesis).state.withValue { $0.aftermaths }
      func isAwaited() -> Bool { aftermaths.contains { $0() } }
      #expect(!isAwaited())
      try await phone.enterBackground()
      try await rig.sleep(.minutes(1))
      rig.network.breakSilently(phone.host)
      try await rig.sleep(.minutes(20))
      #expect(!isAwaited())
      try await phone.enterForeground()
      try await phone.app().add("milk")
      try await rig.sleep(.seconds(1))
      #expect(isAwaited())
      try await rig.sleep(ConnectionConfiguration.noticingMax)
      #expect(!isAwaited())
      #expect(await phone.database?.stateName == "ready")
    }
  }

  @Test("so has an attempt to connect that broke within TLS")
  func noticingWithinTLS() {
    Self.run { rig, phone in
      let aftermaths = try #require(rig.world.nemesis).state.withValue { $0.aftermaths }
      func isAwaited() -> Bool { aftermaths.contains { $0() } }
      await phone.setAirplaneMode(true)
      await phone.setAirplaneMode(false)
      while !rig.network.isWithinTLS(phone.host) { try await rig.sleep(.milliseconds(1)) }
      #expect(!isAwaited())
      rig.network.breakSilently(phone.host)
      try await rig.sleep(.seconds(1))
      #expect(isAwaited())
      // What the server has not acknowledged is given up after minutes, and the rest after two hours.
      try await rig.sleep(.minutes(131))
      #expect(!isAwaited())
      #expect(await phone.database?.stateName == "ready")
    }
  }

  @Test("an app that dies under the hands is launched again; nobody looks or touches meanwhile")
  func kill() {
    Self.run { rig, phone in
      try await phone.app().add("milk")
      let end = try Self.begin(.kill, on: phone)
      rig.world.lane("healer").schedule(after: .seconds(5)) { end.end() }
      try await rig.sleep(.milliseconds(1))
      #expect(phone.lifeState == .terminated)
      #expect(phone.isOnline)
      let before = rig.world.now
      // Watches over the time when there is no screen.
      try await phone.expect(for: .seconds(20), within: .seconds(10)) { $0.notes == ["milk"] }
      #expect(before.duration(to: rig.world.now) >= .seconds(24))
      #expect(phone.lifeState == .foreground)
    }
  }

  @Test("a gesture waits until the app is in hand again")
  func gesture() {
    Self.run { rig, phone in
      let end = try Self.begin(.kill, on: phone)
      rig.world.lane("healer").schedule(after: .seconds(5)) { end.end() }
      try await rig.sleep(.milliseconds(1))
      let before = rig.world.now
      try await phone.waitUntilUsable()
      #expect(before.duration(to: rig.world.now) == .milliseconds(4_999))
      try await phone.app().add("bread")
      try await phone.expect { $0.notes == ["bread"] }
    }
  }

  @Test(
    "a gesture goes on where the app dies as it comes back",
    arguments: [FaultKind.kill, .suspension])
  func deathOnReturn(from kind: FaultKind) {
    Self.run { rig, phone in
      let end = try Self.begin(kind, on: phone)
      try await rig.sleep(.milliseconds(100))
      end.end()
      phone.post { try? $0.die() }
      try await phone.waitUntilUsable()
      #expect(phone.lifeState == .terminated)
      try await phone.launch()
      #expect(phone.lifeState == .foreground)
    }
  }

  @Test("an app dies in its next commit, before or after it is durable")
  func killAtCommit() {
    var kept: Set<Bool> = []
    for number in 0..<8 {
      let world = World(seed: 1)
      world.record.nemesis = Nemesis(FaultPlan(budget: 0), in: world)
      let isKept = WorldBound(false, in: world)
      _ = DeviceRig.verdict(in: world) { rig in
        let phone = try rig.phone("Alice")
        try await phone.launch()
        let end = try Self.begin(.killAtCommit, on: phone, at: "moment \(number)")
        let error = await #expect(throws: CommitError.self) { try await phone.app().add("milk") }
        end.end()
        try await phone.waitUntilUsable()
        try await rig.sleep(.seconds(1))
        #expect(phone.lifeState == .foreground)
        let wasKept = phone.display.screen?.notes == ["milk"]
        #expect(error == .processGone(ProcessGone(process: "Alice", isDurable: wasKept)))
        isKept.withValue { $0 = wasKept }
      }
      kept.insert(isKept.value)
    }
    #expect(kept == [true, false])
  }

  @Test("a slow disk keeps the app waiting behind each commit")
  func slowDisk() {
    Self.run { rig, phone in
      let end = try Self.begin(.slowDisk, on: phone)
      let app = try phone.app()
      let before = rig.world.now
      try await app.add("milk")
      await app.scribble("not kept")
      let stall = before.duration(to: rig.world.now)
      #expect(stall >= .milliseconds(5) && stall <= .milliseconds(2_005))
      end.end()
      let healed = rig.world.now
      try await app.add("bread")
      await app.scribble("not kept either")
      #expect(rig.world.now == healed)
    }
  }

  @Test("a full disk takes nothing, and a failed commit is one")
  func fullDisk() {
    Self.run { _, phone in
      let app = try phone.app()
      let full = try Self.begin(.fullDisk, on: phone)
      for note in ["milk", "bread"] {
        await #expect(throws: CommitError.disk(.full)) { try await app.add(note) }
      }
      full.end()
      try await app.add("eggs")
      let failed = try Self.begin(.failedCommit, on: phone)
      await #expect(throws: CommitError.disk(.writeFailed)) { try await app.add("salt") }
      try await app.add("oil")
      failed.end()
      let unused = try Self.begin(.failedCommit, on: phone)
      unused.end()
      try await app.add("rice")
      #expect(phone.display.screen?.notes == ["eggs", "oil", "rice"])
    }
  }

  @Test("on a full disk a gesture is done once more, and not where the app kept it in the end")
  func gestureOnFullDisk() {
    Self.run { rig, phone in
      let location = CodeLocation()
      let full = try Self.begin(.fullDisk, on: phone)
      phone.schedule(after: .seconds(30)) { _ in full.end() }
      let began = rig.world.now
      await phone.gesture("add", at: location) { try? $0.add("milk") }
      #expect(phone.display.screen?.notes == ["milk"])
      #expect(began.duration(to: rig.world.now) >= .seconds(30))
      let failed = try Self.begin(.failedCommit, on: phone)
      let salted = rig.world.now.advanced(by: .milliseconds(2_700))
      await phone.gesture("add", at: location) { app in
        guard (try? app.add("salt")) == nil else { return }
        app.lane.schedule(after: .milliseconds(2_700)) {
          app.assumeIsolated { try? $0.add("salt") }
        }
      }
      failed.end()
      #expect(phone.display.screen?.notes == ["milk", "salt"])
      #expect(salted == rig.world.now, "the gesture goes on in the instant in which it is kept")
      // What is kept is not done again where the app dies right behind it.
      let last = try Self.begin(.failedCommit, on: phone)
      phone.schedule(after: .milliseconds(2_500)) { $0.crashAtOnce() }
      phone.schedule(after: .seconds(4)) { $0.relaunchAndRestore() }
      await phone.gesture("add", at: location) { app in
        guard (try? app.add("oil")) == nil else { return }
        app.lane.schedule(after: .milliseconds(2_200)) { app.assumeIsolated { try? $0.add("oil") } }
      }
      last.end()
      try await rig.sleep(.seconds(5))
      #expect(phone.display.screen?.notes == ["milk", "oil", "salt"])
      #expect(rig.log.texts.filter { $0.hasSuffix("keeps oil") }.count == 1)
    }
  }

  @Test(
    "a gesture of two commits is done once more where its second one is lost, and not where it was kept"
  )
  func gestureOfTwoCommits() {
    let tries = Mutex<Set<Int>>([])
    for number in 0..<8 {
      Self.run { rig, phone in
        let end = WorldBound<FaultEnd?>(nil, in: rig.world)
        rig.world.lane("healer").schedule(after: .seconds(5)) { end.value?.end() }
        let isDone: @Sendable (isolated NoteApp) -> Bool = { $0.has("salt") }
        await phone.gesture("add two", at: CodeLocation(), isDone: isDone) { app in
          try? app.add("milk")
          if end.value == nil {
            let begun = try? Self.begin(.killAtCommit, on: phone, at: "moment \(number)")
            end.withValue { $0 = begun }
          }
          try? app.add("salt")
        }
        try await rig.sleep(.seconds(6))
        #expect(Set(phone.display.screen?.notes ?? []) == ["milk", "salt"])
        let count = rig.log.texts.count { $0.hasSuffix("keeps milk") }
        tries.withLock { _ = $0.insert(count) }
      }
    }
    #expect(tries.withLock { $0 } == [1, 2])
  }

  @Test("a clock that jumps comes back")
  func clockJump() {
    Self.run { rig, phone in
      let app = try phone.app()
      let right = await app.wallMilliseconds
      let end = try Self.begin(.clockJump, on: phone)
      try await rig.sleep(.milliseconds(1))
      #expect(abs(await app.wallMilliseconds - right) > 1_000)
      end.end()
      try await rig.sleep(.milliseconds(1))
      #expect(await app.wallMilliseconds == right + 2)
    }
  }

  @Test("a limit that a fault made impossible is met late; without one it is missed")
  func limits() throws {
    /// The instant at which the note is seen that appears after so long.
    func seen(
      after delay: Duration, fault: Bool, overtime: Duration = .zero
    ) -> (at: Instant?, overruns: [Overrun]) {
      let moment = FaultMoment("Alice.expect", occurrence: 0)
      let overrides: [ChoiceKey: UInt64] = [
        moment.key(.faultStrike): fault ? 0 : .max, moment.key(.faultOffset): 0,
        moment.key(.faultDuration): .max, moment.key(.faultPick): 0,
      ]
      let world = World(seed: 1, overrides: overrides)
      world.record.nemesis = Nemesis(FaultPlan(budget: fault ? 1 : 0), in: world)
      world.record.overtime = overtime
      let result = WorldBound<Instant?>(nil, in: world)
      _ = DeviceRig.verdict(in: world) { rig in
        // The only thing that can befall this world, and it does nothing by itself.
        let phone = try rig.phone("Alice")
        try await phone.launch()
        try await rig.sleep(.seconds(1))
        let app = try phone.app()
        phone.lane.schedule(after: delay) { app.post { $0.scribble("late") } }
        try await phone.expect(within: .seconds(1)) { $0.notes.contains("late") }
        result.withValue { $0 = rig.world.now }
      }
      return (result.value, world.record.overruns)
    }
    #expect(seen(after: .milliseconds(500), fault: false).at != nil)
    #expect(seen(after: .seconds(40), fault: false).at == nil)
    #expect(seen(after: .seconds(140), fault: true).at != nil)
    // 30 s of the fault, 2 min of recovery, and the limit itself.
    #expect(seen(after: .seconds(160), fault: true).at == nil)
    // A run that waits on keeps what took longer than knobs and faults allowed.
    #expect(seen(after: .seconds(140), fault: true, overtime: .minutes(3)).overruns.isEmpty)
    let late = seen(after: .seconds(160), fault: true, overtime: .minutes(3))
    #expect(late.at != nil)
    // The drawn 30 s end a microsecond early.
    #expect(late.overruns.map(\.limit) == [150_999_999_000])
  }
}

extension Network {
  /// Whether an attempt of a host's to connect has come to TLS.
  func isWithinTLS(_ host: NetworkHost) -> Bool {
    fabric.withValue { $0.connections.inOrder }.contains { side in
      side.local == host && !side.isOpen && side.core.withValue { $0.machine.isOnStream }
    }
  }
}
