import Backend
internal import Harness
import Simulator
import Synchronization
import Testing

@testable import Devices
@testable import Network

@Suite("A phone that is asked for what cannot be")
struct PhoneMisuseTests {
  /// A call of the vocabulary that asks for what cannot be, and what its failure must say.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let said: String
    let call: @Sendable (Phone<NoteApp>) async throws -> Void

    init(
      _ name: String, _ said: String,
      _ call: @escaping @Sendable (Phone<NoteApp>) async throws -> Void
    ) {
      testDescription = name
      self.said = said
      self.call = call
    }
  }

  static let cases: [Case] = [
    Case("a skew of all the seconds there are", "WallClock.skew to be at most 50 years") {
      await $0.setClock { $0.skew = .seconds(Int64.max) }
    },
    Case("a drift that is no number", "it is nan") {
      await $0.setClock { $0.driftPartsPerMillion = .nan }
    },
    Case("a zone beyond the date line", "WallClock.zoneOffset") {
      await $0.setClock { $0.zoneOffset = .hours(-25) }
    },
    Case("death at a commit of the past", "a number from 1 to 1000000000; it was given -1") {
      await $0.kill(atCommit: -1, .beforeCommit)
    },
    Case("death at the last commit of all", "it was given 9223372036854775807") {
      await $0.kill(atCommit: .max, .afterCommit)
    },
    Case("a limit that is over", "Alice.expect(within:) to be given a duration") {
      try await $0.expect(within: .seconds(-1)) { _ in true }
    },
    Case("a limit of more minutes than there are", "to 100 years") {
      try await $0.expect(within: .minutes(.max)) { _ in true }
    },
    Case("an event after the end of time", "Alice.expect(since:)") {
      try await $0.expect(within: .seconds(1), since: .distantFuture) { _ in true }
    },
    Case("an event before the world", "Alice.expect(since:)") {
      try await $0.expect(within: .seconds(1), since: Instant(nanoseconds: .min)) { _ in true }
    },
    Case("what holds for less than nothing", "Alice.expect(for:)") {
      try await $0.expect(for: .seconds(-1)) { _ in true }
    },
    Case("what may become so in less than nothing", "Alice.expect(for:within:)") {
      try await $0.expect(for: .seconds(1), within: .seconds(-1)) { _ in true }
    },
    Case("notifications before the world", "expect(since:)") {
      try await $0.expectNotifications(since: Instant(nanoseconds: .min)) { _ in true }
    },
    Case("a link slowed by less than nothing", "it was given -1.0") { $0.slow(by: -1) },
    Case("a disk full for less than nothing", "Alice.fillDisk(for:)") {
      await $0.fillDisk(for: .seconds(-1))
    },
    Case("a screen of no width", "Alice.setScreenWidth(_:)") { await $0.setScreenWidth(0) },
    Case("less than no room on a disk", "Alice.setFreeSpace(_:)") { await $0.setFreeSpace(-1) },
    Case("a commit that fails before the next", "Alice.failCommit(_:)") { await $0.failCommit(0) },
    Case("a flap in no time", "flap Alice, down:") { $0.flap(down: .zero, up: .zero) },
    Case("a message delayed into the past", "delay next, by:") {
      $0.delayNextMessage(by: .seconds(-5))
    },
    Case("a partition of the past", "an instant from now") { $0.partition(at: .zero) },
    Case("a hold of negative length", "it was given -5 s") { $0.hold(for: .seconds(-5)) },
    Case("a reset after the end of time", "an instant from now") {
      $0.resetConnections(at: .distantFuture)
    },
    Case("a loss in the past", "an instant from now") {
      $0.loseNextMessage(at: .zero) { _ in true }
    },
  ]

  @Test("ends its own run, with verb, value and line", arguments: cases)
  func misused(_ misuse: Case) {
    let world = World(seed: 1)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      try await rig.sleep(.seconds(1))
      try await misuse.call(alice)
      try await rig.sleep(.seconds(1))
      Issue.record("the scenario went on")
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.kind == Misuse.kind)
    #expect(failure.expected.contains(misuse.said), "\(failure.expected)")
    #expect(failure.location?.fileID.hasSuffix("PhoneMisuseTests.swift") == true)
    #expect(World(seed: 1).run {}.outcome == .passed)
  }

  @Test("with a clock that cannot be is set up with a right one, and fails its run")
  func clockOfANewPhone() {
    let world = World(seed: 1)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let alice = try rig.phone("Alice", clock: WallClock(driftPartsPerMillion: .infinity))
      try await alice.launch()
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.expected.contains("it is inf"))
  }

  @Test("looks at itself in what is expected and in what is changed, without harm")
  func looksAtItself() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      try await alice.expect { $0 == alice.display.screen }
      await alice.setClock { clock in
        if alice.display.screen?.notes == [] { clock.skew = .hours(1) }
      }
      alice.notifications.remove { _ in alice.notifications.badge == 0 }
      try await alice.expect(for: .seconds(1)) { _ in alice.notifications.badge == 0 }
    }
  }

  @Test("an expectation that fails in a loop is told, and not a run that never ends")
  func swallowed() {
    for limit in [Duration.zero, .seconds(1)] {
      let world = World(seed: 1)
      let verdict = DeviceRig.verdict(in: world) { rig in
        let alice = try rig.phone("Alice")
        try await alice.launch()
        while true {
          try? await alice.expect(within: limit) { $0.notes == ["what nobody writes"] }
        }
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("ended as \(verdict)")
        continue
      }
      #expect(failure.kind == "expectation")
      #expect(failure.expected.contains("within \(limit.stopwatch)"))
    }
  }

  @Test("an expectation whose truth came before the event it counts from took no time")
  func earlyTruth() {
    let world = DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let event = rig.world.now.advanced(by: .seconds(5))
      alice.schedule(after: .seconds(1)) { phone in
        phone.post { _ in Task { try? await alice.app().add("early") } }
      }
      try await alice.expect(within: .seconds(10), measuredAs: "note", since: event) {
        $0.notes == ["early"]
      }
    }
    #expect(world.measures.map(\.nanoseconds) == [0])
  }

  @Test(
    "of the run before is refused by the run that uses it, with its line where the verb knows it")
  func ofAnotherRun() {
    let kept = KeptPhone()
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      kept.keep(alice)
    }
    let calls: [@Sendable (Phone<NoteApp>) async throws -> Void] = [
      { $0.partition() }, { try await $0.expect { _ in true } }, { _ = $0.isOnline },
      { await $0.setAirplaneMode(true) }, { try await $0.kill() }, { try await $0.launch() },
      { await $0.setClock { $0.skew = .hours(1) } }, { _ = $0.display.screen },
      { _ = try $0.app() }, { try await $0.clearNotifications() },
      { try await $0.tapNotification() }, { try await $0.enterBackground() },
    ]
    for (index, call) in calls.enumerated() {
      let world = World(seed: 2)
      let verdict = DeviceRig.verdict(in: world) { rig in
        guard let old = kept.phone else { return }
        try await call(old)
        try await rig.sleep(.seconds(1))
        Issue.record("call \(index) went on")
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("call \(index) ended as \(verdict)")
        continue
      }
      #expect(failure.kind == Misuse.kind, "call \(index): \(failure.expected)")
      #expect(failure.expected.contains("belongs to another run"), "call \(index)")
      if index < 2 { #expect(failure.location?.fileID.hasSuffix("MisuseTests.swift") == true) }
    }
  }

  @Test("a disk's and a radio's crash at a number below one fails the run")
  func crashPoints() {
    let world = World(seed: 1)
    let verdict = DeviceRig.verdict(in: world) { rig in
      Disk(in: rig.world, of: JournalSource("disk")).crash(atCommit: 0, .beforeCommit) {}
    }
    let other = World(seed: 1)
    let second = DeviceRig.verdict(in: other) { rig in
      Radio(in: rig.world).crash(atMessage: -1, .beforeMessage) {}
    }
    #expect(verdict.outcome == .failed && second.outcome == .failed)
  }

  @Test("a backend's timing and a file's size that cannot be fail the run")
  func backend() {
    var timing = BackendTiming()
    timing.functionLatency = .seconds(-1) ... .zero
    var chance = BackendTiming()
    chance.duplicateProbability = .nan
    for timing in [timing, chance] {
      let world = World(seed: 1)
      let verdict = world.run {
        let network = Network(world: world)
        let backend = try BackendHost(rules: nil, timing: timing, on: network)
        #expect(backend.timing == BackendTiming())
      }
      #expect(verdict.outcome == .failed)
    }
    let world = World(seed: 1)
    let verdict = DeviceRig.verdict(in: world) { _ in
      #expect(FileContent(fingerprint: 1, byteCount: -1).byteCount == 0)
    }
    #expect(verdict.outcome == .failed)
  }

  @Test("readings of the meter in the wrong order, and functions of one name, fail the run")
  func readings() {
    let world = World(seed: 1)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let before = await rig.backend.meter()
      await rig.backend.administer(set: Node(.bool(true)), at: Path(unchecked: "a"))
      let after = await rig.backend.meter()
      _ = after - before
      #expect(!rig.world.isOver)
      _ = before - after
    }
    #expect(verdict.outcome == .failed)
    let other = World(seed: 1)
    let second = other.run {
      let function = try ServerFunction("twice", .onWrite, at: "a") { _ in }
      let network = Network(world: other)
      _ = try BackendHost(rules: nil, functions: [function, function], on: network)
    }
    guard case .failed(let failure) = second else {
      Issue.record("ended as \(second)")
      return
    }
    #expect(failure.expected.contains("two are called twice"))
  }
}

/// Where a scenario keeps what it should not: a global variable.
private final class KeptPhone: Sendable {
  private let kept = Mutex<Phone<NoteApp>?>(nil)

  var phone: Phone<NoteApp>? { kept.withLock { $0 } }

  func keep(_ phone: Phone<NoteApp>) { kept.withLock { $0 = phone } }
}
